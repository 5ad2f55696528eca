import { changed } from "../../source/changed.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { Block, TemplateExpression, TemplatePart } from "../../syntax/template.js";
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
    case "value":
      readOperands(part.value, "value", place, walk);
      if (part.defines === undefined) break;
      place.set(variableSlot(part.defines), {
        type: templateType(part.value, walk.variables),
        json: undefined,
        value: part.value.operands.length === 1 ? part.value.operands[0] : undefined,
        isMaybe: false,
        assigned: "any",
      });
      break;
    case "block":
      if (part.command.repeats) walkRounds(part, place, walk);
      else if (part.command.hasContext) walkContext(part, place, walk);
      else walkChoice(part, place, walk);
      break;
    default:
      break;
  }
}

function walkChoice(block: Block<TemplatePart>, place: Definitions, walk: TemplateWalk): void {
  const rest = place.branch();
  const ways = block.ways.map(({ value, parts }) => {
    readOperands(value, "condition", rest, walk);
    const way = whereTrue(value.operands, "condition", rest);
    walkTemplate(parts, way, walk);
    whereFalse(value.operands, rest);
    return way;
  });
  walkTemplate(block.otherwise ?? [], rest, walk);
  place.merge(
    [...ways, rest],
    [
      ...block.ways.map(({ span }) => ({ kind: "branch", span }) as const),
      { kind: "none", span: block.span },
    ],
    topicsOf(block.ways.flatMap(({ value }) => value.operands)),
  );
}

function walkContext(block: Block<TemplatePart>, place: Definitions, walk: TemplateWalk): void {
  const [{ value, parts }] = block.ways;
  readOperands(value, "presence", place, walk);
  const way = whereTrue(value.operands, "presence", place);
  const otherwise = place.branch();
  walkTemplate(parts, way, changed(walk, { read: walk.readItem }));
  walkTemplate(block.otherwise ?? [], otherwise, walk);
  place.merge([way, otherwise]);
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

/** Each round may see what the round before it has set. */
function walkRounds({ ways }: Block<TemplatePart>, place: Definitions, walk: TemplateWalk): void {
  const [{ value, parts }] = ways;
  readOperands(value, "value", place, walk);
  const round = place.branch();
  for (const name of definedNames(parts)) {
    const slot = variableSlot(name);
    const before = definition(unknownValue, false, "any");
    round.set(slot, either(before, place.get(slot)));
  }
  walkTemplate(parts, round, changed(walk, { read: walk.readItem }));
  place.merge([round, place.branch()]);
}
