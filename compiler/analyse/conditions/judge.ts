import { nearest } from "../../../runtime/base/nearest.js";
import { parseNumber } from "../../../runtime/data/model/string-value.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { changed } from "../../source/changed.js";
import { lineText, type Span, textOf } from "../../source/source-text.js";
import { type Expression, isComparison, mirrored, pathFromVariable } from "../../syntax/xpath.js";
import { converted } from "../expressions/converted.js";
import { staticType } from "../types/static-type.js";
import type { Assumptions, Fact } from "./assumptions.js";
import { type Constraint, decide } from "./constraints.js";
import { type DomainFacts, domainOf, outcomeIn } from "./domains.js";
import { type Key, keyOf } from "./keys.js";
import { isSingle } from "./single.js";
import { alwaysThere, constantTruth } from "./truth.js";

/** Where a condition stands. */
export interface ConditionScope {
  readonly known: Assumptions;
  /** Its paths begin at one node of JSON. */
  readonly isJson: boolean;
}

/** Judges conditions by their form, by what their values can be, and by the conditions before them. */
export class Judge {
  constructor(
    private readonly facts: DomainFacts,
    private readonly reporter: Reporter,
  ) {}

  /** Reports the parts of a condition that are decided. `isOr`: it stands behind another operand of `or`. */
  check(condition: Expression, scope: ConditionScope, isOr = false): void {
    if (isJunction(condition)) {
      this.#checkJunction(condition, scope, isOr);
      return;
    }
    const inner = converted(condition);
    if (inner !== undefined) this.check(inner.operand, scope, isOr);
    else this.#checkAtom(condition, scope, isOr);
  }

  /** Reports a comparison of which an earlier condition says that it holds. */
  checkAsserted(atom: Expression, scope: ConditionScope): void {
    const decided = this.#decide(atom, comparedWithConstant(atom), scope, false);
    if (decided?.holds === true) this.#decided(atom.span, true, decided.by);
  }

  #checkJunction(junction: Junction, scope: ConditionScope, isOr: boolean): void {
    const key = keyOf(junction);
    const fact = key && scope.known.get(key);
    if (fact !== undefined) {
      this.#decided(junction.span, fact.holds, fact);
      return;
    }
    const isAnd = junction.operator === "and";
    const behind = changed(scope, { known: scope.known.branch() });
    for (const [index, operand] of operandsOf(junction).entries()) {
      this.check(operand, behind, index === 0 ? isOr : !isAnd);
      this.assume(operand, isAnd, behind);
    }
  }

  /** Records that a condition is true, or that it is not. */
  assume(condition: Expression, holds: boolean, scope: ConditionScope): void {
    if (isJunction(condition)) {
      this.#record(condition, holds, scope);
      if (holds !== (condition.operator === "and")) return;
      for (const operand of operandsOf(condition)) this.assume(operand, holds, scope);
      return;
    }
    const inner = converted(condition);
    if (inner !== undefined) this.assume(inner.operand, holds !== inner.isNegated, scope);
    else this.#assumeAtom(condition, holds, scope);
  }

  #record(condition: Expression, holds: boolean, { known }: ConditionScope): Key | undefined {
    const key = keyOf(condition);
    if (key !== undefined) known.add(key, { holds, span: condition.span });
    return key;
  }

  #assumeAtom(atom: Expression, holds: boolean, scope: ConditionScope): void {
    if (this.#record(atom, holds, scope) === undefined) return;
    const compared = comparedWithConstant(atom);
    const key = compared && keyOf(compared.value);
    if (compared === undefined || key === undefined) return;
    scope.known.addConstraint(key, changed(compared.constraint, { holds, span: atom.span }));
    // A value that is compared is there.
    if (holds && this.#typeOf(compared.value) === "nodes") scope.known.add(key, { holds, span: atom.span });
  }

  #checkAtom(atom: Expression, scope: ConditionScope, isOr: boolean): void {
    const constant = constantTruth(atom, this.facts.variables);
    if (constant !== undefined) {
      this.reporter.report(atom.span, "constantCondition", constant);
      return;
    }
    if (this.#checkSent(atom, scope) || this.#checkOperands(atom, scope)) return;
    const compared = comparedWithConstant(atom);
    if (compared !== undefined && this.#checkDomain(compared)) return;
    const decided = this.#decide(atom, compared, scope, isOr);
    if (decided !== undefined) this.#decided(atom.span, decided.holds, decided.by);
  }

  /** Reports a condition that asks whether there is an answer to a request that has been sent in any case. */
  #checkSent(atom: Expression, { known }: ConditionScope): boolean {
    const { variable, names = [] } = pathFromVariable(atom) ?? {};
    const [id, member, ...others] = names;
    if (variable?.name !== "upstream" || id === undefined || others.length > 0 || keyOf(atom) === undefined)
      return false;
    if (member !== undefined && !ofAnswers.has(member)) return false;
    if (known.get(sentKey(id)) === undefined || textOf(atom.span).includes("[")) return false;
    this.reporter.report(atom.span, "constantCondition", alwaysThere(textOf(atom.span)));
    return true;
  }

  #decided({ source, start, end }: Span, isAlways: boolean, { span }: Fact): void {
    const line = span.source.place(span.start).line;
    const isSame = span.source === source && source.place(start).line === line;
    const where = isSame ? "an earlier part of this line" : `the condition in ${lineText(span, source)}`;
    this.reporter.report(source.span(start, end), "decidedCondition", { isAlways, where });
  }

  #decide(
    atom: Expression,
    compared: Compared | undefined,
    { known, isJson }: ConditionScope,
    isOr: boolean,
  ): { holds: boolean; by: Fact } | undefined {
    const key = keyOf(atom);
    const same = key && known.get(key);
    if (same !== undefined) return { holds: same.holds, by: same };
    const valueKey = compared && keyOf(compared.value);
    if (compared === undefined || valueKey === undefined) return undefined;
    const type = this.#typeOf(compared.value);
    const there = type === "nodes" ? known.get(valueKey) : undefined;
    if (there?.holds === false) return { holds: false, by: there };
    const subject = {
      isNumber: type === "number",
      isSingle: isSingle(compared.value, isJson, this.facts.variables),
      mayBeMissing: type === "nodes" || type === "any",
    };
    for (const by of known.constraints(valueKey)) {
      const holds = decide(compared.constraint, by, subject);
      if (holds === undefined || (holds === "ifPresent" && !isOr)) continue;
      return { holds: holds !== false, by };
    }
    return undefined;
  }

  /** Reports a comparison of a value with itself. Numbers are left out: that is how to ask for NaN. */
  #checkOperands(atom: Expression, { isJson }: ConditionScope): boolean {
    if (atom.kind !== "binary" || !isComparison(atom.operator)) return false;
    const { operator, left, right } = atom;
    const key = keyOf(left);
    if (key === undefined || key.text !== keyOf(right)?.text) return false;
    const isEquality = operator === "=" || operator === "!=";
    if (isEquality && this.#typeOf(left) === "number") return false;
    const isAlways = operator === "=" || operator === "<=" || operator === ">=";
    if (!isAlways && !isSingle(left, isJson, this.facts.variables)) return false;
    this.reporter.report(right.span, "sameOperands", { isAlways });
    return true;
  }

  /** Reports a comparison with something that the value can never be. */
  #checkDomain({ value, constraint, span }: Compared): boolean {
    const { constant, operator } = constraint;
    const isText = typeof constant === "string" && Number.isNaN(parseNumber(constant));
    // FLOW2050 tells of the order of a text.
    if (isText && operator !== "=" && operator !== "!=") return false;
    const domain = domainOf(value, this.facts);
    const outcome = domain && outcomeIn(domain, constraint);
    if (domain === undefined || outcome === undefined) return false;
    this.reporter.report(span, "impossibleValue", {
      subject: textOf(value.span),
      why: domain.why,
      isAlways: outcome,
      nearest: typeof constant === "string" ? meant(constant, domain.values) : undefined,
    });
    return true;
  }

  #typeOf(expression: Expression) {
    return staticType(expression, (variable) => this.facts.variables(variable).type);
  }
}

