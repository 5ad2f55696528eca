import type { Bytes } from "../body-bytes.js";
import { formPairs } from "../form.js";
import { decode, essence, isJson, isXml } from "../media-type.js";
import type { JsonValue } from "../values.js";
import type { BodyContract, MediaType } from "./contract.js";
import { fieldsOf } from "./parameters.js";
import { membersValue } from "./text-value.js";
import { schemaViolation, type Violation, violation } from "./violation.js";

/** A message's content. */
export interface Message {
  readonly mediaType: string | undefined;
  /** Undefined, or empty, where it has no content. */
  readonly payload: string | Bytes | undefined;
  /** The content as JSON, if it is known already. */
  readonly json?: JsonValue | undefined;
}

/** A payload that can be looked at: no stream, which is gone once somebody has read it. */
export const wholePayload = <T>(payload: T | ReadableStream): T | undefined =>
  payload instanceof ReadableStream ? undefined : payload;

/** What is wrong with the content of a message. */
export const contentViolation = (contract: BodyContract, message: Message): Violation | undefined => {
  const { required = false, content } = contract;
  if (!message.payload?.length && message.json === undefined)
    return required ? violation("required", "body", "", "The body is required.") : undefined;
  const mediaType = content && mediaTypeFor(content, essence(message.mediaType));
  if (content !== undefined && mediaType === undefined) return mediaTypeViolation(content, message);
  return valueViolation(mediaType ?? {}, contract, message);
};

const mediaTypeViolation = (content: readonly MediaType[], { mediaType }: Message): Violation => {
  const names = content.map(({ name }) => name).join(", ");
  const name = "Content-Type";
  return mediaType === undefined
    ? violation("mediaType", "header", name, `The body has no media type; ${names} is expected.`)
    : violation("mediaType", "header", name, `is none of ${names}.`, essence(mediaType));
};

/** The most specific entry that a media type falls under (OpenAPI 3.1.0, section 4.8.14). */
const mediaTypeFor = (content: readonly MediaType[], name: string): MediaType | undefined =>
  content.find((each) => each.name === name) ??
  content.find(
    (each) => each.name.endsWith("/*") && name.startsWith(each.name.slice(0, -1)) && each.name !== "*/*",
  ) ??
  content.find((each) => each.name === "*/*");

const valueViolation = (
  { check: own, form }: Partial<MediaType>,
  contract: BodyContract,
  { mediaType, payload = "", json }: Message,
): Violation | undefined => {
  const check = own ?? contract.check;
  // What XML stands for in JSON is nowhere said.
  if (check === undefined || isXml(mediaType)) return undefined;
  if (json !== undefined) return schemaViolation(check, json, "body", "");
  const text = () => (typeof payload === "string" ? payload : decode(payload, mediaType));
  if (isJson(mediaType)) {
    const parsed = parseJson(text());
    if (parsed === undefined) return violation("syntax", "body", "", "The body is no valid JSON.");
    return schemaViolation(check, parsed, "body", "");
  }
  const pairs = typeof payload === "string" ? undefined : formPairs(payload, mediaType, true);
  const value = pairs === undefined ? text() : membersValue(form?.members ?? [], fieldsOf(pairs));
  return schemaViolation(check, value, "body", "");
};

const parseJson = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
};
