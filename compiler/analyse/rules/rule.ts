import { factsOf } from "../../constructs/actions/facts.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import type { Route } from "../../load/routes.js";
import type { Files } from "../../source/files.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Template, TemplateExpression } from "../../syntax/template.js";
import type { TemplateUse } from "../../syntax/template-command.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type AnyPart, visitTemplate } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { type Methods, methodsOfFlows } from "../conditions/methods.js";
import type { FlowAnalysis } from "../data-flow/analyse-flows.js";
import type { DataFlow, FlowGraph } from "../data-flow/index.js";
import { type Use, visitUses } from "../data-flow/uses.js";
import { flowExpressionsByUse } from "../flows/expressions.js";
import type { FoundSchemas } from "../schemas/check-schemas.js";
import type { VariableNames } from "../slices/slices.js";
import type { Steps } from "../steps/steps.js";
import type { Variables } from "../types/node-types.js";
import type { SystemTimes } from "../urls/system-times.js";

/** A check of one flow. */
export type FlowRule = (context: FlowContext) => FlowVisitor;

/** A check of flows together. */
export type Rule = (context: RuleContext) => RuleVisitor;

/** The facts about one flow. */
export interface FlowContext
  extends Pick<FlowAnalysis, "templates">,
    Pick<DataFlow, "nowhere">,
    Pick<FoundSchemas, "describedTypesOf" | "jsonTypesOf" | "operandTypesOf" | "valuesOf"> {
  readonly files: Files;
  readonly variables: VariableNames;
  /** The methods that it runs for. */
  readonly methods: Methods;
  /** The path that the paths of all its requests begin with; `undefined` if they may begin with any. */
  readonly basePath: string | undefined;
  readonly reporter: Reporter;
  readonly known: Variables;
  typeOf(expression: Expression): StaticType;
  facts(template: Template): TemplateFacts;
  readonly systemTime: SystemTimes;
}

export interface RuleContext extends FlowAnalysis, FoundSchemas {
  readonly app: App;
  readonly graph: FlowGraph;
  /** The flows to check: those with trees, or some of them. */
  readonly flows: ReadonlyMap<string, Flow>;
  /** The routes that run them, without those of which it is not known what is set. */
  readonly routes: readonly Route[];
  readonly reporter: Reporter;
  readonly known: Variables;
  typeOf(expression: Expression): StaticType;
  facts(template: Template): TemplateFacts;
  readonly systemTime: SystemTimes;
}

/** The parts of a flow that a rule looks at. */
export interface FlowVisitor {
  flow?(flow: Flow): void;
  action?(action: Action): void;
  templateFacts?(facts: TemplateFacts): void;
  templatePart?(part: AnyPart): void;
  templateValue?(value: TemplateExpression, use: TemplateUse): void;
  /** An expression, or a part of one, which is `whole`. */
  expression?(expression: Expression, isPerNode: boolean, whole: Expression): void;
  /** The same by what the value is used for. */
  use?(expression: Expression, use: Use): void;
}

export interface RuleVisitor {
  flow?(flow: Flow, path: string): void;
  /** Called when all flows have been visited. */
  end?(): void;
}

/** Checks flows by all rules. */
export function* check(
  { flowRules, appRules }: { readonly flowRules: readonly FlowRule[]; readonly appRules: readonly Rule[] },
  context: RuleContext,
): Steps<void> {
  const { app } = context;
  const methods = methodsOfFlows(app);
  const visitors = appRules.map((rule) => rule(context));
  for (const [path, flow] of context.flows) {
    const variables = context.graph.slices.namesFor(path, context.variables);
    const own = { ...context, variables, methods: methods.get(path) };
    app.files.during(path, () => context.reporter.forFlow(path, () => findIn(flow, flowRules, own)));
    for (const visitor of visitors) visitor.flow?.(flow, path);
    yield;
  }
  for (const visitor of visitors) visitor.end?.();
}

type OwnContext = Omit<RuleContext, "variables"> & Pick<FlowContext, "variables" | "methods">;

function findIn(flow: Flow, rules: readonly FlowRule[], app: OwnContext): void {
  const context: FlowContext = {
    ...app,
    nowhere: app.dataFlow.nowhere,
    files: app.app.files,
    // A flow whose methods are not known may run for requests outside of it.
    basePath: app.methods === undefined ? undefined : app.app.api.basePath.replace(/\/$/, "") || undefined,
  };
  const visitor = together(rules.map((rule) => rule(context)));
  visitor.flow(flow);
  for (const action of actionsOf(flow.statements)) {
    visitor.action(action);
    for (const template of factsOf(action).templates) {
      visitor.templateFacts(context.facts(template));
      visitTemplate(template.parts, { part: visitor.templatePart, value: visitor.templateValue });
    }
  }
  const { conditions, values, all } = flowExpressionsByUse(flow);
  for (const whole of all)
    walkExpression(whole, (inner, isPerNode) => visitor.expression(inner, isPerNode, whole));
  for (const condition of conditions) visitUses(condition, "condition", visitor.use);
  for (const value of values) visitUses(value, "value", visitor.use);
}

/** One visitor that calls all of them. */
function together(visitors: readonly FlowVisitor[]): Required<FlowVisitor> {
  const all = <K extends keyof FlowVisitor>(kind: K): Required<FlowVisitor>[K] => {
    const calls = visitors.flatMap((visitor) => (visitor[kind] as (...part: unknown[]) => void) ?? []);
    return (...part: unknown[]) => {
      for (const call of calls) call(...part);
    };
  };
  return {
    flow: all("flow"),
    action: all("action"),
    templateFacts: all("templateFacts"),
    templatePart: all("templatePart"),
    templateValue: all("templateValue"),
    expression: all("expression"),
    use: all("use"),
  };
}
