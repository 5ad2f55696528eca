import { beginStretch } from "../../base/work.js";
import type { JsonValue } from "../../data/model/values.js";
import { byteLength } from "../../http/body-bytes.js";
import { isFieldValue } from "../../http/field-syntax.js";
import { encodedAs } from "../../http/media-type.js";
import { statusesWithoutContent } from "../../http/methods.js";
import { fieldOf, type HeadFields, jsonHead, jsonType, type Reply } from "../../http/reply.js";
import { Content } from "../../request/content.js";
import { type Context, type State, state } from "../../request/context.js";
import type { FlowError } from "../../request/engine-errors.js";
import { alert, alertRounded } from "../../request/flow-errors.js";
import { cancelStream, passedFields } from "./passed-response.js";
import { unexpectedError } from "./unexpected-error.js";

/**
 * The response as the flows left it.
 * @param fallback the status, if neither the flow nor the content has one
 */
export function toReply($: Context, fallback = 200): Reply {
  alertRounded($);
  const current = $[state];
  const { main } = current;
  const status = sendableStatus($, current.status ?? main?.status ?? fallback);
  const withoutBody = statusesWithoutContent.has(status);
  const head = responseHead(current, status);
  if (withoutBody || main === undefined || current.method === "HEAD") {
    cancelStream(current, undefined);
    return { status, head, body: null, bytes: 0 };
  }
  cancelStream(current, main);
  if (main.source.kind === "stream") {
    current.access.isStreamed = true;
    return { status, head, body: main.source.stream, bytes: undefined };
  }
  const payload = main.payload;
  if (main.source.kind === "json" && typeof payload === "string" && hasNull(payload)) {
    reportLostNumbers($, main.source.value);
  }
  if (head !== jsonHead && typeof payload === "string") {
    const sent = encodedAs(fieldOf(head, "content-type"), payload);
    if (sent !== payload) return { status, head, body: sent, bytes: byteLength(sent) };
  }
  return { status, head, body: payload, bytes: main.byteLength };
}

/** The system error document: what a client gets for an error that no error flow handles. */
export function systemErrorReply($: Context, error: FlowError): Reply {
  const { problemDocument } = $[state].facilities;
  try {
    $[state].main =
      problemDocument?.(error.document, error.status) ??
      Content.json({ error: error.document }, error.status);
    return toReply($);
  } catch (thrown) {
    // The value that the flow put into `$error` nests too deep for JSON. That of the engine does not.
    beginStretch();
    const unexpected = unexpectedError($, thrown);
    $[state].main = Content.json({ error: unexpected.document }, unexpected.status);
    return toReply($);
  }
}

/**
 * Drops what the flows prepared before an error, so that it does not describe the error's response: content, status,
 * and fields about the content. Other fields stay.
 */
export function discardOutput(current: State): void {
  current.main = undefined;
  current.status = undefined;
  for (const name of current.headers?.keys() ?? []) {
    if (name.startsWith("content-") || contentFields.has(name)) current.headers?.delete(name);
  }
}

/** Fields about the content whose names do not begin with `content-`. */
const contentFields: ReadonlySet<string> = new Set(["accept-ranges", "etag", "last-modified"]);

/**
 * Most JSON has no `null`. It has so many an `n` that looking for the other letters first takes a quarter of the time.
 */
function hasNull(json: string): boolean {
  return json.includes("ull") && json.includes("null");
}

/** A status of a response (RFC 9110 §15). Upstreams send others, too; an interim one cannot end a response. */
function sendableStatus($: Context, status: number): number {
  if (status >= 200 && status < 600) return status;
  alert($, "response", `Status ${status} cannot be sent as the status of a response; 500 takes its place.`);
  return 500;
}

function responseHead({ main, headers, method }: State, status: number): HeadFields {
  const isPassed = main !== undefined && (main.fields !== undefined || main.source.kind === "stream");
  const set = isPassed ? passedFields(main, headers, { status, isHead: method === "HEAD" }) : headers;
  const mediaType = statusesWithoutContent.has(status) ? undefined : main?.mediaType;
  const type = mediaType !== undefined && isFieldValue(mediaType) ? mediaType : undefined;
  if (set === undefined)
    return type === undefined ? noFields : type === jsonType ? jsonHead : ["content-type", type];
  const head: string[] = [];
  if (type !== undefined && !set.has("content-type")) head.push("content-type", type);
  for (const [name, value] of set)
    if (typeof value === "string") head.push(name, value);
    else if (name !== "set-cookie") head.push(name, value.join(", "));
    else for (const cookie of value) head.push(name, cookie);
  return head;
}

const noFields: HeadFields = [];

/** JSON has `null` in place of numbers that it cannot hold. Called only if there is a `null` in the output. */
function reportLostNumbers($: Context, value: JsonValue): void {
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "number" && !Number.isFinite(next)) {
      alert($, "template", `${next} is no JSON number; the response has null in its place.`);
      return;
    }
    if (typeof next === "object" && next !== null)
      for (const member of Object.values(next)) pending.push(member);
  }
}
