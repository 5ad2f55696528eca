import { factsOf } from "../../constructs/actions/facts.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import { oncePer } from "../../source/remembered.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { type AppFlow, treesOf } from "../../syntax/flow-summary.js";
import type { ApiDescription } from "../../syntax/openapi.js";
import type { JsonType, Schema } from "../../syntax/schema.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import type { Slices } from "../slices/slices.js";
import type { Steps } from "../steps/steps.js";
import { documentSchema, fileSchema } from "./document-schema.js";
import { FlowWalker } from "./flow-walker.js";
import { knownSchemas, writtenIn } from "./known-schemas.js";
import { mayHoldNumber, typesOf, valuesOf } from "./members.js";
import { readSchema } from "./plain-schema.js";
import { isDescribed, originOf, reportLoop, reportProblem } from "./report-problem.js";
import { Responses } from "./responses.js";
import { type NodeSchema, SchemaFinder } from "./schema-finder.js";
import { UpstreamApis } from "./upstream-apis.js";
import { type KnownSchemas, type Setting, VariableSchemas } from "./variable-schemas.js";

/**
 * The JSON types that the nodes of an expression can have by the schemas; `undefined` if nothing is known of
 * them.
 */
export type JsonTypesOf = (expression: Expression) => ReadonlySet<JsonType> | undefined;

/** The texts that the nodes of an expression can have by the schemas; `undefined` if there may be any. */
export type ValuesOf = (expression: Expression) => Schema["values"];

/** The facts known of variables and of upstream responses wherever in the app they are read. */
export interface AppSchemas {
  readonly variables: VariableSchemas;
  readonly known: KnownSchemas;
  readonly responses: Pick<Responses, "byId" | "of" | "sentBy">;
}

/** Some flows of an app, to be looked at with what is known of the others. */
interface Part {
  readonly before: FoundSchemas;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** The app, and what its flows ask of one another. */
type SlicedApp = App & { readonly slices: Slices };

function schemasOf(
  app: SlicedApp,
  templates: ReadonlyMap<Template, TemplateFacts>,
  bodies: ReadonlyMap<string, Schema>,
  responses: Responses,
): AppSchemas {
  const known = knownSchemas(app, templates, bodies);
  return { variables: new VariableSchemas(settingsOf(app), known, responses, app.files), known, responses };
}

/** The same where some flows set other values, but all send the same requests. */
function changedSchemas(
  app: SlicedApp,
  before: AppSchemas,
  templates: ReadonlyMap<Template, TemplateFacts>,
  own: Responses,
): AppSchemas {
  const known = { ...before.known, written: writtenIn(templates) };
  const responses = {
    byId: (id: string) => before.responses.byId(id),
    of: (action: Action) => own.of(action),
    sentBy: (action: Action) => own.sentBy(action),
  };
  return { variables: new VariableSchemas(settingsOf(app), known, responses, app.files), known, responses };
}

const settingsOf = ({ flows, slices }: SlicedApp): readonly Setting[] =>
  [...flows].flatMap(([path, flow]) => settingsIn(path, flow, slices));

export function settingsIn(path: string, flow: AppFlow, slices: Slices): readonly Setting[] {
  if (flow.kind === "flow")
    return setsOf(flow).map((setting) => ({ ...setting, value: setting.value, flow: path }));
  return flow.summary.settings.map(([name, known]) => {
    if (known === null) return { flow: path, name, value: undefined };
    const { form, text } = known;
    const schema = () => {
      if (text === undefined) slices.askTree(flow.source.path);
      return text === undefined ? undefined : readSchema(text, flow.source);
    };
    return { flow: path, name, value: { kind: "known" as const, form, schema } };
  });
}

const setsOf = oncePer(({ statements }: Flow) =>
  actionsOf(statements).flatMap((action) => factsOf(action).sets),
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

function findNodes(
  path: string,
  flow: Flow,
  { responses, variables }: AppSchemas,
  { files, slices }: SlicedApp,
  reporter: Reporter,
): ReadonlyMap<Expression, NodeSchema> {
  const finder = new SchemaFinder(
    (problem, child) => reportProblem(problem, child, reporter),
    (over, { schema }) => reportLoop(over, schema, reporter),
    (document) => documentSchema(document, files),
  );
  const walker = new FlowWalker(
    finder,
    {
      of: (action) => responses.of(action),
      byId: (id) => {
        slices.note(path, `response ${id}`);
        slices.note(path, "responses");
        return responses.byId(id);
      },
    },
    (name) => {
      slices.note(path, `schema ${name}`);
      return variables.schemaOf(name, path);
    },
    (file) => fileSchema(file, files),
  );
  files.during(path, () => reporter.forFlow(path, () => walker.flow(flow)));
  return finder.found;
}

/**
 * Finds paths that can never lead anywhere, by the schemas of API descriptions, by what templates write, and by what
 * the predefined variables have. `definitions` are the descriptions of upstream systems, by the names that requests
 * give them.
 * @param bodies schemas of the request bodies that flows may get, by the path of the flow
 */
export function* checkSchemas(
  app: SlicedApp,
  templates: ReadonlyMap<Template, TemplateFacts>,
  bodies: ReadonlyMap<string, Schema>,
  reporter: Reporter,
  part: Part | undefined,
): Steps<FoundSchemas> {
  const flows = part?.flows ?? treesOf(app.flows);
  const apis = new UpstreamApis(app.upstreamDescriptions, app.files, reporter);
  const actions = [...flows.values()].flatMap(({ statements }) => actionsOf(statements));
  const others = [...app.flows.values()].flatMap((flow) =>
    flow.kind === "summary" ? flow.summary.requests : [],
  );
  const responses = new Responses(actions, others, templates, apis);
  const schemas =
    part === undefined
      ? schemasOf(app, templates, bodies, responses)
      : changedSchemas(app, part.before.schemas, templates, responses);
  yield;
  const found = new Map<Expression, NodeSchema>();
  for (const [path, flow] of flows) {
    for (const [expression, nodes] of findNodes(path, flow, schemas, app, reporter))
      found.set(expression, nodes);
    yield;
  }
  const jsonTypesOf: JsonTypesOf = (expression) => {
    const nodes = found.get(expression);
    // The output of templates is known better where the data flow is known.
    if (nodes?.kind !== "element" || originOf(nodes.schema)?.kind === "template") return undefined;
    return typesOf(nodes.schema);
  };
  const textsOf: ValuesOf = (expression) => {
    const nodes = found.get(expression);
    return nodes?.kind === "element" ? valuesOf(nodes.schema) : undefined;
  };
  const describedTypesOf: JsonTypesOf = (expression) => {
    const nodes = found.get(expression);
    return nodes?.kind === "element" && isDescribed(nodes.schema) ? typesOf(nodes.schema) : undefined;
  };
  const operandTypesOf: JsonTypesOf = (expression) => {
    const nodes = found.get(expression);
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
    nodeSchemas: found,
  };
}
