import { isRecord } from "../../source/changed.js";
import type { TemplateExpression, ValuePart } from "../../syntax/template.js";
import { waits } from "../expressions/calls.js";
import { climbs, isSelf } from "../expressions/climbs.js";

/** Tells whether something in a block, or in a block inside it, needs the context as a real node (see `climbs()`). */
export function contentClimbs(content: unknown): boolean {
  return somePart(
    content,
    (part) => hasOperand(part, climbs) || (usesName(part) && hasOperand(part.value, isSelf)),
  );
}

/** Tells whether something in a block, or in a block inside it, has to wait. */
export function contentWaits(content: unknown): boolean {
  return somePart(content, (part) => hasOperand(part, waits));
}

/** Tells whether a test is true for any object in the tree of a block's content, down to its expressions. */
function somePart(content: unknown, test: (part: object) => boolean): boolean {
  if (Array.isArray(content)) return content.some((each) => somePart(each, test));
  if (!isRecord(content)) return false;
  if (test(content)) return true;
  if (isExpression(content)) return false;
  return Object.keys(content).some(
    (key) => key !== "span" && key !== "command" && somePart(content[key], test),
  );
}

function isExpression(part: object): part is TemplateExpression {
  return "operands" in part;
}

function hasOperand(part: object, test: (operand: TemplateExpression["operands"][number]) => boolean) {
  return isExpression(part) && part.operands.some(test);
}

/** A pair producer, `{{: . }}`, also uses the name of the context node. */
function usesName(part: object): part is Pick<ValuePart, "value"> {
  const { kind, command } = part as
    | Partial<ValuePart>
    | { readonly kind: "producer"; readonly command?: undefined };
  return kind === "producer" || (kind === "value" && command?.use === "members");
}
