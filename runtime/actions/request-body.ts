import type { Bytes } from "../body-bytes.js";
import { type Context, state } from "../context.js";
import { json } from "../convert.js";
import type { JsonObject, JsonValue } from "../values.js";
import { given, objectMember, pairsMember, stringMember } from "./request-config.js";
import { RequestFailure } from "./request-failure.js";

export interface RequestBody {
  /** `undefined` for the client's body where the client sent none: then none is sent either. */
  readonly content: Bytes | undefined;
  /** The type that the flow asks for. */
  readonly mediaType?: string;
  /** The type where neither the body nor the header fields have one. */
  readonly defaultMediaType?: string;
}

/**
 * The body that `post` or else `body` describes; `undefined` without either.
 * @throws RequestFailure
 */
export const requestBody = ($: Context, config: JsonObject): RequestBody | undefined => {
  const post = pairsMember(config, "post");
  if (post !== undefined) {
    return {
      content: encode(new URLSearchParams(post).toString()),
      defaultMediaType: "application/x-www-form-urlencoded",
    };
  }
  const body = objectMember(config, "body");
  if (body === undefined) return undefined;
  const source = stringMember(body, "src");
  const described = source === undefined ? valueBody(given(body, "value")) : sourceBody($, source);
  const mediaType = stringMember(body, "mime");
  return mediaType ? { ...described, mediaType } : described;
};

/** Whether the JSON passes the client's body on, which must have been read then. */
export const passesClientBody = (config: JsonValue): boolean => {
  const body = given(config, "body");
  return body !== undefined && given(body, "src") === "$body";
};

const sourceBody = ($: Context, source: string): RequestBody => {
  if (!source.startsWith("$")) throw new RequestFailure("The src of a request body must be a variable.");
  if (source !== "$body") return valueBody(json($[source.slice(1)]));
  const { bytes, mediaType } = $[state].body;
  return bytes === undefined || mediaType === undefined
    ? { content: bytes }
    : { content: bytes, defaultMediaType: mediaType };
};

const valueBody = (value: JsonValue | undefined): RequestBody => {
  if (value === undefined || value === null) return { content: encode("") };
  if (typeof value === "string") return { content: encode(value), defaultMediaType: "text/plain" };
  return { content: encode(JSON.stringify(value)), defaultMediaType: "application/json" };
};

/** As bytes: `fetch` gives a text a content type that the flow did not ask for. */
const encode = (text: string): Bytes => new TextEncoder().encode(text);
