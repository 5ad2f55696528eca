import { changed } from "../../source/changed.js";
import type { Block, TemplateExpression, TemplatePart } from "../../syntax/template.js";
import { definedNames } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { variableSlot } from "../data-flow/slots.js";
import type { Assumptions } from "./assumptions.js";
import type { ConditionScope, Judge } from "./judge.js";
import { contextRead } from "./keys.js";

/** Follows the commands of templates, as `FlowConditions` does the statements of flows. */
export class TemplateConditions {
  constructor(
    private readonly judge: Judge,
    private readonly value: (expression: Expression, scope: ConditionScope) => void,
    private readonly condition: (condition: Expression, scope: ConditionScope) => void,
  ) {}

  parts(parts: readonly TemplatePart[], scope: ConditionScope): void {
    for (const part of parts) this.#part(part, scope);
  }

  #part(part: TemplatePart, scope: ConditionScope): void {
    switch (part.kind) {
      case "value":
        this.#values(part.value, scope);
        if (part.defines !== undefined) scope.known.change(variableSlot(part.defines));
        break;
      case "block":
        if (part.command.hasContext) this.#context(part, scope);
        else this.#choice(part, scope);
        break;
      default:
        break;
    }
  }

  #context(block: Block<TemplatePart>, scope: ConditionScope): void {
    for (const { value, parts } of block.ways) {
      this.#values(value, scope);
      const inside = scope.known.branch();
      inside.change(contextRead);
      // Each round sees what the round before it has set.
      for (const name of definedNames(parts)) inside.change(variableSlot(name));
      this.parts(parts, { known: inside, isJson: false });
    }
    const otherwise = scope.known.branch();
    this.parts(block.otherwise ?? [], changed(scope, { known: otherwise }));
    this.#join([otherwise], block, scope.known);
  }

  #choice(block: Block<TemplatePart>, scope: ConditionScope): void {
    const rest = changed(scope, { known: scope.known.branch() });
    const ways = block.ways.map(({ value, parts }) => {
      const [condition, second] = value.operands;
      const way = changed(scope, { known: rest.known.branch() });
      // With `??`, nobody knows which operand has decided.
      if (second === undefined) {
        this.condition(condition, rest);
        this.judge.assume(condition, true, way);
      } else this.#values(value, rest);
      this.parts(parts, way);
      if (second === undefined) this.judge.assume(condition, false, rest);
      return way.known;
    });
    this.parts(block.otherwise ?? [], rest);
    this.#join([...ways, rest.known], block, scope.known);
  }

  #join(ways: readonly Assumptions[], block: Block<TemplatePart>, known: Assumptions): void {
    for (const way of ways) known.join(way);
    for (const name of definedNames([block])) known.change(variableSlot(name));
  }

  #values({ operands }: TemplateExpression, scope: ConditionScope): void {
    for (const operand of operands) this.value(operand, scope);
  }
}
