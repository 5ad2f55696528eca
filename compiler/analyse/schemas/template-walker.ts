import { changed } from "../../source/changed.js";
import type { Template, TemplateExpression, TemplatePart } from "../../syntax/template.js";
import type { BlockCommand } from "../../syntax/template-command.js";
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
      case "value": {
        const nodes = this.#schemaOf(part.value, context);
        if (part.defines !== undefined && !this.#variables.has(part.defines))
          this.#variables.set(part.defines, nodes);
        break;
      }
      case "block":
        for (const { value, parts } of part.ways)
          this.#parts(parts, this.#contextIn(part.command, value, context));
        this.#parts(part.otherwise ?? [], context);
        break;
      default:
        break;
    }
  }

  #contextIn(
    { use, hasContext }: BlockCommand,
    value: TemplateExpression,
    context: NodeSchema | undefined,
  ): NodeSchema | undefined {
    if (use === "items") return itemSchema(this.#looped(value, context));
    const nodes = this.#schemaOf(value, context);
    return hasContext ? nodes : context;
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
