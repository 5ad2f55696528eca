import { jsonText } from "../../data/json/json-text.js";
import type { JsonValue } from "../../data/model/values.js";
import { json } from "../../data/xpath/convert.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Content } from "../../request/content.js";
import type { Context } from "../../request/context.js";
import {
  bodyInput,
  contentInput,
  emptyInput,
  putContent,
  storageInput,
} from "../../request/locations/read-location.js";
import { RequestFailure } from "../failure.js";
import type { RequestFacts } from "./plan-facts.js";

/** The bytes that a request sends, and their type. */
export interface Sent {
  /** `undefined` for the client's body, if the client sent none. */
  readonly content: Bytes | undefined;
  readonly defaultMediaType?: string;
}

/** Whether a `src` is the client's body, which must be read before. */
export function isClientBody(source: JsonValue | undefined): boolean {
  return source === "$body" || source === "fit://request/request/body";
}

/**
 * The content that a `src` names.
 * @throws RequestFailure if there is none
 */
export function sentFrom($: Context, source: string, { files = {} }: RequestFacts): Sent {
  if (isClientBody(source)) return contentSent(bodyInput($));
  if (source.startsWith("$")) return variableSent($, source.slice(1));
  const found = Object.hasOwn(files, source) ? files[source] : storedContent($, source);
  if (found === undefined) throw new RequestFailure("There is nothing at the src of the request body.");
  return contentSent(found);
}

function variableSent($: Context, name: string): Sent {
  const put = putContent($, name);
  return put === undefined ? valueSent(json($[name])) : contentSent(put);
}

/** The content that `fit://request/…` names. */
function storedContent($: Context, source: string): Content | undefined {
  const [, name, id] = /^fit:\/\/request\/([^/]+)(?:\/(.+))?$/.exec(source) ?? [];
  if (name === "content") return contentInput($, id);
  if (name === "empty") return emptyInput;
  return name === undefined || id !== undefined ? undefined : storageInput($, name);
}

function contentSent(content: Content | undefined): Sent {
  if (content === undefined) return { content: undefined };
  const { bytes, mediaType } = content;
  return mediaType === undefined ? { content: bytes } : { content: bytes, defaultMediaType: mediaType };
}

/** A value as it is sent: a text as it is, anything else as JSON. */
export function valueSent(value: JsonValue | undefined): Sent {
  if (value === undefined || value === null) return { content: encode("") };
  if (typeof value === "string") return { content: encode(value), defaultMediaType: "text/plain" };
  return { content: encode(jsonText(value)), defaultMediaType: "application/json" };
}

/** A text as bytes: to a text, `fetch` would give a content type that the flow did not ask for. */
export function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}