/** The members of `$upstream/<id>` that are there also where the request has failed. */
const ofAnswers: ReadonlySet<string> = new Set(["url", "status", "headers"]);

/** The key of the fact that a request has been sent. */
export const sentKey = (id: string): Key => ({ text: `sent ${id}`, reads: new Set([sentRead]) });

/** What has to change before it is not known any more that a request has been sent. */
export const sentRead = "sent";

/** A comparison of a value with a constant. */
interface Compared {
  readonly value: Expression;
  readonly constraint: Constraint;
  /** The constant. */
  readonly span: Span;
}

function comparedWithConstant(atom: Expression): Compared | undefined {
  if (atom.kind !== "binary" || !isComparison(atom.operator)) return undefined;
  const { operator, left, right } = atom;
  const ofRight = constantOf(right);
  if (ofRight !== undefined)
    return { value: left, constraint: { operator, constant: ofRight }, span: right.span };
  const ofLeft = constantOf(left);
  if (ofLeft === undefined) return undefined;
  return { value: right, constraint: { operator: mirrored[operator], constant: ofLeft }, span: left.span };
}

function constantOf(expression: Expression): string | number | undefined {
  if (expression.kind === "literal" || expression.kind === "number") return expression.value;
  if (expression.kind === "negate" && expression.operand.kind === "number") return -expression.operand.value;
  return undefined;
}

/** A chain of operands of `and`, or of `or`. */
type Junction = Extract<Expression, { kind: "binary" }>;

export function isJunction(condition: Expression): condition is Junction {
  return condition.kind === "binary" && (condition.operator === "and" || condition.operator === "or");
}

/** The operands of a chain of one operator. */
function operandsOf({ operator, left, right }: Junction): readonly Expression[] {
  const operands: Expression[] = [];
  const pending = [right, left];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isJunction(next) && next.operator === operator) pending.push(next.right, next.left);
    else operands.push(next);
  }
  return operands;
}

/** The value that the author of another one most likely meant. */
function meant(text: string, values: readonly string[]): string | undefined {
  const small = text.toLowerCase();
  const found = values.find((value) => value.toLowerCase() === small) ?? nearest(text, values);
  return found === undefined ? undefined : `'${found}'`;
}
