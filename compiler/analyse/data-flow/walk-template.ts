import { changed } from "../../source/changed.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { TemplateExpression, TemplatePart } from "../../syntax/template.js";
import { definedNames } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { unknownValue } from "../types/known.js";
import { templateType } from "../types/static-type.js";
import { whereFalse, whereTrue } from "./branches.js";
import { type Definitions, definition, either } from "./definitions.js";
import { variableSlot } from "./slots.js";
import { topicsOf } from "./topics.js";
import type { Use } from "./uses.js";

export interface TemplateWalk {
  read(expression: Expression, use: Use, place: Definitions): void;
  /** The same for what stands in a loop, or another command that has a context of its own. */
  readItem(expression: Expression, use: Use, place: Definitions): void;
  /** The types of the variables that were read. */
  readonly variables: VariableTypes;
}

/** Follows the commands of a template in order; its local variables are set at `place`. */
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
        value: part.value.operands.length === 1 ? part.value.operands[0] : undefined,
        isMaybe: false,
        assigned: "any",
      });
      break;
    case "if": {
      const rest = place.branch();
      const ways = part.branches.map(({ test, parts }) => {
        readOperands(test, "condition", rest, walk);
        const way = whereTrue(test.operands, "condition", rest);
        walkTemplate(parts, way, walk);
        whereFalse(test.operands, rest);
        return way;
      });
      walkTemplate(part.otherwise ?? [], rest, walk);
      place.merge(
        [...ways, rest],
        [
          ...part.branches.map(({ span }) => ({ kind: "branch", span }) as const),
          { kind: "none", span: part.span },
        ],
        topicsOf(part.branches.flatMap(({ test }) => test.operands)),
      );
      break;
    }
    case "with": {
      readOperands(part.context, "presence", place, walk);
      const way = whereTrue(part.context.operands, "presence", place);
      const otherwise = place.branch();
      walkTemplate(part.parts, way, changed(walk, { read: walk.readItem }));
      walkTemplate(part.otherwise ?? [], otherwise, walk);
      place.merge([way, otherwise]);
      break;
    }
    case "loop":
      walkLoop(part.over, part.parts, place, walk);
      break;
    default:
      break;
  }
}

/** Reads the operands of `??`. All but the last are only used if they exist. */
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

/** Reads the body of a loop. Each round may see what the round before it has set. */
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
    const before = definition(unknownValue, false, "any");
    round.set(slot, either(before, place.get(slot)));
  }
  walkTemplate(parts, round, changed(walk, { read: walk.readItem }));
  place.merge([round, place.branch()]);
}
