import type { TemplateExpression } from "../../syntax/template.js";
import { climbs, isSelf } from "../expressions/climbs.js";
import { waits } from "../expressions/waits.js";

/** Whether the content of a block asks for its context as a node (climbs.ts), blocks inside it included. */
export function contentClimbs(content: unknown): boolean {
  return somePart(
    content,
    (part) => hasOperand(part, climbs) || (isPairs(part) && hasOperand(part.value, isSelf)),
  );
}

/** Whether something has to be waited for in the content of a block, blocks inside it included. */
export function contentWaits(content: unknown): boolean {
  return somePart(content, (part) => hasOperand(part, waits));
}

/** Whether a test holds for any object that the content of a block is made of, down to its expressions. */
function somePart(content: unknown, test: (part: object) => boolean): boolean {
  if (Array.isArray(content)) return content.some((each) => somePart(each, test));
  if (typeof content !== "object" || content === null) return false;
  if (test(content)) return true;
  if (isExpression(content)) return false;
  return Object.entries(content).some(([key, value]) => key !== "span" && somePart(value, test));
}

function isExpression(part: object): part is TemplateExpression {
  return "operands" in part;
}

function hasOperand(part: object, test: (operand: TemplateExpression["operands"][number]) => boolean) {
  return isExpression(part) && part.operands.some(test);
}

/** A pair producer takes the name of the context node too: `{{: . }}`. */
function isPairs(part: object): part is { readonly kind: "pairs"; readonly value: TemplateExpression } {
  return "kind" in part && part.kind === "pairs";
}
