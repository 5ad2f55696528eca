import { code, join, number, quote } from "../../code/code.js";
import { concat, type Doc, group, indent, line } from "../../code/doc.js";
import { literal } from "../../code/literal.js";
import type { StaticType } from "../../syntax/static-type.js";

/** JavaScript for an expression; `level` is the precedence of its outermost operator. */
export interface Code {
  readonly doc: Doc;
  readonly type: StaticType;
  readonly level: number;
  /** The operands and operators of a chain, to be continued. */
  readonly chain?: readonly Doc[];
}

export const COALESCE = 0;
export const OR = 1;
export const AND = 2;
export const EQUALITY = 3;
export const RELATIONAL = 4;
export const ADDITIVE = 5;
export const MULTIPLICATIVE = 6;
export const UNARY = 7;
export const PRIMARY = 8;

export const primary = (doc: Doc, type: StaticType): Code => ({ doc, type, level: PRIMARY });

/** The code with parentheses where an operator of `level` would take it apart. */
export const operand = ({ doc, level: own }: Code, level: number): Doc =>
  own < level ? code`(${doc})` : doc;

export function infix(left: Code, operator: Doc, right: Code, level: number, type: StaticType): Code {
  // `a && b && c` is one chain, which breaks at all of its operators or at none.
  const before = left.level === level && left.chain !== undefined ? left.chain : [operand(left, level)];
  const chain = [...before, code` ${operator}`, line, operand(right, level + 1)];
  const [first, ...rest] = chain as [Doc, ...Doc[]];
  return { doc: group(code`${first}${indent(concat(rest))}`), type, level, chain };
}

/** `--1` would be something else. */
export const negation = (value: Code): Code => ({
  doc: code`-${operand(value, PRIMARY)}`,
  type: "number",
  level: UNARY,
});

export const complement = (value: Code): Code => ({
  doc: code`!${operand(value, UNARY)}`,
  type: "boolean",
  level: UNARY,
});

export function constantCode(value: string | number | boolean): Code {
  if (typeof value === "string") return primary(quote(value), "string");
  if (typeof value === "boolean") return primary(literal(value), "boolean");
  const isNegative = value < 0 || Object.is(value, -0);
  return { doc: number(value), type: "number", level: isNegative ? UNARY : PRIMARY };
}

/** `a ?? b ?? c` of codes that may be null. */
export function coalesced(codes: readonly Code[]): Code {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return only;
  const operands = codes.map((each) => operand(each, OR + 1));
  const doc = group(indent(join(code` ??${line}`, operands)));
  return { doc, type: "any", level: COALESCE };
}
