import { variableSlot } from "../analyse/data-flow/slots.js";
import { predefinedVariables } from "../analyse/expressions/predefined.js";
import { callsOf } from "../analyse/flows/calls.js";
import type { Program } from "../analyse/program.js";
import { code, identifier, lines, property } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { treesOf } from "../syntax/flow-summary.js";
import { scriptsOf } from "../syntax/handler.js";
import type { StaticType } from "../syntax/static-type.js";
import { ModuleBuilder } from "./module/module.js";
import type { ModulePlan } from "./module/plan.js";

const path = "variables.ts";

/**
 * The module that names the variables that flows set, for the type checker and for readers; none where there are none.
 * Without it, `$.limit` would be as well known as a name that is misspelt.
 */
export function variablesModule(program: Program): readonly ModulePlan[] {
  const { variables, api, flows } = program;
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
  if ([...treesOf(flows).values()].some((flow) => scriptsOf(flow).size > 0))
    builder.declare({ kind: "statement", statement: handlerVariables(own, program) });
  return [builder.plan()];
}

/** What handlers see of them. */
const handlerVariables = (own: readonly string[], program: Program): Doc => code`
  declare module "flowc/handler" {
    interface Variables {
      ${lines(own.map((name) => code`${property(name)}?: ${typeInHandlers(name, program)};`))}
    }
  }
`;

/** The type of a variable wherever handlers read it. Those that they set themselves may be anything, also by flows that they call. */
function typeInHandlers(name: string, { flows, dataFlow }: Program): Doc {
  const slot = variableSlot(name);
  const types = new Set<StaticType>();
  for (const flow of treesOf(flows).values()) {
    const scripts = [...scriptsOf(flow).values()];
    if (scripts.length > 0 && callsOf(flow).some((path) => dataFlow.setBy.get(path)?.sets.has(slot)))
      types.add("any");
    for (const { reads, sets } of scripts) {
      if (sets.some((one) => one.name === name)) types.add("any");
      for (const read of reads)
        if (read.kind === "variable" && read.name === name)
          types.add(dataFlow.variables.get(read)?.type ?? "any");
    }
  }
  const [type = "any"] = types.size === 1 ? types : [];
  return type === "any" || type === "nodes" ? code`any` : identifier(type);
}

/** Tells whether there are variables that the type of the context does not have. */
export const hasOwnVariables = (variables: ReadonlySet<string>): boolean =>
  [...variables].some((name) => !predefinedVariables.has(name));

/** Without those that the type of the context has. */
const ownVariables = (variables: ReadonlySet<string>): readonly string[] =>
  [...variables].filter((name) => !predefinedVariables.has(name)).sort();

/** The type of flows. */
export const flowType = (hasVariables: boolean, builder: ModuleBuilder): Doc =>
  hasVariables ? builder.useTypeFrom(path, "Flow") : builder.useType("Flow");
