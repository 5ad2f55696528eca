import { factsOf } from "../../constructs/actions/facts.js";
import { Reporter } from "../../diagnostics/reporter.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { knownVariables } from "../flows/variables-set.js";
import type { Steps } from "../steps/steps.js";
import { analyseTemplate } from "../templates/index.js";
import { type DataFlow, type FlowGraph, followAgain, followData, nothingKnown } from "./index.js";

/** What the analysis finds out about flows. */
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
  again?: AnalysedBefore,
): Steps<FlowAnalysis> {
  const flows = [...(again?.flows ?? graph.flows).values()];
  const actions = flows.flatMap(({ statements }) => [...actionsOf(statements)]);
  const { templates, doubtful } = yield* analyseTemplates(actions);
  const dataFlow =
    unclear === undefined ? nothingKnown : yield* dataOf({ ...graph, unclear }, templates, again);
  const variableType: VariableTypes = (variable) => dataFlow.variables.get(variable)?.type ?? "any";
  // The type of a variable can prove that a doubtful template is valid after all.
  for (const template of doubtful) templates.set(template, analyseTemplate(template, reporter, variableType));
  const variables = knownVariables(graph.flows.values(), graph.tokenVariables);
  return { variables, templates: new Map([...(again?.before.templates ?? []), ...templates]), dataFlow };
}

/** What an earlier analysis found, and the flows to look at again. */
interface AnalysedBefore {
  readonly before: FlowAnalysis;
  readonly flows: ReadonlyMap<string, Flow>;
}

function* dataOf(
  graph: FlowGraph,
  templates: ReadonlyMap<Template, TemplateFacts>,
  again: AnalysedBefore | undefined,
): Steps<DataFlow> {
  if (again === undefined) return yield* followData(graph, templates);
  const { dataFlow, templates: known } = again.before;
  const all = new Map([...known, ...templates]);
  if (graph.startAnywhere === undefined) return followAgain(graph, all, dataFlow, again.flows.keys());
  const roots = { errorFlow: undefined, outsideFlow: undefined, configFlow: undefined };
  const own = yield* followData({ ...graph, ...roots, operationFlows: new Set(again.flows.keys()) }, all);
  return { ...own, variables: new Map([...dataFlow.variables, ...own.variables]), sets: dataFlow.sets };
}

/** Analyses all templates while nothing is known of variables. `doubtful` are those with findings. */
function* analyseTemplates(actions: readonly Action[]): Steps<{
  templates: Map<Template, TemplateFacts>;
  doubtful: readonly Template[];
}> {
  const templates = new Map<Template, TemplateFacts>();
  const doubtful: Template[] = [];
  for (const action of actions) {
    for (const template of factsOf(action).templates) {
      const reporter = new Reporter();
      templates.set(template, analyseTemplate(template, reporter));
      if (reporter.sorted().length > 0) doubtful.push(template);
    }
    yield;
  }
  return { templates, doubtful };
}
