import { isArray, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { isConnectionField, isFieldValue, isToken } from "../../http/field-syntax.js";
import { FieldList } from "../../http/received-fields.js";
import { RequestFailure } from "../failure.js";
import type { CacheableResponse } from "./cache.js";
import { objectOption } from "./read-options.js";

/**
 * The option `set-response-headers`, by lower-case name.
 * @throws RequestFailure if something in it is no header field
 */
export function responseFields(options: JsonObject): ReadonlyMap<string, readonly string[]> | undefined {
  const fields = objectOption(options, "set-response-headers");
  return (
    fields &&
    new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), valuesOf(name, value)]))
  );
}

function valuesOf(name: string, value: JsonValue): readonly string[] {
  const values = (isArray(value) ? value : [value]).filter((single) => single !== null);
  const texts = values.map((single) => (typeof single === "object" ? "\n" : String(single).trim()));
  if (isToken(name) && !isConnectionField(name.toLowerCase()) && texts.every(isFieldValue)) return texts;
  throw new RequestFailure(`The response header field ${JSON.stringify(name)} cannot be set.`);
}

/** The response, with these header fields in place of its own. */
export function withFields(
  response: CacheableResponse,
  fields: ReadonlyMap<string, readonly string[]>,
): CacheableResponse {
  const changed: string[] = [];
  response.headers.forEach((value, name) => {
    if (!fields.has(name)) changed.push(name, value);
  });
  for (const [name, values] of fields) for (const value of values) changed.push(name, value);
  const { status, body, isCoded = false } = response;
  return { status, headers: new FieldList(changed), body, isCoded };
}
