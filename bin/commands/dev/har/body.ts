import { shownBody, unseenBody } from "../../../../runtime/observe/trace/bodies.js";
import type { ShownBody } from "../../../../runtime/observe/trace/format.js";
import type { Masks } from "../../../../runtime/observe/trace/masks.js";
import { listOf, memberOf, numberOf, textOf } from "./received.js";

/** Characters of a field of a form. */
const maxContent = 262_144;
const maxParams = 500;
const maxName = 200;

/** What a HAR says of a body. */
interface HarBody {
  readonly text: unknown;
  /** Fields of a form, where there is no text. */
  readonly params: unknown;
  readonly type: unknown;
  readonly size: unknown;
  readonly isBase64: boolean;
  readonly isCut: boolean;
}

export function readBody(har: HarBody, masks: Masks): ShownBody | undefined {
  const type = textOf(har.type, maxName);
  const size = numberOf(har.size);
  const whole = typeof har.text === "string" ? har.text : formOf(har.params);
  if (whole === undefined || whole === "") {
    // Programs leave out what they have not kept.
    if (!har.isCut && (size === undefined || size <= 0)) return undefined;
    return { ...unseenBody(type, masks, bytesOf(size)), isCut: true };
  }
  const isForm = typeof har.text !== "string" && type === "";
  const content = har.isBase64 && base64.test(whole) ? Buffer.from(whole, "base64") : whole;
  const shown = shownBody(content, isForm ? "application/x-www-form-urlencoded" : type, masks);
  return { ...shown, bytes: bytesOf(size) ?? shown.bytes, isCut: shown.isCut || har.isCut };
}

const base64 = /^[\d+/a-z\s]*={0,2}\s*$/i;

function bytesOf(size: number | undefined): number | undefined {
  return size !== undefined && size >= 0 ? Math.trunc(size) : undefined;
}

function formOf(params: unknown): string | undefined {
  const fields = listOf(params, maxParams).map((param) => [
    textOf(memberOf(param, "name"), maxName),
    textOf(memberOf(param, "value"), maxContent),
  ]);
  return fields.length === 0 ? undefined : String(new URLSearchParams(fields));
}
