import type { TemplateExpression, TemplatePart } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { templateType, type VariableTypes } from "../types.js";
import { type Definitions, either } from "./definitions.js";
import { testedSlots } from "./reads.js";
import { definedNames } from "../walk.js";
import { variableSlot } from "./slots.js";
import type { Use } from "./uses.js";

export interface TemplateWalk {
  read(expression: Expression, use: Use, place: Definitions): void;
  /** What is known of variables that were read. */
  readonly variables: VariableTypes;
}

/** Follows the commands of a template in their order; `place` takes its local variables. */
export function walkTemplate(parts: readonly TemplatePart[], place: Definitions, walk: TemplateWalk): void {
  for (const part of parts) walkPart(part, place, walk);
}

function walkPart(part: TemplatePart, place: Definitions, walk: TemplateWalk): void {
  switch (part.kind) {
    case "placeholder":
    case "pairs":
      readOperands(part.value, "value", place, walk);
      break;
    case "define":
      readOperands(part.value, "value", place, walk);
      place.set(variableSlot(part.name), {
        type: templateType(part.value, walk.variables),
        json: undefined,
        isMaybe: false,
        assigned: "any",
      });
      break;
    case "if": {
      const ways = part.branches.map((branch) => {
        readOperands(branch.test, "condition", place, walk);
        const way = assuming(branch.test, "condition", place);
        walkTemplate(branch.parts, way, walk);
        return way;
      });
      place.merge([...ways, otherwise(part.otherwise, place, walk)]);
      break;
    }
    case "with": {
      readOperands(part.context, "presence", place, walk);
      const way = assuming(part.context, "presence", place);
      walkTemplate(part.parts, way, walk);
      place.merge([way, otherwise(part.otherwise, place, walk)]);
      break;
    }
    case "loop":
      walkLoop(part.over, part.parts, place, walk);
      break;
    default:
      break;
  }
}

/** All operands of `??` but the last are only taken if they are there. */
function readOperands(
  { operands }: TemplateExpression,
  use: Use,
  place: Definitions,
  walk: TemplateWalk,
): void {
  operands.forEach((operand, index) => {
    const isLast = index === operands.length - 1;
    walk.read(operand, use === "value" && !isLast ? "presence" : use, place);
  });
}

function otherwise(
  parts: readonly TemplatePart[] | undefined,
  place: Definitions,
  walk: TemplateWalk,
): Definitions {
  const way = place.branch();
  walkTemplate(parts ?? [], way, walk);
  return way;
}

/** A branch that runs only if the operands have said that there is something. */
function assuming({ operands }: TemplateExpression, use: Use, place: Definitions): Definitions {
  const way = place.branch();
  for (const operand of operands) for (const slot of testedSlots(operand, use)) way.assume(slot);
  return way;
}

/** A round may begin with what the one before it defined. */
function walkLoop(
  over: TemplateExpression,
  parts: readonly TemplatePart[],
  place: Definitions,
  walk: TemplateWalk,
): void {
  readOperands(over, "value", place, walk);
  const round = place.branch();
  for (const name of definedNames(parts)) {
    const slot = variableSlot(name);
    const before = { type: "any", json: undefined, isMaybe: false, assigned: "any" } as const;
    round.set(slot, either(before, place.get(slot)));
  }
  walkTemplate(parts, round, walk);
  place.merge([round, place.branch()]);
}
