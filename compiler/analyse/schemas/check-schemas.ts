import { factsOf } from "../../constructs/actions/facts.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import type { Action, Flow } from "../../syntax/flow.js";
import type { ApiDescription } from "../../syntax/openapi.js";
import type { JsonType, Schema } from "../../syntax/schema.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import { perFlow } from "../flows/per-flow.js";
import type { Steps } from "../steps/steps.js";
import { FlowWalker } from "./flow-walker.js";
import { knownSchemas, writtenIn } from "./known-schemas.js";
import { mayHoldNumber, typesOf, valuesOf } from "./members.js";
import { isDescribed, originOf, reportLoop, reportProblem } from "./report-problem.js";
import { Responses } from "./responses.js";
import { type NodeSchema, SchemaFinder } from "./schema-finder.js";
import { UpstreamApis } from "./upstream-apis.js";
import { type KnownSchemas, VariableSchemas } from "./variable-schemas.js";

/**
 * The JSON types that the nodes of an expression can have by the schemas; `undefined` if nothing is known of
 * them.
 */
export type JsonTypesOf = (expression: Expression) => ReadonlySet<JsonType> | undefined;

/** The texts that the nodes of an expression can have by the schemas; `undefined` if there may be any. */
export type ValuesOf = (expression: Expression) => Schema["values"];

/** What is known of variables and of upstream responses wherever in the app they are read. */
export interface AppSchemas {
  readonly variables: VariableSchemas;
  readonly known: KnownSchemas;
  readonly responses: Pick<Responses, "byId">;
}

/** What was known before, and the flows to look at again. */
interface SchemasBefore {
  readonly before: { readonly schemas: AppSchemas };
  readonly flows: ReadonlyMap<string, Flow>;
}

function schemasOf(
  actions: ReadonlyMap<string, readonly Action[]>,
  known: KnownSchemas,
  responses: Responses,
): AppSchemas {
  return { variables: new VariableSchemas(actions, known, responses), known, responses };
}

/** The same where other values are set, and the same requests are sent. */
function changedSchemas(
  { flows }: App,
  { variables, known: before, responses }: AppSchemas,
  templates: ReadonlyMap<Template, TemplateFacts>,
): AppSchemas {
  const known = { ...before, written: writtenIn(templates) };
  const actions = new Map([...flows].map(([path, flow]) => [path, settersIn(flow)]));
  return { variables: new VariableSchemas(actions, known, responses, variables), known, responses };
}

const settersIn = perFlow(({ statements }) =>
  [...actionsOf(statements)].filter((action) => factsOf(action).sets.length > 0),
);

export interface FoundSchemas {
  readonly schemas: AppSchemas;
  readonly jsonTypesOf: JsonTypesOf;
  /** The same by API descriptions alone. */
  readonly describedTypesOf: JsonTypesOf;
  /** The same, but for texts that hold numbers. */
  readonly operandTypesOf: JsonTypesOf;
  readonly valuesOf: ValuesOf;
  readonly definitions: ReadonlyMap<string, ApiDescription>;
  /** The schemas of the nodes that expressions and their parts yield. */
  readonly nodeSchemas: ReadonlyMap<Expression, NodeSchema>;
}

/**
 * Finds paths that can never lead anywhere, by the schemas of API descriptions, by what templates write, and by what
 * the predefined variables have. `definitions` are the descriptions of upstream systems, by the names that requests
 * give them.
 * @param bodies schemas of the request bodies that flows may get, by the path of the flow
 */
export function* checkSchemas(
  app: App,
  templates: ReadonlyMap<Template, TemplateFacts>,
  bodies: ReadonlyMap<string, Schema>,
  reporter: Reporter,
  again?: SchemasBefore,
): Steps<FoundSchemas> {
  const { files, upstreamDescriptions } = app;
  const flows = again?.flows ?? app.flows;
  const apis = new UpstreamApis(upstreamDescriptions, files, reporter);
  const actions = new Map([...flows].map(([path, { statements }]) => [path, [...actionsOf(statements)]]));
  const responses = new Responses([...actions.values()].flat(), templates, apis);
  const schemas =
    again === undefined
      ? schemasOf(actions, knownSchemas(app, templates, bodies), responses)
      : changedSchemas(app, again.before.schemas, templates);
  const read = {
    byId: (id: string) => schemas.responses.byId(id),
    of: (action: Action) => responses.of(action),
  };
  const finder = new SchemaFinder(
    (problem, child) => reportProblem(problem, child, reporter),
    (over, { schema }) => reportLoop(over, schema, reporter),
  );
  yield;
  for (const [path, flow] of flows) {
    new FlowWalker(finder, read, (name) => schemas.variables.schemaOf(name, path)).flow(flow);
    yield;
  }
  const jsonTypesOf: JsonTypesOf = (expression) => {
    const nodes = finder.found.get(expression);
    // What templates write is known better where the data flow is known.
    if (nodes?.kind !== "element" || originOf(nodes.schema)?.kind === "template") return undefined;
    return typesOf(nodes.schema);
  };
  const textsOf: ValuesOf = (expression) => {
    const nodes = finder.found.get(expression);
    return nodes?.kind === "element" ? valuesOf(nodes.schema) : undefined;
  };
  const describedTypesOf: JsonTypesOf = (expression) => {
    const nodes = finder.found.get(expression);
    return nodes?.kind === "element" && isDescribed(nodes.schema) ? typesOf(nodes.schema) : undefined;
  };
  const operandTypesOf: JsonTypesOf = (expression) => {
    const nodes = finder.found.get(expression);
    return nodes?.kind === "element" && mayHoldNumber(nodes.schema)
      ? undefined
      : describedTypesOf(expression);
  };
  return {
    schemas,
    jsonTypesOf,
    describedTypesOf,
    operandTypesOf,
    valuesOf: textsOf,
    definitions: apis.byName,
    nodeSchemas: finder.found,
  };
}
