import { functions } from "../../constructs/functions/index.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { Domain } from "./domain.js";

/** What a value can be by how it is computed: a text in lower case, say, or a rest. */
export function computedDomain(expression: Expression): Domain | undefined {
  if (expression.kind === "call") return ofCall(expression);
  if (expression.kind !== "binary" || expression.operator !== "mod") return undefined;
  const { right } = expression;
  return right.kind === "number" && right.value > 0 ? restOf(right.value) : undefined;
}

function ofCall({ name, arguments: given }: FunctionCall): Domain | undefined {
  const definition = functions.get(name);
  const form = definition?.yieldsText;
  if (form !== undefined) return ofTexts(form.why, form.has);
  const [, , length] = given;
  if (definition?.cutsText !== true || length?.kind !== "number" || !Number.isInteger(length.value))
    return undefined;
  const longest = Math.max(0, length.value);
  // XPath counts code points.
  return ofTexts(`a text of at most ${longest} characters`, (text) => [...text].length <= longest);
}

/** Texts of a form. Beside a number, they count as one, which may be written in any form. */
const ofTexts = (why: string, has: (text: string) => boolean): Domain => ({
  why,
  values: [],
  has: (constant) => typeof constant === "number" || has(constant),
});

/** The rest of a division has the sign of its left operand (XPath 1.0, section 3.5). */
const restOf = (divisor: number): Domain => ({
  why: `a number between -${divisor} and ${divisor}`,
  values: [],
  has: (constant) => typeof constant === "string" || Math.abs(constant) < divisor,
});
