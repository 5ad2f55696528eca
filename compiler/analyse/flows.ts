import { type ActionNode, definitionOf } from "../actions/index.js";
import { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../files.js";
import type { Flow } from "../syntax/flow.js";
import type { Template } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";
import { checkComparisons } from "./check-comparisons.js";
import { checkExpressions } from "./check-expressions.js";
import { checkPresence } from "./check-presence.js";
import { checkRequests } from "./check-requests.js";
import { checkTemplateNodes } from "./check-templates.js";
import { checkVariables, knownVariables } from "./check-variables.js";
import { type DataFlow, type FlowGraph, followData, nothingKnown } from "./data-flow/index.js";
import { actionsOf, conditionsOf } from "./statements.js";
import { analyseTemplate, type TemplateFacts } from "./templates.js";
import type { VariableTypes } from "./types.js";
import { templateConditions, templateExpressions } from "./walk.js";

/** What is known of flows beside what each one says. */
export interface FlowAnalysis {
  /** Variables that exist beside those of templates: predefined ones, and those that some flow sets. */
  readonly variables: ReadonlySet<string>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  readonly dataFlow: DataFlow;
}

/** Follows data through all flows, and checks every expression and action with what is known then. */
export function analyseFlows(graph: FlowGraph, files: Files, reporter: Reporter): FlowAnalysis {
  const flows = [...graph.flows.values()];
  const actions = flows.flatMap(({ statements }) => [...actionsOf(statements)]);
  const { templates, doubtful } = analyseTemplates(actions);
  // A statement with an error is left out, and may be the one that sets a variable.
  const dataFlow = reporter.hasErrors ? nothingKnown : followData(graph, templates);
  const typeOf: VariableTypes = (variable) => dataFlow.variables.get(variable)?.type ?? "any";
  // What a variable holds can clear a template of a doubt.
  for (const template of doubtful) templates.set(template, analyseTemplate(template, reporter, typeOf));
  for (const action of actions) {
    const facts = (template: Template) => templates.get(template) ?? NO_FACTS;
    definitionOf(action).check?.(action, { reporter, facts });
  }
  const checker = { reporter, files, variables: typeOf };
  for (const template of templates.keys()) checkTemplateNodes(template.parts, checker);
  for (const flow of flows) {
    const { expressions, conditions } = expressionsOf(flow);
    checkExpressions([...expressions, ...conditions], checker);
    checkComparisons([...expressions, ...conditions], typeOf, reporter);
    checkPresence(expressions, conditions, dataFlow, reporter);
  }
  const variables = knownVariables(actions);
  checkVariables(dataFlow, variables, reporter);
  checkRequests(dataFlow, reporter);
  return { variables, templates, dataFlow };
}

const NO_FACTS: TemplateFacts = { kind: "empty" };

/** All templates, and those of which there is something to say as long as nothing is known of variables. */
function analyseTemplates(actions: readonly ActionNode[]): {
  templates: Map<Template, TemplateFacts>;
  doubtful: readonly Template[];
} {
  const templates = new Map<Template, TemplateFacts>();
  const doubtful: Template[] = [];
  for (const action of actions) {
    for (const template of definitionOf(action).facts(action).templates ?? []) {
      const reporter = new Reporter();
      templates.set(template, analyseTemplate(template, reporter));
      if (reporter.sorted().length > 0) doubtful.push(template);
    }
  }
  return { templates, doubtful };
}

/** All expressions of a flow; `conditions` are those that are read as a boolean. */
function expressionsOf({ statements }: Flow): {
  expressions: readonly Expression[];
  conditions: readonly Expression[];
} {
  const facts = [...actionsOf(statements)].map((action) => definitionOf(action).facts(action));
  const templates = facts.flatMap((each) => each.templates ?? []);
  const conditions = [...conditionsOf(statements), ...templates.flatMap(templateConditions)];
  const all = [...facts.flatMap((each) => each.expressions ?? []), ...templates.flatMap(templateExpressions)];
  const isCondition = new Set(conditions);
  return { expressions: all.filter((expression) => !isCondition.has(expression)), conditions };
}
