import type { Reporter } from "../../diagnostics/reporter.js";
import type { JsonForm, JsonMemberForm } from "../../language/editing.js";
import type { Span } from "../../source/source-text.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { type WrittenValue, writtenValues } from "../action-parts/settings.js";

/** The form that a value of an action's JSON may have. */
export interface Shape extends JsonMemberForm {
  /** Tells whether a value is one at run time. */
  readonly holds: (value: WrittenValue) => boolean;
  /** Reports what else can be said of a value that is one. */
  readonly check?: (value: WrittenValue, name: string, reporter: Reporter) => void;
}

/**
 * Proves that a value, as far as it is written and not computed, is what it may be.
 * @param refuse reports a value that is not
 */
export function checkShape(
  value: JsonNode,
  shape: Shape,
  name: string,
  reporter: Reporter,
  refuse: (span: Span, expected: string) => void,
): void {
  for (const written of writtenValues(value)) {
    if (isNull(written)) continue;
    if (!shape.holds(written)) refuse(written.span, shape.expected);
    else shape.check?.(written, name, reporter);
  }
}

/** Null counts as missing. */
const isNull = (value: WrittenValue): boolean => value.kind === "constant" && value.value === null;

type Constant = string | number | boolean | null;

export const constants = (
  expected: string,
  holds: (value: Constant) => boolean,
  check?: (value: Constant, span: Span, name: string, reporter: Reporter) => void,
): Shape => ({
  expected,
  holds: (value) => value.kind === "constant" && holds(value.value),
  check: (value, name, reporter) => {
    if (value.kind === "constant") check?.(value.value, value.span, name, reporter);
  },
});

export const text = (check?: (text: string, span: Span, name: string, reporter: Reporter) => void): Shape =>
  constants(
    "a string",
    (value) => typeof value === "string",
    (value, ...rest) => {
      if (typeof value === "string") check?.(value, ...rest);
    },
  );

/** One of some constants. */
export const oneOf = (expected: string, values: readonly (string | boolean)[]): Shape => ({
  ...constants(expected, (value) => values.some((one) => one === value)),
  values,
});

export const boolean: Shape = oneOf("true or false", [true, false]);

export const scalar: Shape = constants("a string, a number or a boolean", () => true);

export const object = (
  expected: string,
  check: (object: ObjectNode, name: string, reporter: Reporter) => void,
  form?: JsonForm,
): Shape => ({
  expected,
  ...(form && { form }),
  holds: ({ kind }) => kind === "object",
  check: (value, name, reporter) => {
    if (value.kind === "object") check(value, name, reporter);
  },
});
