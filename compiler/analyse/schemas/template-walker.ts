import { changed } from "../../source/changed.js";
import type { Template, TemplateExpression, TemplatePart } from "../../syntax/template.js";
import { definedNames } from "../../syntax/visit-template.js";
import {
  commonSchema,
  itemSchema,
  type NodeSchema,
  type SchemaFinder,
  type SchemaScope,
} from "./schema-finder.js";

/**
 * Finds the schemas for all expressions of a template, with the contexts and local variables that its
 * commands set.
 */
export class TemplateWalker {
  /** The local variables. One that is set more than once may be anything. */
  readonly #variables = new Map<string, NodeSchema | undefined>();
  readonly #scope: SchemaScope;

  constructor(
    private readonly finder: SchemaFinder,
    private readonly template: Template,
    scope: SchemaScope,
  ) {
    const variable = (name: string) =>
      this.#variables.has(name) ? this.#variables.get(name) : scope.variable(name);
    this.#scope = changed(scope, { variable });
  }

  walk(): void {
    const names = new Set<string>();
    for (const name of definedNames(this.template.parts)) {
      if (names.has(name)) this.#variables.set(name, undefined);
      names.add(name);
    }
    this.#parts(this.template.parts, this.#scope.context);
  }

  #parts(parts: readonly TemplatePart[], context: NodeSchema | undefined): void {
    for (const part of parts) this.#part(part, context);
  }

  #part(part: TemplatePart, context: NodeSchema | undefined): void {
    switch (part.kind) {
      case "placeholder":
      case "pairs":
        this.#schemaOf(part.value, context);
        break;
      case "define": {
        const nodes = this.#schemaOf(part.value, context);
        if (!this.#variables.has(part.name)) this.#variables.set(part.name, nodes);
        break;
      }
      case "if":
        for (const { test, parts } of part.branches) {
          this.#schemaOf(test, context);
          this.#parts(parts, context);
        }
        this.#parts(part.otherwise ?? [], context);
        break;
      case "loop":
        this.#parts(part.parts, itemSchema(this.#looped(part.over, context)));
        break;
      case "with":
        this.#parts(part.parts, this.#schemaOf(part.context, context));
        this.#parts(part.otherwise ?? [], context);
        break;
      default:
        break;
    }
  }

  #looped({ operands }: TemplateExpression, context: NodeSchema | undefined): NodeSchema | undefined {
    const scope = changed(this.#scope, { context });
    return commonSchema(operands.map((operand) => this.finder.looped(operand, scope)));
  }

  #schemaOf({ operands }: TemplateExpression, context: NodeSchema | undefined): NodeSchema | undefined {
    const scope = changed(this.#scope, { context });
    return commonSchema(operands.map((operand) => this.finder.schemaOf(operand, scope)));
  }
}
