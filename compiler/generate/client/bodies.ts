import type { JsonValue } from "../../../runtime/data/model/values.js";
import { code } from "../../code/code.js";
import { itemsOf, memberOf } from "./json.js";
import type { SchemaTypes } from "./schema-types.js";
import { type Type, tight, union, unknown } from "./type-docs.js";

const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

/** What the client parses as JSON, and takes as text. It has the same expressions (`client-source.ts`). */
const json = /^application\/json$|\+json$/;
const text = /^text\/|[/+](?:xml|yaml|javascript|graphql|jwt|(?:x-)?ndjson|x-www-form-urlencoded)$/;

/** A media type without parameters, in lower case. */
export const mediaName = (name: string): string => (name.split(";")[0] ?? "").trim().toLowerCase();

/** The one that a body has if nothing is said: JSON, or else the first. */
export function defaultMediaType(names: readonly string[]): string | undefined {
  const known = names.map(mediaName);
  return (
    known.find((name) => name === "application/json") ?? known.find((name) => json.test(name)) ?? known[0]
  );
}

export function bodyType(media: string, schema: JsonValue | undefined, types: SchemaTypes): Type {
  if (json.test(media)) return types.type(schema, "input");
  if (media === form) return union([types.type(schema, "form"), tight(code`URLSearchParams`)]);
  if (media === multipart) return union([types.type(schema, "form"), tight(code`FormData`)]);
  if (text.test(media) || media === "text/*") return textType(schema, types);
  return isAny(media) ? types.type(schema, "input") : tight(code`Bytes`);
}

export function responseType(media: string, schema: JsonValue | undefined, types: SchemaTypes): Type {
  if (json.test(media)) return types.type(schema, "answer");
  if (text.test(media) || media === "text/*") return textType(schema, types);
  return isAny(media) ? types.type(schema, "answer") : tight(code`Blob`);
}

const isAny = (media: string): boolean => media === "*/*" || media === "application/*";

/** Text is not parsed, whatever its schema says of what is in it; but it may be one of a few texts. */
function textType(schema: JsonValue | undefined, types: SchemaTypes): Type {
  const isText = memberOf(types.graph.resolve(schema), "type") === "string";
  return isText ? types.type(schema, "answer") : tight(code`string`);
}

/** A header field is text. */
export function fieldType(schema: JsonValue | undefined, types: SchemaTypes): Type {
  const resolved = types.graph.resolve(schema);
  const type = memberOf(resolved, "type");
  if (type === "integer" || type === "number") return tight(code`\`\${number}\``);
  if (type === "boolean") return tight(code`"true" | "false"`);
  const values = itemsOf(memberOf(resolved, "enum"));
  const isTexts = values.length > 0 && values.every((value) => typeof value === "string");
  const found = isTexts ? types.type(schema, "answer") : unknown;
  return found === unknown ? tight(code`string`) : found;
}
