/** What reads the options of a request, each under the names of options alone that have such a value. */
import type { JsonObject, JsonValue } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import type { OptionName, OptionWith } from "../options/all.js";
import type { OptionValue } from "../options/rows.js";
import { booleanMember, given, objectMember, stringMember } from "./config.js";

/** @throws RequestFailure if the option is there but has another value */
type Reader<V extends OptionValue, T> = (options: JsonObject, name: OptionWith<V>) => T;

/** An option as it is; `undefined` where it is missing or `null`. */
export const givenOption: (options: JsonValue, name: OptionName) => JsonValue | undefined = given;

export const booleanOption: Reader<"boolean", boolean> = booleanMember;

export const stringOption: Reader<
  "text" | "credentials" | "server" | "certificate" | "definition" | readonly string[],
  string | undefined
> = stringMember;

export const objectOption: Reader<"fields", JsonObject | undefined> = objectMember;

/** A number, or the text of one: what comes from `$env` is text. */
export const numberOption: Reader<"seconds" | "count" | "port", number | undefined> = (options, name) => {
  const value = given(options, name);
  if (value === undefined) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && number >= 0 && number < Number.POSITIVE_INFINITY) return number;
  throw new RequestFailure(`The request option ${name} must be a number and not negative.`);
};

/** What is checked: nothing, everything, or everything with no other effect than a line in the log. */
export type CheckMode = boolean | "report-only";

/** @throws RequestFailure if the option is there but has another value */
export function modeOption(options: JsonObject, name: OptionWith<"mode">, otherwise: CheckMode): CheckMode {
  const value = given(options, name) ?? otherwise;
  if (typeof value === "boolean" || value === "report-only") return value;
  throw new RequestFailure(`The request option ${name} must be true, false or "report-only".`);
}
