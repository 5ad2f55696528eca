import type { TokenPart } from "../../syntax/json-tokens.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { TemplateUse } from "../../syntax/template-command.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import {
  type AnyPart,
  isDefinition,
  type TemplateVisitor,
  visitTemplate,
} from "../../syntax/visit-template.js";

/**
 * Tells whether every local variable of a template can become a constant. This is so if each is defined once, and
 * is only read after that, in the same block or in one inside it. Counters, and definitions that are read
 * outside of their block, need code that runs in the order of the text.
 */
export function hasConstantVariables(parts: readonly TokenPart[]): boolean {
  const usage = new Usage();
  visitTemplate(parts, usage);
  return usage.isConstant();
}

/** A place in a template: its number in text order, and the blocks around it. */
interface Place {
  readonly order: number;
  readonly block: readonly number[];
}

class Usage implements TemplateVisitor {
  readonly #definitions = new Map<string, Place & { count: number }>();
  readonly #reads: (Place & { readonly name: string })[] = [];
  #order = 0;
  #blocks = 0;
  #block: readonly number[] = [];

  isConstant(): boolean {
    for (const { count } of this.#definitions.values()) if (count > 1) return false;
    return this.#reads.every((read) => {
      const definition = this.#definitions.get(read.name);
      if (definition === undefined) return true;
      return read.order > definition.order && definition.block.every((id, index) => read.block[index] === id);
    });
  }

  enter(): void {
    this.#block = [...this.#block, ++this.#blocks];
  }

  leave(): void {
    this.#block = this.#block.slice(0, -1);
  }

  value({ operands }: TemplateExpression, _: TemplateUse, part: AnyPart): void {
    const order = ++this.#order;
    const block = this.#block;
    for (const operand of operands) {
      walkExpression(operand, (inner) => {
        if (inner.kind === "variable") this.#reads.push({ name: inner.name, order, block });
      });
    }
    if (isDefinition(part)) this.#define(part.defines);
  }

  #define(name: string): void {
    const known = this.#definitions.get(name);
    if (known === undefined)
      this.#definitions.set(name, { count: 1, order: ++this.#order, block: this.#block });
    else known.count++;
  }
}
