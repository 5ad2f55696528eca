import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isToken, parameter } from "../../runtime/http/index.js";
import {
  keptMessage,
  type Masks,
  type SeenBody,
  type SeenMessage,
  traceBounds,
} from "../../runtime/observe/index.js";
import {
  type Fields,
  fieldValue,
  type RequestMessage,
  type ResponseMessage,
  type Trace,
  traceVersion,
} from "../../runtime/observe/trace/index.js";
import { bytesOf } from "./body.js";

/** What keeps a document from being a HAR. */
export class HarError extends Error {}

/** Requests that one import into the page brings. The oldest requests make room for them. */
const maxOfPage = 250;
/** Of one message. */
const maxFields = 200;
/** Characters of names, of values, and of fields of forms. */
const maxName = 200;
const maxValue = 8_192;
const maxContent = 262_144;

// Whatever program wrote it: what a HAR lacks or says wrongly is empty, and what is too long is cut.
const text = (max: number) =>
  z
    .string()
    .catch("")
    .transform((value) => wellFormed(value.slice(0, max)));
const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.slice(0, max))
    .pipe(z.array(item));
const record = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess(
    (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}),
    z.object(shape),
  );
const amount = z.number().min(0).optional().catch(undefined);
const whole = z.string().optional().catch(undefined);

const fields = list(record({ name: text(maxName), value: text(maxValue) }), maxFields);
const params = list(record({ name: text(maxName), value: text(maxContent) }), 500);
const entrySchema = record({
  request: record({
    method: text(maxName),
    url: text(maxValue),
    headers: fields,
    bodySize: amount,
    postData: record({ text: whole, params, mimeType: text(maxName) }),
  }),
  response: record({
    status: z.int().min(100).max(999).optional().catch(undefined),
    headers: fields,
    content: record({ text: whole, mimeType: text(maxName), size: amount, encoding: whole }),
  }),
  startedDateTime: text(maxName),
  time: amount,
});
type Entry = z.infer<typeof entrySchema>;
const harSchema = record({ log: record({ entries: z.array(z.unknown()).optional().catch(undefined) }) });

/**
 * Requests from a HAR. Secrets are masked as they are in requests that the app answers.
 * @param newMasks is called for each request
 * @returns also the number of requests for which there was no room
 */
export function readHar(
  har: unknown,
  newMasks: () => Masks,
  maxRequests = maxOfPage,
): { readonly traces: Trace[]; readonly left: number } {
  const { entries } = harSchema.parse(har).log;
  if (entries === undefined) throw new HarError("This is no HAR: it has no log.entries.");
  const traces = entries
    .slice(0, maxRequests)
    .map((entry, index) => traceOf(entrySchema.parse(entry), index, newMasks()));
  return { traces, left: entries.length - traces.length };
}

function traceOf(entry: Entry, index: number, masks: Masks): Trace {
  const request = requestOf(entry, masks);
  if (request.method === "") throw new HarError(`The request of entry ${index} has no method.`);
  const response = responseOf(entry, masks);
  const started = Date.parse(entry.startedDateTime);
  return {
    version: traceVersion,
    id: randomUUID(),
    startedAt: Number.isFinite(started) ? started : Date.now(),
    build: 0,
    ...{ request, route: "", flow: "", response, duration: entry.time },
    events: [],
    ran: [],
    hasSecrets: masks.hasMasked,
    dropped: 0,
  };
}

/** The method is empty if there is none. */
function requestOf(
  { request: { method, url, headers, bodySize: size, postData } }: Entry,
  masks: Masks,
): RequestMessage {
  const { params } = postData;
  const form = params.length === 0 ? undefined : params.map(({ name, value }) => [name, value]);
  const isForm = postData.text === undefined && form !== undefined && postData.mimeType === "";
  const content = {
    text: postData.text ?? (form && String(new URLSearchParams(form))),
    type: isForm ? "application/x-www-form-urlencoded" : postData.mimeType,
    ...{ size, isBase64: false },
  };
  const request = { method: isToken(method) ? method : "", target: targetOf(url) };
  return keptMessage({ ...request, ...seen(headers, content) }, masks, traceBounds);
}

/** `undefined` for an entry without an answer. */
function responseOf({ response }: Entry, masks: Masks): ResponseMessage | undefined {
  const { status, headers, content } = response;
  if (status === undefined) return undefined;
  const { text, mimeType: type, size, encoding } = content;
  const kept = { text, type, size, isBase64: encoding === "base64" };
  return keptMessage({ status, ...seen(headers, kept) }, masks, traceBounds);
}

interface Content {
  readonly text: string | undefined;
  readonly type: string;
  readonly size: number | undefined;
  readonly isBase64: boolean;
}

function seen(headers: Entry["request"]["headers"], content: Content): SeenMessage {
  const body = bodyOf(content);
  const fields = fieldsOf(headers);
  // Of a type that nobody knows, browsers write `x-unknown`.
  const isTyped =
    body === undefined || !content.type.includes("/") || fieldValue(fields, "content-type") !== "";
  return { fields: isTyped ? fields : [...fields, ["content-type", content.type]], body };
}

function bodyOf({ text, type, size, isBase64 }: Content): SeenBody | undefined {
  const length = size === undefined ? undefined : Math.trunc(size);
  // Programs leave out what they have not kept.
  if (text === undefined || text === "") return length ? { length } : undefined;
  const isBytes = isBase64 && /^[\d+/a-z\s]*={0,2}\s*$/i.test(text);
  const bytes = bytesOf(isBytes ? { base64: text } : { text, charset: parameter(type, "charset") });
  return { bytes, length: length ?? bytes.length, isCoded: false };
}

/** Fields that no message can have are left out, such as the pseudo-fields of HTTP/2. */
function fieldsOf(headers: Entry["request"]["headers"]): Fields {
  return headers.flatMap(({ name, value }) =>
    isToken(name) ? [[name, value.replace(/[^\t -~\x80-\uffff]/g, " ")] as const] : [],
  );
}

/** The path and the query, written as a request line has them. */
function targetOf(url: string): string {
  if (!URL.canParse(url, "http://127.0.0.1")) return "/";
  const { pathname, search } = new URL(url, "http://127.0.0.1");
  return pathname.startsWith("/") ? pathname + search : "/";
}

/** Halves of characters cannot be written as UTF-8. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
