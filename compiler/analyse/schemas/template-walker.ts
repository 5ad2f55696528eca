import type { Template, TemplateExpression, TemplatePart } from "../../syntax/template.js";
import { definedIn } from "../check-variables.js";
import { commonType, itemType, type NodeScope, type NodeType, type NodeTyper } from "./node-types.js";

/** Finds the types of all expressions of a template, with the contexts and variables that its commands set. */
export class TemplateWalker {
  /** Variables of the template; one that it sets more than once may be anything. */
  readonly #variables = new Map<string, NodeType | undefined>();
  readonly #scope: NodeScope;

  constructor(
    private readonly typer: NodeTyper,
    private readonly template: Template,
    scope: NodeScope,
  ) {
    const variable = (name: string) =>
      this.#variables.has(name) ? this.#variables.get(name) : scope.variable(name);
    this.#scope = { ...scope, variable };
  }

  walk(): void {
    const names = new Set<string>();
    for (const name of definedIn(this.template)) {
      if (names.has(name)) this.#variables.set(name, undefined);
      names.add(name);
    }
    this.#parts(this.template.parts, this.#scope.context);
  }

  #parts(parts: readonly TemplatePart[], context: NodeType | undefined): void {
    for (const part of parts) this.#part(part, context);
  }

  #part(part: TemplatePart, context: NodeType | undefined): void {
    switch (part.kind) {
      case "placeholder":
      case "pairs":
        this.#typeOf(part.value, context);
        break;
      case "define": {
        const type = this.#typeOf(part.value, context);
        if (!this.#variables.has(part.name)) this.#variables.set(part.name, type);
        break;
      }
      case "if":
        for (const { test, parts } of part.branches) {
          this.#typeOf(test, context);
          this.#parts(parts, context);
        }
        this.#parts(part.otherwise ?? [], context);
        break;
      case "loop":
        this.#parts(part.parts, itemType(this.#typeOf(part.over, context)));
        break;
      case "with":
        this.#parts(part.parts, this.#typeOf(part.context, context));
        this.#parts(part.otherwise ?? [], context);
        break;
      default:
        break;
    }
  }

  #typeOf({ operands }: TemplateExpression, context: NodeType | undefined): NodeType | undefined {
    return commonType(operands.map((operand) => this.typer.typeOf(operand, { ...this.#scope, context })));
  }
}
