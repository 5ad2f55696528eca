import { factsOf } from "../constructs/actions/facts.js";
import { definitionOf } from "../constructs/actions/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../source/files.js";
import type { Action, Flow } from "../syntax/flow.js";
import { actionsOf } from "../syntax/statements.js";
import type { VariableTypes } from "../syntax/static-type.js";
import type { Template } from "../syntax/template.js";
import type { TemplateFacts } from "../syntax/template-facts.js";
import type { Expression } from "../syntax/xpath.js";
import { type DataFlow, type FlowGraph, followAgain, followData, nothingKnown } from "./data-flow/index.js";
import { flowExpressions } from "./flows/expressions.js";
import { checkBareWords } from "./rules/bare-words.js";
import { checkComparisons } from "./rules/comparisons.js";
import { checkDefaults } from "./rules/defaults.js";
import { checkExpressions } from "./rules/expressions.js";
import { checkJsonPaths } from "./rules/json-paths.js";
import { checkLoops } from "./rules/loops.js";
import { checkMediaTypes } from "./rules/media-types.js";
import { checkRepeatedMembers } from "./rules/repeated-members.js";
import { checkRequests } from "./rules/requests.js";
import { checkSources } from "./rules/sources.js";
import { checkTemplateNodes } from "./rules/template-nodes.js";
import { checkTemplateTexts, checkTexts } from "./rules/texts.js";
import { checkUnread } from "./rules/unread.js";
import { checkUnseen } from "./rules/unseen.js";
import { checkVariables, knownVariables } from "./rules/variables.js";
import type { Steps } from "./steps/steps.js";
import { analyseTemplate } from "./templates/index.js";
import { unknownValue } from "./types/known.js";
import type { Variables } from "./types/node-types.js";
import { staticType } from "./types/static-type.js";

/** What the analysis finds out about flows. */
export interface FlowAnalysis {
  /** The names of all variables, except those local to templates. */
  readonly variables: ReadonlySet<string>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  readonly dataFlow: DataFlow;
}

/**
 * Follows data through all flows, and checks every expression and action with the types that this finds.
 * @param unclear flows of which nothing can be said of variables; `undefined` if that is any flow
 */
export function* analyseFlows(
  graph: FlowGraph,
  files: Files,
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
  yield;
  for (const action of actions) {
    const facts = (template: Template) => templates.get(template) ?? noFacts;
    definitionOf(action).check?.(action, { reporter, files, facts });
  }
  for (const facts of templates.values())
    if ("scope" in facts && facts.scope !== undefined) checkRepeatedMembers(facts.scope.content, reporter);
  const typeOf = (expression: Expression) => staticType(expression, variableType);
  const checker = { reporter, files, typeOf };
  for (const template of templates.keys()) checkTemplateNodes(template, checker);
  const variables = knownVariables(graph.flows.values(), graph.tokenVariables);
  const known: Variables = (variable) => dataFlow.variables.get(variable) ?? unknownValue;
  for (const template of templates.keys()) {
    checkDefaults(template, variableType, reporter);
    checkLoops(template, known, reporter);
    checkTemplateTexts(template, variables, reporter);
  }
  for (const flow of flows) {
    const expressions = flowExpressions(flow);
    checkExpressions(expressions, checker);
    checkComparisons(expressions, variableType, reporter);
    checkJsonPaths(expressions, known, reporter);
    checkTexts(expressions, known, variables, reporter);
    checkBareWords(expressions, { nowhere: dataFlow.nowhere, variables, typeOf, reporter });
    checkMediaTypes(expressions, reporter);
    yield;
  }
  checkVariables(dataFlow, variables, reporter);
  checkSources(actions, (template) => templates.get(template) ?? noFacts, variables, reporter);
  checkRequests(dataFlow, reporter);
  checkUnseen(graph.flows, dataFlow, reporter);
  if (!reporter.hasErrors) checkUnread(graph.flows, flows, variables, files, reporter);
  return again === undefined
    ? { variables, templates, dataFlow }
    : { variables, templates: new Map([...again.before.templates, ...templates]), dataFlow };
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

const noFacts: TemplateFacts = { kind: "empty" };

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
