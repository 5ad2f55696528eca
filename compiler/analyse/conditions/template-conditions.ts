import { changed } from "../../source/changed.js";
import type { TemplateExpression, TemplatePart } from "../../syntax/template.js";
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
      case "placeholder":
      case "pairs":
        this.#values(part.value, scope);
        break;
      case "define":
        this.#values(part.value, scope);
        scope.known.change(variableSlot(part.name));
        break;
      case "if":
        this.#if(part, scope);
        break;
      case "loop":
      case "with": {
        this.#values(part.kind === "loop" ? part.over : part.context, scope);
        const inside = scope.known.branch();
        inside.change(contextRead);
        // Each round sees what the round before it has set.
        for (const name of definedNames(part.parts)) inside.change(variableSlot(name));
        this.parts(part.parts, { known: inside, isJson: false });
        const otherwise = scope.known.branch();
        if (part.kind === "with") this.parts(part.otherwise ?? [], changed(scope, { known: otherwise }));
        this.#join([otherwise], [part], scope.known);
        break;
      }
      default:
        break;
    }
  }

  #if(part: Extract<TemplatePart, { kind: "if" }>, scope: ConditionScope): void {
    const rest = changed(scope, { known: scope.known.branch() });
    const ways = part.branches.map(({ test, parts }) => {
      const [condition, second] = test.operands;
      const way = changed(scope, { known: rest.known.branch() });
      // With `??`, nobody knows which operand has decided.
      if (second === undefined) {
        this.condition(condition, rest);
        this.judge.assume(condition, true, way);
      } else this.#values(test, rest);
      this.parts(parts, way);
      if (second === undefined) this.judge.assume(condition, false, rest);
      return way.known;
    });
    this.parts(part.otherwise ?? [], rest);
    this.#join([...ways, rest.known], [part], scope.known);
  }

  #join(ways: readonly Assumptions[], parts: readonly TemplatePart[], known: Assumptions): void {
    for (const way of ways) known.join(way);
    for (const name of definedNames(parts)) known.change(variableSlot(name));
  }

  #values({ operands }: TemplateExpression, scope: ConditionScope): void {
    for (const operand of operands) this.value(operand, scope);
  }
}
