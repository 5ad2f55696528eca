import { functions } from "../../constructs/functions/index.js";
import type { Expression, Step } from "../../syntax/xpath.js";
import { variableSlot } from "../data-flow/slots.js";

/** The form of an expression: two with the same key have the same value while nothing in `reads` changes. */
export interface Key {
  readonly text: string;
  readonly reads: ReadonlySet<string>;
}

/** The start of paths that begin with no variable: the context node, and with it the main content. */
export const contextRead = ".";

/** The contents, as read by functions that ask for them. */
export const contentRead = "/";

/** The key of an expression; `undefined` if each evaluation may yield something else. */
export function keyOf(expression: Expression): Key | undefined {
  const writer = new KeyWriter();
  const text = writer.write(expression);
  return writer.isLasting ? { text, reads: writer.reads } : undefined;
}

class KeyWriter {
  readonly reads = new Set<string>();
  isLasting = true;

  write(expression: Expression): string {
    switch (expression.kind) {
      case "literal":
        return JSON.stringify(expression.value);
      case "number":
        return String(expression.value);
      case "negate":
        return `-(${this.write(expression.operand)})`;
      case "variable":
        this.reads.add(variableSlot(expression.name));
        return `$${expression.name}`;
      case "filter":
        return `(${this.write(expression.primary)})${expression.predicates.map((one) => `[${this.write(one)}]`).join("")}`;
      case "binary":
        return this.#binary(expression.operator, this.write(expression.left), this.write(expression.right));
      case "call":
        return this.#call(expression);
      case "path":
        return `${this.#start(expression.start)}/${expression.steps.map((step) => this.#step(step)).join("/")}`;
      default:
        return expression satisfies never;
    }
  }

  #binary(operator: string, left: string, right: string): string {
    if (operator === ">" || operator === ">=") return `(${right}${operator.replace(">", "<")}${left})`;
    const [first, second] = symmetric.has(operator) && right < left ? [right, left] : [left, right];
    return `(${first} ${operator} ${second})`;
  }

  #call({ name, arguments: given }: Extract<Expression, { kind: "call" }>): string {
    const definition = functions.get(name);
    if (definition === undefined || definition.reads === "outside") this.isLasting = false;
    else if (definition.reads === "focus") this.reads.add(contextRead);
    else if (definition.reads !== "arguments") this.reads.add(contentRead);
    if (definition?.contextDefault === true) this.reads.add(contextRead);
    return `${name}(${given.map((argument) => this.write(argument)).join(",")})`;
  }

  #start(start: "context" | "root" | Expression): string {
    if (typeof start !== "string") return this.write(start);
    this.reads.add(contextRead);
    return start === "root" ? "" : ".";
  }

  #step({ axis, test, predicates }: Step): string {
    return `${axis}::${JSON.stringify(test)}${predicates.map((one) => `[${this.write(one)}]`).join("")}`;
  }
}

const symmetric: ReadonlySet<string> = new Set(["=", "!=", "+", "*", "and", "or", "|"]);
