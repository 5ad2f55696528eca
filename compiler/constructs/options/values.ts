import type { OptionValue } from "../../../runtime/upstream/options/rows.js";
import type { JsonNode } from "../../syntax/json-template.js";

/** What is known of a kind of values: what a person calls it, and which constants are of it. */
interface Kind {
  readonly expected: string;
  holds(value: JsonNode): boolean;
}

export function kindOf(value: OptionValue): Kind {
  return typeof value === "string" ? kinds[value] : oneOf(value);
}

/** Null counts as missing. What is computed is checked at run time. */
export function mayBe(value: JsonNode, { holds }: Kind): boolean {
  const isKnown = value.kind === "constant" || value.kind === "object" || value.kind === "array";
  return !isKnown || (value.kind === "constant" && value.value === null) || holds(value);
}

function constants(expected: string, holds: (value: unknown) => boolean): Kind {
  return { expected, holds: (value) => value.kind === "constant" && holds(value.value) };
}

function oneOf(values: readonly string[]): Kind {
  return constants(
    `one of ${values.map((value) => `"${value}"`).join(", ")}`,
    (value) => typeof value === "string" && values.includes(value),
  );
}

function integer(least: number, most: number): Kind {
  return constants(
    most === Infinity ? `an integer from ${least}` : `an integer from ${least} to ${most}`,
    (value) => isNumber(value, least, most) && Number.isInteger(Number(value)),
  );
}

/** As at run time, the text of a number will do: that is what comes from the environment. */
function isNumber(value: unknown, least: number, most: number): boolean {
  const mayBeNumber = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  return mayBeNumber && Number(value) >= least && Number(value) <= most;
}

const text = constants("a string", (value) => typeof value === "string");

const kinds: Readonly<Record<Extract<OptionValue, string>, Kind>> = {
  boolean: constants("true or false", (value) => typeof value === "boolean"),
  mode: constants(
    'true, false or "report-only"',
    (value) => typeof value === "boolean" || value === "report-only",
  ),
  text,
  server: text,
  certificate: text,
  definition: text,
  seconds: constants("a number of seconds", (value) => isNumber(value, 0, Infinity)),
  count: integer(0, Infinity),
  port: integer(1, 65_535),
  object: { expected: "an object", holds: (value) => value.kind === "object" },
};
