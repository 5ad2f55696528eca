import type { ShownBody } from "../../../../runtime/trace/format.js";
import { type Masks, mask } from "../../../../runtime/trace/masks.js";
import { listOf, memberOf, numberOf, textOf } from "./received.js";

/** Characters that are kept of a body; a multiple of 4, for Base64. */
const maxContent = 262_144;
const maxParams = 500;
const maxName = 200;

/** What a HAR says of a body. */
export interface HarBody {
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
    return { type, bytes: bytesOf(size), content: undefined, encoding: "text", isCut: true };
  }
  const isBase64 = har.isBase64 && /^[\d+/a-z\s]*={0,2}\s*$/i.test(whole);
  const content = isBase64 ? whole.replace(/\s+/g, "").slice(0, maxContent) : textOf(whole, maxContent);
  return {
    type,
    bytes: bytesOf(size) ?? (isBase64 ? undefined : Buffer.byteLength(whole)),
    content: isBase64 ? content : maskedText(content, type, masks),
    encoding: isBase64 ? "base64" : "text",
    isCut: har.isCut || whole.length > maxContent,
  };
}

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

/** Without what members and fields of forms have that are secret by their name. */
function maskedText(text: string, type: string, masks: Masks): string {
  if (/[/+]json\b/i.test(type)) return masks.masked(maskedMembers(text, masks));
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return masks.masked(maskedForm(text, masks));
  return masks.masked(text);
}

/** As it is written, unless something is masked. Text that is no JSON, or was cut, stays. */
function maskedMembers(text: string, masks: Masks): string {
  let hasMasked = false;
  try {
    const value: unknown = JSON.parse(text, (name, member: unknown) => {
      if (typeof member === "object" || member === mask || !masks.isSecret(name)) return member;
      hasMasked = true;
      return masks.hidden(String(member));
    });
    return hasMasked ? JSON.stringify(value) : text;
  } catch {
    return text;
  }
}

function maskedForm(text: string, masks: Masks): string {
  const parts = text.split("&").map((part) => {
    const equals = part.indexOf("=");
    const value = part.slice(equals + 1);
    if (equals < 0 || value === mask || !masks.isSecret(part.slice(0, equals))) return part;
    return `${part.slice(0, equals)}=${masks.hidden(value)}`;
  });
  return parts.join("&");
}
