import { call, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { changed, isRecord } from "../../source/changed.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression, PathExpression } from "../../syntax/xpath.js";
import { expressionCode } from "../xpath/conversions.js";
import { operandNodes, plainPath } from "../xpath/path.js";
import type { Scope } from "../xpath/scope.js";
import { valueCode } from "./expression.js";

/** `{{: a | b }}`: by name where the names are plain, so that no node is made for them. */
export function pairsCode({ operands }: TemplateExpression, scope: Scope): Doc {
  const [first, ...rest] = operands;
  if (rest.length > 0) return call(scope.use("pairs"), [valueCode({ operands }, scope).doc]);
  const named = namedChildren(first);
  if (named === undefined) return call(scope.use("pairs"), [operandNodes(first, scope)]);
  const base = expressionCode(named.base, scope).doc;
  return call(scope.use("pairs"), [base, ...named.names.map(quote)]);
}

/** Where the pairs are read from by their names, if they are. */
export const pairsBase = (pairs: TemplateExpression): Expression | undefined => namedPairs(pairs)?.base;

/** The parent and the names of pairs that are read by their names. */
export function namedPairs({ operands }: TemplateExpression): NamedChildren | undefined {
  const [only, ...rest] = operands;
  return rest.length > 0 ? undefined : namedChildren(only);
}

export interface NamedChildren {
  readonly base: Expression;
  readonly names: readonly string[];
}

/** The parent and the names of `x/a | x/b`, `a | b`, `x/*`. */
function namedChildren(expression: Expression): NamedChildren | undefined {
  if (expression.kind === "binary" && expression.operator === "|") {
    const left = namedChildren(expression.left);
    const right = namedChildren(expression.right);
    if (left === undefined || right === undefined || !samePath(left.base, right.base)) return undefined;
    return {
      base: left.base,
      names: [...left.names, ...right.names.filter((name) => !left.names.includes(name))],
    };
  }
  if (expression.kind !== "path") return undefined;
  const last = expression.steps.at(-1);
  if (last?.axis !== "child" || last.predicates.length > 0) return undefined;
  const steps = expression.steps.slice(0, -1);
  const base: PathExpression = changed(expression, { steps });
  if (plainPath(base) === undefined || expression.start === "root") return undefined;
  const whole: Expression =
    steps.length === 0 && typeof expression.start !== "string" ? expression.start : base;
  if (last.test.kind === "any-name") return { base: whole, names: ["*"] };
  if (last.test.kind !== "name" || plainPath(changed(expression, { steps: [last] })) === undefined)
    return undefined;
  return { base: whole, names: [last.test.name] };
}

/** Compares all but places. */
function samePath(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key === "span" || key === "nameSpan" || samePath(a[key], b[key]))
  );
}
