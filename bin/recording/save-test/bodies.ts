import { isJson, isXml } from "../../../runtime/http/index.js";
import {
  type Body,
  fieldValue,
  isUnread,
  type RequestMessage,
} from "../../../runtime/observe/trace/index.js";
import { bytesOf } from "../body.js";
import { type Draft, NoTest } from "./facts.js";
import { type Json, plainJson } from "./json-text.js";
import { isXmlText } from "./xml.js";

/** A body as a test can have it: as JSON, as a text between tags, or in a file beside it. */
type SavedBody =
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly name: string };

/** Longer bodies go to files. */
const maxInside = 2_000;

/**
 * @param part whose body it is, for the name of a file
 * @returns `undefined` for a body that is empty
 * @throws NoTest if the trace does not have all of it
 */
export function savedBody(
  { fields, body }: Pick<RequestMessage, "fields" | "body">,
  whose: string,
  part: string,
  draft: Draft,
): SavedBody | undefined {
  const content = wholeBody(body, whose);
  if (content.length === 0) return undefined;
  if (typeof content !== "string") return { kind: "file", name: draft.file(part, "bin", content) };
  const type = fieldValue(fields, "content-type");
  if (content.length <= maxInside) {
    const value = isJson(type) ? plainJson(content) : undefined;
    if (value !== undefined && typeof value === "object" && value !== null) return { kind: "json", value };
    if (isXmlText(content) && value === undefined) return { kind: "text", text: content };
  }
  return { kind: "file", name: draft.file(part, extensionOf(type), content) };
}

/**
 * A text, or bytes that are none in UTF-8.
 * @throws NoTest if the trace does not have all of it
 */
export function wholeBody(body: Body | undefined, whose: string): string | Uint8Array {
  if (body === undefined || body.bytes === 0) return "";
  if (isUnread(body)) throw new NoTest(`The body of ${whose} was passed on unread, so that it is not known.`);
  if (body.isCut)
    throw new NoTest(`The body of ${whose} is too long: only its beginning was kept${ofBytes(body)}.`);
  return body.charset === undefined && body.text !== undefined ? body.text : bytesOf(body);
}

const ofBytes = ({ bytes }: Body): string => (bytes === undefined ? "" : ` of ${bytes} bytes`);

function extensionOf(type: string): string {
  if (isJson(type)) return "json";
  if (isXml(type)) return "xml-text"; // not as a flow would be called
  return "txt";
}
