import {
  binary,
  type Chain,
  code,
  literal,
  number,
  type Operator,
  parenthesized,
  quote,
} from "../../code/code.js";
import { type Doc, way } from "../../code/doc.js";
import type { Span } from "../../source/source-text.js";
import type { StaticType } from "../../syntax/static-type.js";

/** JavaScript for an expression; `level` is the precedence of its outermost operator. */
export interface Code {
  readonly doc: Doc;
  readonly type: StaticType;
  readonly level: number;
  /** Its operands and operators, to be continued. */
  readonly chain?: Chain;
}

/** Operators of JavaScript, the ones that bind least tightly first. */
export const precedence = {
  coalesce: 0,
  or: 1,
  and: 2,
  equality: 3,
  relational: 4,
  additive: 5,
  multiplicative: 6,
  unary: 7,
  primary: 8,
} as const;

export const primary = (doc: Doc, type: StaticType): Code => ({ doc, type, level: precedence.primary });

/** The code with parentheses where an operator of `level` would take it apart. */
export const operand = ({ doc, level: own }: Code, level: number): Doc =>
  own < level ? parenthesized(doc) : doc;

export function infix(left: Code, operator: Operator, right: Code, level: number, type: StaticType): Code {
  // `a && b && c` is one chain, which breaks at all of its operators or at none.
  const { first, rest } = chainOf(left, operator, level);
  const chain = { first, rest: [...rest, { operator, operand: side(right, operator, level + 1) }] };
  return { doc: binary(chain), type, level, chain };
}

function chainOf(left: Code, operator: Operator, level: number): Chain {
  if (left.level !== level || left.chain === undefined)
    return { first: side(left, operator, level), rest: [] };
  const before = left.chain.rest.at(-1)?.operator;
  return continues(before, operator) ? left.chain : { first: parenthesized(left.doc), rest: [] };
}

/** Tells whether the reader needs no parentheses to see in which order operators of one level are applied. */
const continues = (before: Operator | undefined, operator: Operator): boolean =>
  isSum(operator) || (before === operator && operator !== "%" && !operator.endsWith("=="));

const isSum = (operator: Operator): boolean => operator === "+" || operator === "-";

/** An operand, with parentheses also where they only help the reader: `a + (b % c)`. */
const side = (code: Code, operator: Operator, level: number): Doc =>
  isSum(operator) && code.chain?.rest.at(-1)?.operator === "%"
    ? parenthesized(code.doc)
    : operand(code, level);

/** `--1` would be something else. */
export const negation = (value: Code): Code => ({
  doc: code`-${operand(value, precedence.primary)}`,
  type: "number",
  level: precedence.unary,
});

export const complement = (value: Code): Code => ({
  doc: code`!${operand(value, precedence.unary)}`,
  type: "boolean",
  level: precedence.unary,
});

export function constantCode(value: string | number | boolean): Code {
  if (typeof value === "string") return primary(quote(value), "string");
  if (typeof value === "boolean") return primary(literal(value), "boolean");
  const isNegative = value < 0 || Object.is(value, -0);
  return { doc: number(value), type: "number", level: isNegative ? precedence.unary : precedence.primary };
}

/** `a ?? b ?? c` of codes that may be null. JavaScript wants `a ?? (b && c)` to be written so (ECMA-262 §13.13). */
export function coalesced(codes: readonly Code[], span: Span): Code {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return only;
  const [first, ...rest] = codes.map((each) => operand(each, precedence.and + 1)) as [Doc, ...Doc[]];
  const doc = binary({
    first,
    rest: rest.map((each) => ({
      operator: "??",
      operand: way({ span, kind: "default", hasOther: true }, each),
    })),
  });
  return { doc, type: "any", level: precedence.coalesce };
}
