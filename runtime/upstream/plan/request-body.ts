import { jsonText } from "../../data/json/json-text.js";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { json } from "../../data/xpath/convert.js";
import { type Bytes, encode } from "../../http/body-bytes.js";
import { encodedAs } from "../../http/media-type.js";
import type { Content } from "../../request/content.js";
import { type Context, state } from "../../request/context.js";
import {
  bodyInput,
  contentInput,
  emptyInput,
  putContent,
  storageInput,
} from "../../request/locations/read-location.js";
import { RequestFailure } from "../failure.js";
import type { FormPart } from "./multipart.js";
import { percentEncode, type UrlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";
import { given, objectMember, pairsMember, stringMember } from "./read-options.js";

/** The bytes that a request sends, and their type. */
export interface Sent {
  /**
   * `undefined` for the client's body, if the client sent none. A text is bytes, too, since `fetch` would give it a content
   * type that the flow did not ask for.
   */
  readonly content: Bytes | undefined;
  readonly defaultMediaType?: string;
  /** The content, if it is a text that the flow has made. */
  readonly text?: string;
}

/** The bytes that are sent with a media type. */
export function sentAs({ content, text }: Sent, mediaType: string | undefined): Bytes | undefined {
  const sent = text === undefined ? "" : encodedAs(mediaType, text);
  return sent === text || text === undefined ? content : typeof sent === "string" ? encode(sent) : sent;
}

/** Returns true if a `src` is the client's body, which must be read before. */
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
  const isText = typeof value === "string";
  const text = isText ? value : jsonText(value);
  return { content: encode(text), defaultMediaType: isText ? "text/plain" : "application/json", text };
}

/** The content that a request sends. */
export interface RequestBody extends Sent {
  /** The type that the flow asks for. If it is missing, and so is the header field, the default type counts. */
  readonly mediaType?: string;
}

/**
 * The body that `uploads` (with `post`), `post` or else `body` describes; `undefined` if there is none of them.
 * @throws RequestFailure
 */
export function requestBody(
  $: Context,
  config: JsonObject,
  encoding: UrlEncoding,
  facts: RequestFacts,
): RequestBody | undefined {
  if (facts.body !== undefined) return contentSent(facts.body);
  const post = pairsMember(config, "post");
  const uploads = given(config, "uploads");
  if (uploads !== undefined) return formData($, post ?? [], uploads, facts);
  if (post !== undefined)
    return {
      content: encode(urlEncoded(post, encoding)),
      defaultMediaType: "application/x-www-form-urlencoded",
    };
  const body = objectMember(config, "body");
  if (body === undefined) return undefined;
  const mediaType = stringMember(body, "mime");
  const written = writtenContent($, body, facts);
  return mediaType ? { ...written, mediaType } : written;
}

/** Returns true if the JSON passes on the client's body, which must be read before. */
export function passesClientBody(config: JsonValue): boolean {
  const uploads = given(config, "uploads");
  return (
    isClientBody(given(given(config, "body") ?? null, "src")) ||
    (isArray(uploads) && uploads.some((upload) => isClientBody(given(upload, "src"))))
  );
}

/** The content that `src` or else `value` names. */
function writtenContent($: Context, part: JsonObject, facts: RequestFacts): Sent {
  const source = stringMember(part, "src");
  return source === undefined ? valueSent(given(part, "value")) : sentFrom($, source, facts);
}

function formData(
  $: Context,
  fields: readonly [string, string][],
  uploads: JsonValue,
  facts: RequestFacts,
): RequestBody {
  const { multipart } = $[state].facilities;
  if (multipart === undefined) throw new RequestFailure("This app cannot send uploads.");
  if (!isArray(uploads)) throw new RequestFailure("The request property uploads must be an array.");
  return multipart([
    ...fields.map(([name, value]) => ({ name, content: encode(value) })),
    ...uploads.map((upload) => uploadPart($, upload, facts)),
  ]);
}

/** A text is an ordinary field, unless it has a file name or a type. */
function uploadPart($: Context, upload: JsonValue, facts: RequestFacts): FormPart {
  const name = stringMember(upload, "name");
  if (!name || !isObject(upload)) throw new RequestFailure("Each upload must have a name.");
  const written = writtenContent($, upload, facts);
  const { defaultMediaType } = written;
  const filename = stringMember(upload, "filename");
  const isField = filename === undefined && defaultMediaType === "text/plain";
  const mediaType = stringMember(upload, "mime") || (isField ? undefined : defaultMediaType);
  return {
    name,
    content: sentAs(written, mediaType) ?? encode(""),
    ...(filename === undefined ? {} : { filename }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}

/** Names and values as forms write them: a space is a plus sign. */
function urlEncoded(pairs: [string, string][], { charset }: UrlEncoding): string {
  if (charset === undefined) return new URLSearchParams(pairs).toString();
  const part = (text: string) => percentEncode(text, { charset, raw: "" }).replaceAll("%20", "+");
  return pairs.map(([name, value]) => `${part(name)}=${part(value)}`).join("&");
}
