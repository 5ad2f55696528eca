/**
 * Two requests as texts whose lines are compared, and as times.
 * @module
 */
import { structuredPatch } from "diff";
import type { Body, Fields } from "../../../../../runtime/observe/trace/exchange.js";
import type { Trace } from "../../../../../runtime/observe/trace/format.js";
import { textOf } from "../../../../recording/body.js";
import { parsedJson } from "../../../../shared/values.js";

/** A part of two requests. */
export interface Part {
  readonly title: string;
  readonly one: string;
  readonly other: string;
}

export function partsOf(one: Trace, other: Trace): readonly Part[] {
  const part = (title: string, text: (trace: Trace) => string): Part => ({
    title,
    one: text(one),
    other: text(other),
  });
  return [
    part("Body of the answer", ({ response }) => bodyText(response?.body)),
    part("Header fields of the answer", ({ response }) => fieldsText(response?.fields ?? [])),
    part("Variables at the end", variablesText),
    part("Body of the request", ({ request }) => bodyText(request.body)),
    part("Header fields of the request", ({ request }) => fieldsText(request.fields)),
  ];
}

/** Texts that differ in more lines than this are shown one after the other. */
const maxEdits = 2000;
const maxLines = 4000;

/**
 * The lines of one text that another one has not, after `-`, and the other way round, after `+`, each with the equal lines
 * around it, after a space. None if the texts are equal.
 */
export function lineDifference(one: string, other: string): readonly string[] {
  if (one === other) return [];
  const limits = { context: 3, maxEditLength: maxEdits, timeout: 500 };
  const patch = structuredPatch("", "", ended(one), ended(other), "", "", limits);
  const all = (sign: string, text: string) => text.split("\n").map((line) => sign + line);
  const lines =
    patch === undefined
      ? [...all("-", one), ...all("+", other)]
      : patch.hunks.flatMap((hunk, index) => [...(index > 0 ? ["⋯"] : []), ...hunk.lines]);
  return lines.slice(0, maxLines);
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** A body as lines that can be compared. */
export function bodyText(body: Body | undefined): string {
  if (body === undefined) return "";
  const text = textOf(body);
  if (text === undefined && body.base64 === undefined) return "(passed on unread)";
  const lines =
    text === undefined
      ? (body.base64 ?? "").replace(/.{76}/g, "$&\n")
      : /^\s*[[{]/.test(text)
        ? laidOut(text)
        : text;
  return body.isCut ? `${lines}\n(only its beginning was kept)` : lines;
}

const laidOut = (json: string): string => JSON.stringify(parsedJson(json), null, 2) ?? json;

const fieldsText = (fields: Fields): string =>
  fields
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .sort()
    .join("\n");

/** The last values of all variables. */
function variablesText({ events }: Trace): string {
  const values = new Map<string, string>();
  for (const event of events) {
    if (event.kind !== "variable" && event.kind !== "error") continue;
    const [name, { type, text }] =
      event.kind === "error" ? ["error", event.error] : [event.name, event.value];
    values.set(name, type === "empty" ? "(empty)" : type === "json" ? laidOut(text) : text);
  }
  return [...values]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `$${name} = ${text}`)
    .join("\n");
}

/** How long something took in two requests, in milliseconds; `undefined` where it did not happen, or has not ended. */
export interface TimedRow {
  readonly name: string;
  readonly one: number | undefined;
  readonly other: number | undefined;
}

/** The actions and the upstream requests of both, by their names and places, and which of several they are. */
export function pairTimes(one: Trace, other: Trace): readonly TimedRow[] {
  const [ones, others] = [timesOf(one), timesOf(other)];
  const names = new Set([...ones.keys(), ...others.keys()]);
  return [...names].map((name) => ({ name, one: ones.get(name), other: others.get(name) }));
}

function timesOf({ events }: Trace): ReadonlyMap<string, number | undefined> {
  const times = new Map<string, number | undefined>();
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== "action" && event.kind !== "upstream") continue;
    const isAction = event.kind === "action";
    const hop = !isAction && event.hop > 0 ? `, redirect ${event.hop}` : "";
    const name = isAction ? `${event.name} ${event.place}` : `upstream request ${event.id}${hop}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const took = isAction ? event.took : (event.timing.ended ?? event.timing.firstByte);
    times.set(count === 1 ? name : `${name} (${count})`, took);
  }
  return times;
}
