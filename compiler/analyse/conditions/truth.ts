import { functions } from "../../constructs/functions/index.js";
import { textOf } from "../../source/source-text.js";
import type { Expression } from "../../syntax/xpath.js";
import { constant } from "../expressions/constant.js";
import type { Variables } from "../types/node-types.js";
import { isLasting } from "./domains.js";

/** How a condition goes that asks nothing, and why. */
interface ConstantTruth {
  readonly isAlways: boolean;
  readonly why: string;
  /** Advice on what to write instead. */
  readonly meant: string | undefined;
}

/** Texts that say no, and that are true as conditions. */
const noes: ReadonlySet<string> = new Set(["false", "0", "no", "off", "null", "none"]);

export function constantTruth(condition: Expression, variables: Variables): ConstantTruth | undefined {
  switch (condition.kind) {
    case "literal":
      return ofText(condition.value);
    case "number": {
      const isAlways = condition.value !== 0;
      const why = isAlways ? "a number that is not 0 counts as true" : "0 counts as false";
      return { isAlways, why, meant: undefined };
    }
    case "variable": {
      const { value } = variables(condition);
      if (value === undefined || value === "initial" || value.kind !== "literal") return undefined;
      // A constant in a variable is a setting, unless it does not do what it says.
      if (!noes.has(value.value)) return undefined;
      return { ...ofText(value.value), meant: `Compare it: $${condition.name} = 'true'.` };
    }
    case "path":
      return isLasting(condition, variables) ? alwaysThere(textOf(condition.span)) : undefined;
    case "call":
      return ofCall(condition);
    case "binary": {
      const isOfKinds = kindOf(condition.left) === kindOf(condition.right);
      const value = isOfKinds ? constant(condition) : undefined;
      if (typeof value !== "boolean") return undefined;
      return { isAlways: value, why: "both sides are constants", meant: undefined };
    }
    default:
      return undefined;
  }
}

/** How a condition goes that asks for what is always there. */
export const alwaysThere = (path: string): ConstantTruth => ({
  isAlways: true,
  why: `${path} is always there`,
  meant: "Write what the condition asks of it.",
});

function kindOf({ kind }: Expression) {
  return kind === "negate" ? "number" : kind;
}

function ofText(text: string): ConstantTruth {
  if (text === "") return { isAlways: false, why: "an empty text counts as false", meant: undefined };
  const meant = noes.has(text)
    ? "Write what the condition asks, as in $debug = 'true'."
    : "An expression has no quotes around it. For a comparison, write what it is compared with.";
  return { isAlways: true, why: "every text that is not empty counts as true", meant };
}

function ofCall({
  name,
  arguments: given,
}: Extract<Expression, { kind: "call" }>): ConstantTruth | undefined {
  const definition = functions.get(name);
  if (definition?.value !== undefined)
    return { isAlways: definition.value, why: "it asks nothing", meant: undefined };
  const hasText =
    definition?.keepsText === "joined" && given.some((part) => part.kind === "literal" && part.value !== "");
  return hasText
    ? {
        isAlways: true,
        why: "every text that is not empty counts as true",
        meant: "Compare the text with another one.",
      }
    : undefined;
}
