import { nearest } from "../../diagnostics/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import type { ApiDescription } from "../../syntax/openapi.js";
import type { JsonType, Schema } from "../../syntax/schema.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import { FlowWalker } from "./flow-walker.js";
import { memberNames, typesOf, valuesOf } from "./members.js";
import { Responses } from "./responses.js";
import { type ChildStep, type Problem, SchemaFinder } from "./schema-finder.js";
import { UpstreamApis } from "./upstream-apis.js";
import { VariableSchemas } from "./variable-schemas.js";

/**
 * The JSON types that the nodes of an expression can have by the schemas; `undefined` if nothing is known of
 * them.
 */
export type JsonTypesOf = (expression: Expression) => ReadonlySet<JsonType> | undefined;

/** The texts that the nodes of an expression can have by the schemas; `undefined` if there may be any. */
export type ValuesOf = (expression: Expression) => ReadonlySet<string> | undefined;

/**
 * Finds paths into JSON that can never lead anywhere, by the schemas of API descriptions. `definitions` are
 * the descriptions of upstream systems, by the names that requests give them.
 * @param bodies schemas of the request bodies that flows may get, by the path of the flow
 */
export function checkSchemas(
  { flows, files, upstreamDescriptions }: Pick<App, "flows" | "files" | "upstreamDescriptions">,
  templates: ReadonlyMap<Template, TemplateFacts>,
  bodies: ReadonlyMap<string, Schema>,
  reporter: Reporter,
): {
  readonly jsonTypesOf: JsonTypesOf;
  readonly valuesOf: ValuesOf;
  readonly definitions: ReadonlyMap<string, ApiDescription>;
} {
  const apis = new UpstreamApis(upstreamDescriptions, files, reporter);
  const actions = new Map([...flows].map(([path, { statements }]) => [path, [...actionsOf(statements)]]));
  const responses = new Responses([...actions.values()].flat(), templates, apis);
  const variables = new VariableSchemas(actions, bodies, responses);
  const finder = new SchemaFinder((problem, child) => report(problem, child, reporter));
  for (const [path, flow] of flows)
    new FlowWalker(finder, responses, (name) => variables.schemaOf(name, path)).flow(flow);
  const jsonTypesOf: JsonTypesOf = (expression) => {
    const nodes = finder.found.get(expression);
    return nodes?.kind === "element" ? typesOf(nodes.schema) : undefined;
  };
  const textsOf: ValuesOf = (expression) => {
    const nodes = finder.found.get(expression);
    return nodes?.kind === "element" ? valuesOf(nodes.schema) : undefined;
  };
  return { jsonTypesOf, valuesOf: textsOf, definitions: apis.byName };
}

function report(
  problem: Problem,
  { step: { span }, name, from: { schema } }: ChildStep,
  reporter: Reporter,
): void {
  const where = placeOf(schema);
  switch (problem) {
    case "notJson":
      reporter.report(span, "jsonDocumentChild", { name });
      break;
    case "scalar":
      reporter.report(span, "schemaScalar", { name, types: [...typesOf(schema)], where });
      break;
    case "array":
      reporter.report(span, "schemaArray", { name, where });
      break;
    case "noMember":
      reporter.report(span, "schemaNoMember", { name, where, nearest: nearest(name, memberNames(schema)) });
      break;
    case "unlisted": {
      const meant = nearest(name, memberNames(schema));
      if (meant !== undefined && isTypo(name, meant))
        reporter.report(span, "schemaTypo", { name, where, nearest: meant });
      break;
    }
    default:
      problem satisfies never;
  }
}

/**
 * Whether a name is a likely typing mistake. Short names are alike by chance, and `line1` beside `line2` is
 * on purpose.
 */
function isTypo(name: string, meant: string): boolean {
  return name.length > 3 && name.replace(/\d+/g, "") !== meant.replace(/\d+/g, "");
}

/** The line of a schema, as in `swagger.yaml:12`. For a composed schema, the line of its first part. */
function placeOf(schema: Schema): string {
  let part: Schema | undefined = schema;
  while (part !== undefined && part.span === undefined) part = part.allOf[0] ?? part.anyOf[0]?.[0];
  if (part?.span === undefined) return "the API description";
  const { source, start } = part.span;
  return `${source.path}:${source.place(start).line}`;
}
