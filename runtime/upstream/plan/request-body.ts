import { isArray, isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import { given, objectMember, pairsMember, stringMember } from "./config.js";
import type { FormPart } from "./multipart.js";
import { percentEncode, type UrlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";
import { encode, isClientBody, type Sent, sentFrom, valueSent } from "./source.js";

/** What a request sends. */
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

/** Whether the JSON passes on the client's body, which must be read before. */
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
  const { content = encode(""), defaultMediaType } = writtenContent($, upload, facts);
  const filename = stringMember(upload, "filename");
  const isField = filename === undefined && defaultMediaType === "text/plain";
  const mediaType = stringMember(upload, "mime") || (isField ? undefined : defaultMediaType);
  return {
    name,
    content,
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
