import { statusesWithoutContent } from "../../http/methods.js";
import type { Content, Fields } from "../../request/content.js";
import type { State } from "../../request/context.js";

/**
 * The fields of a response whose body is an upstream's: the upstream's own, replaced by those that the flow set. A response
 * that has no content may tell the length of what GET would get: with HEAD, and with 304 (RFC 9110 §8.6).
 */
export function passedFields(
  { fields, source }: Content,
  set: Fields | undefined,
  { status, isHead }: { readonly status: number; readonly isHead: boolean },
): Fields {
  const isSent = !isHead && !statusesWithoutContent.has(status);
  const mayTell = isSent ? source.kind === "stream" : status !== 204 && status !== 205;
  const length = mayTell && "length" in source ? source.length : undefined;
  if (fields !== undefined && length === undefined && set === undefined) return fields;
  const passed = new Map(fields);
  if (length !== undefined) passed.set("content-length", length);
  for (const [name, value] of set ?? []) passed.set(name, value);
  return passed;
}

/** Cancels an upstream's body, unless it is `sent`: the upstream would wait forever. */
export function cancelStream({ stream }: State, sent: Content | undefined): void {
  if (stream === undefined || (sent?.source.kind === "stream" && sent.source.stream === stream)) return;
  stream.cancel().catch(() => {}); // it does not matter how the stream ends
}
