/**
 * A request as it would be sent again.
 * @module
 */
import { isConnectionField } from "../../../../../runtime/http/field-syntax.js";
import { isUnread, type RequestMessage } from "../../../../../runtime/observe/trace/index.js";
import type { RequestToSend } from "../../api.js";

/** The text in place of a secret in a trace: `runtime/observe/trace/masks.ts`. */
const mask = "***";

/** The request with what was kept of it: path and query of its target, and the fields that its sender chose. */
export function asSent({ method, target, fields, body }: RequestMessage): RequestToSend {
  return {
    method,
    target: pathOf(target),
    // Who sends anew says anew what the connection needs.
    fields: fields.filter(([name]) => !isConnectionField(name.toLowerCase())),
    body: body?.text ?? body?.base64,
    ...(body?.text === undefined
      ? body?.base64 !== undefined && { isBase64: true }
      : { charset: body.charset }),
  };
}

/** Why a request cannot be sent as it was; `undefined` if it can. */
export function whyNotAsSent({ target, fields, body }: RequestMessage): string | undefined {
  if (body !== undefined && isUnread(body)) return "Its body was passed on without being read.";
  if (body?.isCut) return "Only the beginning of its body was kept.";
  const secret = fields.find(([, value]) => value.includes(mask))?.[0];
  if (secret !== undefined) return `A secret in its header field ${secret} was masked.`;
  if (target.includes(mask)) return "A secret in its target was masked.";
  if (body?.text?.includes(mask)) return "A secret in its body was masked.";
  return undefined;
}

/** Targets of imported requests may be whole URLs. */
function pathOf(target: string): string {
  const [, path = ""] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^#]*)/i.exec(target) ?? [undefined, target];
  return path.startsWith("/") ? path : `/${path}`;
}
