import type { StaticType } from "../../analyse/types/static-type.js";
import { quote } from "../../code/code.js";
import { concat, type Doc, group, indent, line, text } from "../../code/doc.js";

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
export const operand = (code: Code, level: number): Doc =>
  code.level < level ? concat([text("("), code.doc, text(")")]) : code.doc;

export function infix(left: Code, operator: string, right: Code, level: number, type: StaticType): Code {
  // `a && b && c` is one chain, which breaks at all of its operators or at none.
  const before = left.level === level && left.chain !== undefined ? left.chain : [operand(left, level)];
  const chain = [...before, text(` ${operator}`), line, operand(right, level + 1)];
  const [first, ...rest] = chain as [Doc, ...Doc[]];
  return { doc: group(concat([first, indent(concat(rest))])), type, level, chain };
}

export function negation(code: Code): Code {
  const isNegative = code.doc.kind === "text" && code.doc.value.startsWith("-");
  const inner = isNegative || code.level <= UNARY ? concat([text("("), code.doc, text(")")]) : code.doc;
  return { doc: concat([text("-"), inner]), type: "number", level: UNARY };
}

export function constantCode(value: string | number | boolean): Code {
  if (typeof value === "string") return primary(quote(value), "string");
  if (typeof value === "boolean") return primary(text(String(value)), "boolean");
  const isNegative = value < 0 || Object.is(value, -0);
  return {
    doc: text(Object.is(value, -0) ? "-0" : String(value)),
    type: "number",
    level: isNegative ? UNARY : PRIMARY,
  };
}

/** `a ?? b ?? c` of codes that may be null. */
export function coalesced(codes: readonly Code[]): Code {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return only;
  const parts = codes.map((code) => operand(code, OR + 1));
  const doc = group(
    indent(concat(parts.flatMap((part, index) => (index === 0 ? [part] : [text(" ??"), line, part])))),
  );
  return { doc, type: "any", level: COALESCE };
}
