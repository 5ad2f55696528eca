import type { Draft } from "./facts.js";
import type { Json } from "./json-text.js";
import { isMasked } from "./masked.js";

const inputs = new WeakMap<Draft, string>();

/**
 * Returns true if a value is masked, or will be another one when the request is sent again: the ID of the
 * request, a UUID or a moment close to that of the request, unless the client or an upstream system sent it.
 */
export function changesEachTime(value: Json, draft: Draft): boolean {
  if (typeof value === "number") return isNow(value, draft) && !isGiven(String(value), draft);
  if (typeof value !== "string") return false;
  if (isMasked(value, draft.trace)) return true;
  const { id, startedAt } = draft.trace;
  const made = [
    ...(id.length >= 8 && value.includes(id) ? [id] : []),
    ...(value.match(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi) ?? []),
    ...(
      value.match(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g) ?? []
    ).filter((moment) => Math.abs(Date.parse(moment) - startedAt) < day * 2),
    ...(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(value) ? [value] : []),
    ...(/^\d{10,13}(\.\d+)?$/.test(value) && isNow(Number(value), draft) ? [value] : []),
  ];
  return made.some((part) => !isGiven(part, draft));
}

const hour = 3_600_000;
const day = 24 * hour;

/** Returns true if a number counts the seconds or milliseconds since 1970 until about the request. */
const isNow = (value: number, { trace: { startedAt } }: Draft): boolean =>
  Math.abs(value - startedAt) < hour || Math.abs(value * 1000 - startedAt) < hour;

/** Returns true if a text comes from the client, from an upstream system or from the environment. */
function isGiven(text: string, draft: Draft): boolean {
  const given = inputs.get(draft) ?? inputsOf(draft);
  inputs.set(draft, given);
  return given.includes(text);
}

function inputsOf({ trace, facts }: Draft): string {
  const { request, events } = trace;
  const responses = events.flatMap((event) =>
    event.kind === "upstream" && event.response !== undefined ? [event.response] : [],
  );
  return [
    request.target,
    ...[request, ...responses].flatMap(({ fields, body }) => [
      ...fields.map(([, value]) => value),
      body?.content ?? "",
    ]),
    ...Object.values(facts.environment),
    ...facts.files.map((path) => facts.read(path) ?? ""),
  ].join("\n");
}
