import { type Trace, traceVersion } from "../../../../runtime/trace/format.js";

/** What a value of JSON has to be. */
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const flag: Check = (value) => typeof value === "boolean";

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const objectOf =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(members).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined),
    );

const fields = listOf((value) => Array.isArray(value) && value.length === 2 && value.every(text));

const body = objectOf({
  type: text,
  bytes: optional(number),
  content: optional(text),
  encoding: (value) => value === "text" || value === "base64",
  isCut: flag,
});

const request = objectOf({ method: text, target: text, fields, body: optional(body) });
const response = objectOf({ status: number, fields, body: optional(body) });
const shown = objectOf({ type: text, text, cutFrom: optional(number) });

const events: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ["action", objectOf({ name: text, place: text, depth: number, took: optional(number) })],
  ["flow", objectOf({ file: text })],
  ["variable", objectOf({ name: text, value: shown })],
  ["output", objectOf({ to: text, value: shown })],
  [
    "upstream",
    objectOf({
      id: text,
      hop: number,
      request,
      response: optional(response),
      failure: optional(text),
      timing: objectOf({
        connected: optional(number),
        firstByte: optional(number),
        ended: optional(number),
      }),
      isReused: optional(flag),
      cache: optional(text),
      violations: optional(listOf(text)),
      isMocked: optional(flag),
    }),
  ],
  ["error", objectOf({ error: shown, status: optional(number) })],
  ["message", objectOf({ level: text, topic: text, text })],
]);

const inEvent = objectOf({ at: number, place: optional(text) });

const event: Check = (value) =>
  inEvent(value) && events.get((value as { readonly kind?: unknown }).kind)?.(value) === true;

const trace = objectOf({
  version: (value) => value === traceVersion,
  id: text,
  startedAt: number,
  build: number,
  request,
  route: text,
  flow: text,
  response: optional(response),
  duration: optional(number),
  events: listOf(event),
  ran: listOf(objectOf({ file: text, lines: (lines) => objectOf({})(lines) && allNumbers(lines) })),
  hasSecrets: flag,
  dropped: number,
});

const allNumbers: Check = (lines) => Object.values(lines as object).every(number);

/** The value as a trace, if it is one that this version reads. It may come from anybody. */
export function checkedTrace(value: unknown): Trace | undefined {
  if (!trace(value)) return undefined;
  // JSON has no undefined.
  const { response: answer, duration, ...rest } = value as Trace;
  return { ...rest, response: answer ?? undefined, duration: duration ?? undefined };
}
