import { factsOf, requestsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { Action, IfStatement, Statement } from "../../syntax/flow.js";
import { type Input, isMain } from "../../syntax/location.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { Assumptions } from "../conditions/assumptions.js";
import type { DomainFacts } from "../conditions/domains.js";
import { type ConditionScope, isJunction, Judge, sentKey, sentRead } from "../conditions/judge.js";
import { contentRead, contextRead } from "../conditions/keys.js";
import { isSingle } from "../conditions/single.js";
import { TemplateConditions } from "../conditions/template-conditions.js";
import { variableSlot } from "../data-flow/slots.js";
import { setsMainContent } from "../data-flow/walk-flow.js";
import { alwaysEnds, endsWhenRun } from "../flows/ends.js";
import type { FlowContext, FlowRule } from "./rule.js";

/** Finds conditions, and operands of `and` and `or`, that are decided where they stand. */
export const decidedConditions: FlowRule = ({
  methods,
  known,
  templates,
  jsonTypesOf,
  valuesOf,
  reporter,
}) => ({
  flow({ statements }) {
    const facts = { methods, variables: known, jsonTypesOf, valuesOf };
    const conditions = new FlowConditions(facts, new Judge(facts, reporter), templates);
    conditions.statements(statements, new Assumptions());
  },
});

class FlowConditions {
  readonly #templates: TemplateConditions;

  constructor(
    private readonly facts: DomainFacts,
    private readonly judge: Judge,
    private readonly bodies: FlowContext["templates"],
  ) {
    this.#templates = new TemplateConditions(
      judge,
      (expression, scope) => this.#value(expression, scope),
      (condition, scope) => this.#condition(condition, scope),
    );
  }

  statements(statements: readonly Statement[], known: Assumptions): void {
    for (const statement of statements) {
      this.#statement(statement, known);
      if (alwaysEnds(statement)) return;
    }
  }

  #statement(statement: Statement, known: Assumptions): void {
    if (statement.kind === "if") {
      this.#if(statement, known);
      return;
    }
    const { condition } = statement;
    const way = known.branch();
    if (condition !== undefined) {
      this.#condition(condition, atContent(known));
      this.judge.assume(condition, true, atContent(way));
    }
    if (statement.kind === "action") this.#action(statement, way);
    if (condition !== undefined && endsWhenRun(statement))
      this.judge.assume(condition, false, atContent(known));
    else known.join(way);
    if (condition === undefined && statement.kind === "action") this.#sent(statement, known);
  }

  /** Records the requests that an action has sent in any case. */
  #sent(action: Action, known: Assumptions): void {
    for (const { id, config } of requestsOf(action, this.bodies))
      if (id !== undefined && config !== undefined)
        known.add(sentKey(id), { holds: true, span: action.span });
  }

  #if({ branches, otherwise }: IfStatement, known: Assumptions): void {
    const rest = known.branch();
    const ways: Assumptions[] = [];
    // Behind branches that end, their conditions are false; behind others, nobody knows.
    let isCertain = true;
    for (const { test, statements } of branches) {
      this.#condition(test, atContent(rest));
      const way = rest.branch();
      this.judge.assume(test, true, atContent(way));
      this.statements(statements, way);
      this.judge.assume(test, false, atContent(rest));
      isCertain &&= statements.some(alwaysEnds);
      if (isCertain) this.judge.assume(test, false, atContent(known));
      else if (!statements.some(alwaysEnds)) ways.push(way);
    }
    this.statements(otherwise ?? [], rest);
    const [only, ...others] = branches;
    if (otherwise?.some(alwaysEnds) !== true) ways.push(rest);
    else if (only !== undefined && others.length === 0) this.judge.assume(only.test, true, atContent(known));
    for (const way of ways) known.join(way);
  }

  #action(action: Action, known: Assumptions): void {
    const { conditions, asserts, expressions, templates, reads, calls, sets, writesContent } =
      factsOf(action);
    for (const condition of conditions) this.#condition(condition, atContent(known));
    for (const comparison of asserts) this.judge.checkAsserted(comparison, atContent(known));
    for (const expression of expressions)
      if (!conditions.includes(expression)) this.#value(expression, atContent(known));
    for (const { parts } of templates) this.#templates.parts(parts, this.#inside(reads, known));
    if (calls !== undefined) {
      known.changeAll();
      return;
    }
    for (const { name } of sets) known.change(variableSlot(name));
    const isSent = definitionOf(action).requests !== undefined;
    if (isSent) for (const name of ["upstream", "error"]) known.change(variableSlot(name));
    if (isSent || writesContent !== undefined || setsMainContent(action) || reads.kind !== "none")
      known.change(contentRead);
    if (isSent || setsMainContent(action)) known.change(contextRead);
    if (sets.some(({ name }) => name === "upstream")) known.change(sentRead);
  }

  /** Where the paths of an action's templates begin. */
  #inside(reads: Input, known: Assumptions): ConditionScope {
    if (isMain(reads)) return atContent(known.branch());
    const inside = known.branch();
    inside.change(contextRead);
    const isJson =
      reads.kind === "body" ||
      (reads.kind === "expression" && isSingle(reads.expression, false, this.facts.variables));
    return { known: inside, isJson };
  }

  #condition(condition: Expression, scope: ConditionScope): void {
    this.#predicatesOf(condition);
    this.judge.check(condition, scope);
  }

  /** Checks the operands of `and` and `or` in a value, and its predicates. */
  #value(expression: Expression, scope: ConditionScope): void {
    this.#predicatesOf(expression);
    if (isJunction(expression)) this.judge.check(expression, scope);
  }

  #predicatesOf(expression: Expression): void {
    walkExpression(expression, (inner) => {
      if (inner.kind === "path") for (const { predicates } of inner.steps) this.#predicates(predicates);
      if (inner.kind === "filter") this.#predicates(inner.predicates);
    });
  }

  #predicates(predicates: readonly Expression[]): void {
    for (const predicate of predicates) {
      // A number asks for a position.
      if (predicate.kind === "number" || predicate.kind === "negate") continue;
      this.judge.check(predicate, { known: new Assumptions(), isJson: false });
    }
  }
}

function atContent(known: Assumptions): ConditionScope {
  return { known, isJson: false };
}
