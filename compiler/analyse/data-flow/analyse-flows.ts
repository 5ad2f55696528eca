import { factsOf } from "../../constructs/actions/facts.js";
import { Reporter } from "../../diagnostics/reporter.js";
import { oncePer } from "../../source/remembered.js";
import type { Flow } from "../../syntax/flow.js";
import { treesOf } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { knownVariables } from "../flows/variables-set.js";
import type { Steps } from "../steps/steps.js";
import { analyseTemplate } from "../templates/index.js";
import { type DataFlow, type FlowGraph, followData, nothingKnown } from "./index.js";

/** The findings of the analysis about flows. */
export interface FlowAnalysis {
  /** The names of all variables, except those local to templates. */
  readonly variables: ReadonlySet<string>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  readonly dataFlow: DataFlow;
}

/**
 * Follows data through all flows.
 * @param unclear flows of which nothing can be said of variables; `undefined` if that is any flow
 */
export function* analyseFlows(
  graph: FlowGraph,
  reporter: Reporter,
  unclear: ReadonlySet<string> | undefined,
  part: Part | undefined,
): Steps<FlowAnalysis> {
  const templates = new Map(part?.before.templates);
  const doubtful: (readonly [path: string, template: Template])[] = [];
  for (const [path, flow] of part?.flows ?? treesOf(graph.flows)) {
    for (const { template, facts, isDoubtful } of templateFacts(flow)) {
      templates.set(template, facts);
      if (isDoubtful) doubtful.push([path, template]);
    }
    yield;
  }
  const dataFlow =
    unclear === undefined ? nothingKnown : yield* dataOf({ ...graph, unclear }, templates, part);
  const variableType: VariableTypes = (variable) => dataFlow.variables.get(variable)?.type ?? "any";
  // The type of a variable can prove that a doubtful template is valid after all.
  for (const [path, template] of doubtful)
    templates.set(
      template,
      reporter.forFlow(path, () => analyseTemplate(template, reporter, variableType)),
    );
  return { variables: knownVariables(graph.flows.values(), graph.tokenVariables), templates, dataFlow };
}

/** Some flows of an app, to be analysed with what is known of the others. */
interface Part {
  readonly before: FlowAnalysis;
  readonly flows: ReadonlyMap<string, Flow>;
}

function* dataOf(
  graph: FlowGraph,
  templates: ReadonlyMap<Template, TemplateFacts>,
  part: Part | undefined,
): Steps<DataFlow> {
  if (part === undefined) return yield* followData(graph, templates);
  const { before, flows } = part;
  const { calledFlows, postCheckFlows, errorFlow } = graph;
  const isCalled = (path: string) => calledFlows.has(path) || postCheckFlows.has(path) || path === errorFlow;
  const startAnywhere = new Set([...flows.keys()].filter(isCalled));
  const roots = { errorFlow: undefined, outsideFlow: undefined, configFlow: undefined };
  const own = yield* followData(
    { ...graph, ...roots, operationFlows: new Set(flows.keys()), startAnywhere },
    templates,
  );
  const { variables, sets } = before.dataFlow;
  return { ...own, variables: new Map([...variables, ...own.variables]), sets };
}

/**
 * The facts known of the templates of a flow while nothing is known of variables. Those with findings are
 * doubtful.
 */
const templateFacts = oncePer(({ statements }: Flow) =>
  actionsOf(statements).flatMap((action) =>
    factsOf(action).templates.map((template) => {
      const own = new Reporter();
      const facts = analyseTemplate(template, own);
      return { template, facts, isDoubtful: own.sorted().length > 0 };
    }),
  ),
);
