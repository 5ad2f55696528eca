import { predefinedVariables } from "../analyse/expressions/predefined.js";
import type { Program } from "../analyse/program.js";
import { code, lines, property } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { scriptsOf } from "../syntax/handler.js";
import { ModuleBuilder } from "./module/module.js";
import type { ModulePlan } from "./module/plan.js";

const path = "variables.ts";

/**
 * The module that names the variables that flows set, for the type checker and for readers; none where there are none.
 * Without it, `$.limit` would be as well known as a name that is misspelt.
 */
export function variablesModule({ variables, api, flows }: Program): readonly ModulePlan[] {
  const own = ownVariables(variables);
  if (own.length === 0) return [];
  const builder = new ModuleBuilder(
    path,
    `The variables of the flows of ${api.source.path}, compiled by flowc.`,
  );
  const [context, outcome, value] = (["Context", "Outcome", "Value"] as const).map((name) =>
    builder.useType(name),
  ) as [Doc, Doc, Doc];
  const members = own.map((name) => code`${property(name)}?: ${value};`);
  builder.declare({
    kind: "statement",
    statement: code`
      /** Each is undefined until a flow sets it, and lives as long as the request. */
      export interface Variables {
        ${lines(members)}
      }

      export type Flow = ($: ${context} & Variables) => ${outcome} | Promise<${outcome}>;
    `,
  });
  if ([...flows.values()].some((flow) => scriptsOf(flow).size > 0))
    builder.declare({ kind: "statement", statement: handlerVariables(own) });
  return [builder.plan()];
}

/** What handlers see of them. */
const handlerVariables = (own: readonly string[]): Doc => code`
  declare module "flowc/handler" {
    interface Variables {
      ${lines(own.map((name) => code`${property(name)}?: unknown;`))}
    }
  }
`;

/** Tells whether there are variables that the type of the context does not have. */
export const hasOwnVariables = (variables: ReadonlySet<string>): boolean =>
  [...variables].some((name) => !predefinedVariables.has(name));

/** Without those that the type of the context has. */
const ownVariables = (variables: ReadonlySet<string>): readonly string[] =>
  [...variables].filter((name) => !predefinedVariables.has(name)).sort();

/** The type of flows. */
export const flowType = (hasVariables: boolean, builder: ModuleBuilder): Doc =>
  hasVariables ? builder.useTypeFrom(path, "Flow") : builder.useType("Flow");
