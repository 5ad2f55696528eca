import { hasDuplicateMembers } from "../data/json/duplicate-members.js";
import { readJsonOr } from "../data/json/long-integers.js";
import type { JsonValue } from "../data/model/values.js";
import type { Bytes } from "../http/body-bytes.js";
import { codingsOf } from "../http/content-codings.js";
import { type Form, readForm } from "../http/form.js";
import { decode, essence, isClearMediaType, isJson, isUtf8, isXml, parameter } from "../http/media-type.js";
import type { BodyContract, MediaType, ObjectType, SchemaCheck } from "./contract.js";
import { membersProblem } from "./fields-problem.js";
import { fieldsByName, firstViolation } from "./parameters.js";
import { membersValue, readingsOf } from "./text-value.js";
import { schemaViolation, type Violation, violation } from "./violation.js";

/** The content of a message, and what is known about it. */
export interface Message {
  readonly mediaType: string | undefined;
  /** Undefined or empty if the message has no content. */
  readonly payload: string | Bytes | undefined;
  /** The payload as text, if it has been decoded. */
  readonly text?: string | undefined;
  /** The content as JSON, if it is known. */
  readonly json?: JsonValue | undefined;
  /** True if it is a request. Its sender may want others to find other things in it than what is checked. */
  readonly isRequest?: boolean;
  /** The content as a form, if it has been read. */
  readonly form?: Form | undefined;
}

/** The payload, unless it is a stream, which only one can read. */
export function wholePayload<T>(payload: T | ReadableStream): T | undefined {
  return payload instanceof ReadableStream ? undefined : payload;
}

/** Returns the fault in the content of a message. */
export function contentViolation(contract: BodyContract, message: Message): Violation | undefined {
  const { required = false, content } = contract;
  const { mediaType, isRequest = false } = message;
  if (!message.payload?.length && message.json === undefined)
    return required ? violation("required", "body", "", "The body is required.") : undefined;
  if (isRequest && mediaType !== undefined && !isClearMediaType(mediaType))
    return violation("mediaType", "header", "Content-Type", "is malformed.", essence(mediaType));
  const described = content && mediaTypeFor(content, essence(mediaType));
  if (content !== undefined && described === undefined) return mediaTypeViolation(content, message);
  return valueViolation(described ?? {}, contract, message);
}

/** Returns the fault of a body with form parameters: it must be a form that all readers read alike. */
export function formViolation(
  { content }: BodyContract,
  mediaType: string | undefined,
  form: Form | undefined,
): Violation | undefined {
  if (form === undefined) {
    const isListed = content !== undefined && !forms.some(({ name }) => name === essence(mediaType));
    return isListed ? undefined : mediaTypeViolation(forms, { mediaType });
  }
  return form.flaw === undefined ? undefined : encodingViolation(form.flaw);
}

const forms: readonly MediaType[] = [
  { name: "application/x-www-form-urlencoded" },
  { name: "multipart/form-data" },
];

/**
 * Returns true if a body is compressed or encoded otherwise. Flows see its bytes and an upstream system the
 * decoded content, so neither may be what the contract describes.
 */
export function isEncoded(headers: { get(name: string): string | null | undefined }): boolean {
  return codingsOf(headers.get("content-encoding")).length > 0;
}

export const encodedViolation: Violation = violation(
  "encoding",
  "header",
  "Content-Encoding",
  "The body must not be compressed.",
);

function encodingViolation(text: string): Violation {
  return violation("encoding", "body", "", text);
}

function mediaTypeViolation(
  content: readonly MediaType[],
  { mediaType }: Pick<Message, "mediaType">,
): Violation {
  const names = content.map(({ name }) => name).join(", ");
  const name = "Content-Type";
  return mediaType === undefined
    ? violation("mediaType", "header", name, `The body has no media type; ${names} is expected.`)
    : violation("mediaType", "header", name, `is none of ${names}.`, essence(mediaType));
}

/** The most specific entry that matches a media type (OpenAPI 3.1.0, section 4.8.14). */
function mediaTypeFor(content: readonly MediaType[], name: string): MediaType | undefined {
  return (
    content.find((each) => each.name === name) ??
    content.find(
      (each) => each.name.endsWith("/*") && name.startsWith(each.name.slice(0, -1)) && each.name !== "*/*",
    ) ??
    content.find((each) => each.name === "*/*")
  );
}

function valueViolation(
  { name, check: own, form: layout }: Partial<MediaType>,
  contract: BodyContract,
  message: Message,
): Violation | undefined {
  const { mediaType, payload = "", json, isRequest = false } = message;
  const check = own ?? contract.check;
  if (check === undefined) return undefined;
  // Nobody says how XML becomes JSON, so XML is not checked. But a client must not use that to get past a schema: XML
  // counts only if the contract names it.
  if (isXml(mediaType) && (!isRequest || isXml(name))) return undefined;
  if (isJson(mediaType)) return jsonViolation(check, message);
  if (json !== undefined) return schemaViolation(check, json, "body", "");
  if (typeof payload === "string") return schemaViolation(check, payload, "body", "");
  const form = message.form ?? readForm(payload, mediaType);
  if (form !== undefined) return fieldsViolation(check, layout?.members ?? [], form, isRequest);
  const text = decode(payload, mediaType);
  return isRequest && isText(mediaType) && !isUtf8(payload, mediaType, text)
    ? encodingViolation(notUtf8)
    : schemaViolation(check, text, "body", "");
}

const notUtf8 = "The body is no UTF-8.";

/** Content without a media type is text. Other content is bytes, about which a schema can say hardly anything. */
function isText(mediaType: string | undefined): boolean {
  return (
    mediaType === undefined ||
    essence(mediaType).startsWith("text/") ||
    isXml(mediaType) ||
    parameter(mediaType, "charset") !== undefined
  );
}

function jsonViolation(check: SchemaCheck, message: Message): Violation | undefined {
  const { mediaType, payload, json, isRequest = false } = message;
  // JSON that a flow made has no payload yet: it is written from the value.
  if (payload === undefined) return schemaViolation(check, json ?? null, "body", "");
  const text = message.text ?? (typeof payload === "string" ? payload : decode(payload, mediaType));
  const bytes = isRequest && typeof payload !== "string" ? payload : undefined;
  if (bytes !== undefined && !isUtf8(bytes, mediaType, text)) return encodingViolation(notUtf8);
  const parsed = json ?? readJsonOr(text, undefined);
  if (parsed === undefined) return violation("syntax", "body", "", "The body is no valid JSON.");
  if (hasDuplicateMembers(text, parsed, bytes))
    return violation("duplicate", "body", "", "An object has two members of one name.");
  return schemaViolation(check, parsed, "body", "");
}

function fieldsViolation(
  check: SchemaCheck,
  members: ObjectType["members"],
  { fields, flaw }: Form,
  isRequest: boolean,
): Violation | undefined {
  if (isRequest && flaw !== undefined) return encodingViolation(flaw);
  const byName = fieldsByName(fields);
  const problem = membersProblem(members, byName, true);
  if (problem !== undefined) return violation(problem.keyword, "body", "", `A field ${problem.text}`);
  return firstViolation(
    () => readingsOf(members),
    (reading) => schemaViolation(check, membersValue(members, byName, reading), "body", ""),
  );
}
