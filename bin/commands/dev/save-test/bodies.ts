import type { ShownBody } from "../../../../runtime/observe/trace/format.js";
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
  body: ShownBody | undefined,
  whose: string,
  part: string,
  draft: Draft,
): SavedBody | undefined {
  const content = wholeBody(body, whose);
  if (content.length === 0 || body === undefined) return undefined;
  const extension = extensionOf(body);
  if (typeof content !== "string") return { kind: "file", name: draft.file(part, extension, content) };
  if (content.length <= maxInside) {
    const value = isJson(body.type) ? plainJson(content) : undefined;
    if (value !== undefined && typeof value === "object" && value !== null) return { kind: "json", value };
    if (isXmlText(content) && value === undefined) return { kind: "text", text: content };
  }
  return { kind: "file", name: draft.file(part, extension, content) };
}

/**
 * A text, or bytes that are none.
 * @throws NoTest if the trace does not have all of it
 */
export function wholeBody(body: ShownBody | undefined, whose: string): string | Uint8Array {
  if (body === undefined || body.bytes === 0) return "";
  if (body.content === undefined)
    throw new NoTest(`The body of ${whose} was passed on unread, so that it is not known.`);
  if (body.isCut)
    throw new NoTest(`The body of ${whose} is too long: only its beginning was kept${ofBytes(body)}.`);
  return body.encoding === "text" ? body.content : Buffer.from(body.content, "base64");
}

const ofBytes = ({ bytes }: ShownBody): string => (bytes === undefined ? "" : ` of ${bytes} bytes`);

export const isJson = (type: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(type);

function extensionOf({ type, encoding }: ShownBody): string {
  if (encoding === "base64") return "bin";
  if (isJson(type)) return "json";
  if (/^[^;]*[/+]xml\s*(;|$)/i.test(type)) return "xml-text"; // not as a flow would be called
  return "txt";
}
