import { isArray, isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import type { OptionName, OptionWith } from "../options/all.js";
import type { OptionValue } from "../options/rows.js";

/** A member of a request's JSON; `undefined` if it is missing or `null`, which mean the same. */
export function given(object: JsonValue, name: string): JsonValue | undefined {
  return isObject(object) && Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}

/**
 * Like the functions below, throws if the member is there but has another type.
 * @throws RequestFailure
 */
export function stringMember(object: JsonValue, name: string): string | undefined {
  const value = given(object, name);
  if (value === undefined || typeof value === "string") return value;
  throw new RequestFailure(`The request property ${name} must be a string.`);
}

export function objectMember(object: JsonValue, name: string): JsonObject | undefined {
  const value = given(object, name);
  if (value === undefined || isObject(value)) return value;
  throw new RequestFailure(`The request property ${name} must be an object.`);
}

export function booleanMember(object: JsonValue, name: string): boolean {
  const value = given(object, name) ?? false;
  if (typeof value === "boolean") return value;
  throw new RequestFailure(`The request option ${name} must be true or false.`);
}

/** The names and values of `headers`, `query`, `cookies` or `post`; `null` values are left out. */
export function pairsMember(config: JsonValue, name: string): [string, string][] | undefined {
  const value = given(config, name);
  if (value === undefined) return undefined;
  if (isArray(value)) return value.flatMap((entry) => listedPair(entry, name));
  if (!isObject(value))
    throw new RequestFailure(`The request property ${name} must be an object or an array.`);
  return Object.entries(value).flatMap(([key, entry]) => pair(key, entry, name));
}

function listedPair(entry: JsonValue, property: string): [string, string][] {
  const name = given(entry, "name");
  if (typeof name !== "string" || name === "" || !isObject(entry) || !Object.hasOwn(entry, "value")) {
    throw new RequestFailure(`Each entry of the request property ${property} must have a name and a value.`);
  }
  return pair(name, entry.value, property);
}

function pair(name: string, value: JsonValue | undefined, property: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  throw new RequestFailure(
    `A value of the request property ${property} is neither string, number nor boolean.`,
  );
}

/** The readers for the options of a request, each under the names of options alone that have such a value. */

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

/** The checks that are made: none, all, or all with no other effect than a line in the log. */
export type CheckMode = boolean | "report-only";

/** @throws RequestFailure if the option is there but has another value */
export function modeOption(options: JsonObject, name: OptionWith<"mode">, otherwise: CheckMode): CheckMode {
  const value = given(options, name) ?? otherwise;
  if (typeof value === "boolean" || value === "report-only") return value;
  throw new RequestFailure(`The request option ${name} must be true, false or "report-only".`);
}
