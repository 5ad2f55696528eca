import type { TemplateExpression } from "../../syntax/template.js";
import { walkExpression } from "../../syntax/walk.js";
import type { TokenPart } from "./json-tokens.js";

/**
 * Whether every local variable of a template can be a constant: it is defined once, and read only after that, in the
 * same block or one inside it. Other templates (counters, definitions that outlive their block) run in text order.
 */
export function hasConstantVariables(parts: readonly TokenPart[]): boolean {
  const usage = new Usage();
  usage.block(parts, []);
  return usage.isConstant();
}

class Usage {
  readonly #definitions = new Map<string, { count: number; order: number; block: readonly number[] }>();
  readonly #reads: { name: string; order: number; block: readonly number[] }[] = [];
  #order = 0;
  #blocks = 0;

  isConstant(): boolean {
    for (const { count } of this.#definitions.values()) if (count > 1) return false;
    return this.#reads.every((read) => {
      const definition = this.#definitions.get(read.name);
      if (definition === undefined) return true;
      return read.order > definition.order && definition.block.every((id, index) => read.block[index] === id);
    });
  }

  block(parts: readonly TokenPart[], outer: readonly number[]): void {
    const block = [...outer, this.#blocks++];
    for (const part of parts) this.#part(part, block);
  }

  #part(part: TokenPart, block: readonly number[]): void {
    this.#order++;
    switch (part.kind) {
      case "placeholder":
      case "pairs":
        this.#read(part.value, block);
        break;
      case "define": {
        this.#read(part.value, block);
        const known = this.#definitions.get(part.name);
        this.#order++;
        if (known === undefined) this.#definitions.set(part.name, { count: 1, order: this.#order, block });
        else known.count++;
        break;
      }
      case "if":
        for (const branch of part.branches) {
          this.#read(branch.test, block);
          this.block(branch.parts, block);
        }
        this.block(part.otherwise ?? [], block);
        break;
      case "loop":
        this.#read(part.over, block);
        this.block(part.parts, block);
        break;
      case "with":
        this.#read(part.context, block);
        this.block(part.parts, block);
        this.block(part.otherwise ?? [], block);
        break;
      default:
        break;
    }
  }

  #read({ operands }: TemplateExpression, block: readonly number[]): void {
    const order = this.#order;
    for (const operand of operands) {
      walkExpression(operand, (inner) => {
        if (inner.kind === "variable") this.#reads.push({ name: inner.name, order, block });
      });
    }
  }
}
