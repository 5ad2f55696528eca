import { MappedText, SourceText } from "../../source/source-text.js";
import type { VariableReference } from "../../syntax/xpath.js";
import type { VariableFact } from "../data-flow/reads.js";

/** Larger values are never the same as others: the time to compare them would be better spent on compiling. */
const maxParts = 20_000;

/**
 * A value of the compiler as a text without places: trees, schemas, and what is known of variables. References to
 * variables are told with what is known of them there.
 */
export function textWithoutPlaces(
  value: unknown,
  variables: ReadonlyMap<VariableReference, VariableFact>,
): string {
  let parts = 0;
  return JSON.stringify(value, (_, inner: unknown) => {
    if (parts++ > maxParts) return parts === maxParts + 2 ? unlike() : undefined;
    if (typeof inner === "number") return String(inner);
    if (typeof inner !== "object" || inner === null) return inner;
    if (inner instanceof MappedText) return inner.text;
    if (inner instanceof SourceText || isSpan(inner)) return undefined;
    if (inner instanceof Set) return [...inner];
    if (inner instanceof Map) return [...inner];
    const fact = variables.get(inner as VariableReference);
    if (fact !== undefined) return [(inner as VariableReference).name, fact];
    return isDescribed(inner) ? `schema ${numberOf(inner)}` : inner;
  });
}

function isSpan(value: object): boolean {
  return "source" in value && value.source instanceof SourceText;
}

/** Whether it is a schema that stands in a description. Each is read once, and may contain itself. */
function isDescribed(value: object): boolean {
  return (
    "types" in value &&
    value.types instanceof Set &&
    "span" in value &&
    value.span !== undefined &&
    !("origin" in value)
  );
}

const numbers = new WeakMap<object, number>();
let last = 0;

function numberOf(value: object): number {
  const known = numbers.get(value) ?? ++last;
  numbers.set(value, known);
  return known;
}

function unlike(): string {
  return `unlike all others ${++last}`;
}
