import type { Span } from "../source/source-text.js";

/** An expression of XPath 1.0 (W3C recommendation of 16 November 1999), section 3. */
export type Expression =
  | BinaryExpression
  | { readonly kind: "negate"; readonly span: Span; readonly operand: Expression }
  | PathExpression
  | FilterExpression
  | VariableReference
  | { readonly kind: "literal"; readonly span: Span; readonly value: string }
  | { readonly kind: "number"; readonly span: Span; readonly value: number }
  | FunctionCall;

export interface VariableReference {
  readonly kind: "variable";
  readonly span: Span;
  readonly name: string;
}

export type BinaryOperator =
  | "or"
  | "and"
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "div"
  | "mod"
  | "|";

export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

const comparisons: ReadonlySet<string> = new Set<Comparison>(["=", "!=", "<", "<=", ">", ">="]);

/** The same comparison with its operands exchanged. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

export function isComparison(operator: BinaryOperator): operator is Comparison {
  return comparisons.has(operator);
}

export interface BinaryExpression {
  readonly kind: "binary";
  readonly span: Span;
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `start` is the context node, the root of its document, or the expression before the first `/`. */
export interface PathExpression {
  readonly kind: "path";
  readonly span: Span;
  readonly start: "context" | "root" | Expression;
  readonly steps: readonly Step[];
}

/** A path that starts from a variable: the names of its steps to children, and `undefined` for any other step. */
export function pathFromVariable(
  expression: Expression,
): { readonly variable: VariableReference; readonly names: readonly (string | undefined)[] } | undefined {
  if (expression.kind !== "path") return undefined;
  const { start, steps } = expression;
  if (typeof start === "string" || start.kind !== "variable") return undefined;
  const names = steps.map(({ axis, test }) =>
    axis === "child" && test.kind === "name" ? test.name : undefined,
  );
  return { variable: start, names };
}

/** A primary expression with predicates: `$x[1]`, `(//a)[last()]`. */
interface FilterExpression {
  readonly kind: "filter";
  readonly span: Span;
  readonly primary: Expression;
  readonly predicates: readonly Expression[];
}

export interface FunctionCall {
  readonly kind: "call";
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly Expression[];
  /** An expression inside a constant argument, such as the key of `sort()`. */
  readonly embedded: Expression | undefined;
}

export interface Step {
  readonly kind: "step";
  readonly span: Span;
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
}

export const axes = [
  "ancestor",
  "ancestor-or-self",
  "attribute",
  "child",
  "descendant",
  "descendant-or-self",
  "following",
  "following-sibling",
  "namespace",
  "parent",
  "preceding",
  "preceding-sibling",
  "self",
] as const;

export type Axis = (typeof axes)[number];

export type NodeTest =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "any-name" }
  | { readonly kind: "any-in-namespace"; readonly prefix: string }
  | { readonly kind: "type"; readonly type: "node" | "text" | "comment" }
  | { readonly kind: "processing-instruction"; readonly target: string | undefined };
