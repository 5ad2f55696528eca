import { escaped } from "../../../runtime/data/index.js";
import { isJson } from "../../../runtime/http/index.js";
import { fieldValue } from "../../../runtime/observe/trace/index.js";
import { textOf } from "../body.js";
import { wholeBody } from "./bodies.js";
import type { Draft } from "./facts.js";
import { isList, type Json, jsonText, membersOf, plainJson } from "./json-text.js";
import { isMasked } from "./masked.js";
import { xmlComment } from "./xml.js";
import { memberStep } from "./xpath.js";

/** An expression, and what it should yield. */
type Assertion = readonly [expression: string, expected: Json];

/** JSON with more values is compared with a file. */
const maxMembers = 30;

/** Where a file does not do, no more values than these are compared. */
const maxAssertions = 200;

/** The variable with the body of the answer, as JSON. */
const answer = "$answer";

/** The expectations of the test about the answer. */
export function assertions(draft: Draft): readonly string[] {
  const { response } = draft.trace;
  const { leftOut } = draft.facts;
  const type = fieldValue(response?.fields ?? [], "content-type");
  const location = fieldValue(response?.fields ?? [], "location");
  const { before, list } = ofBody(draft);
  const all: readonly Assertion[] = [
    ["$status", response?.status ?? null],
    ["$headers/content-type", type || null],
    ...(location === "" ? [] : [["$headers/location", location] as const]),
    ...list,
  ];
  const changes = ([expression, expected]: Assertion) =>
    leftOut.has(expression) || (expression !== "$status" && changesEachTime(expected, draft));
  const kept = all.filter((assertion) => !changes(assertion));
  const changing = all.filter(changes).map(([expression]) => expression);
  return [
    ...(kept.some(([expression]) => expression.includes(answer)) ? before : []),
    ...(changing.length === 0 ? [] : [`  ${xmlComment(`Left out, since they change: ${listed(changing)}`)}`]),
    "  <assert>",
    "  [",
    kept.map(([expression, expected]) => `    ${escaped(jsonText([expression, expected], 4))}`).join(",\n"),
    "  ]",
    "  </assert>",
  ];
}

function listed(texts: readonly string[]): string {
  const more = texts.length - 10;
  return more > 0 ? `${texts.slice(0, 10).join(", ")} and ${more} more` : texts.join(", ");
}

interface OfBody {
  readonly before: readonly string[];
  readonly list: readonly Assertion[];
}

function ofBody(draft: Draft): OfBody {
  const { body, fields = [] } = draft.trace.response ?? {};
  const content = wholeBody(body, "the answer");
  if (typeof content !== "string") {
    // Its text in the test has a stand-in for what is no UTF-8.
    const text = new TextDecoder().decode(content);
    return { before: [], list: [["string-length($response)", [...text].length]] };
  }
  const value = isJson(fieldValue(fields, "content-type")) ? plainJson(content) : undefined;
  if (value === undefined || typeof value !== "object" || value === null) return ofText(content, draft);
  const list = [...ofMember(answer, value)];
  const isChanging = list.some(
    ([expression, expected]) => draft.facts.leftOut.has(expression) || changesEachTime(expected, draft),
  );
  const golden = `$response`;
  if (list.length > maxMembers && !isChanging && !draft.facts.leftOut.has(golden)) {
    const name = draft.file("answer", "json", `${JSON.stringify(value, null, 2)}\n`);
    return {
      before: [],
      list: [
        [
          golden,
          new Map([
            ["file", name],
            ["mode", "json"],
          ]),
        ],
      ],
    };
  }
  return {
    before: [`  <eval out="${answer}">json-parse($response)</eval>`],
    list: list.slice(0, maxAssertions),
  };
}

/** How long a text may be that stands in the test. */
const maxText = 300;

function ofText(content: string, draft: Draft): OfBody {
  const lines = content.split("\n").length;
  if (content.length <= maxText && lines <= 5) return { before: [], list: [["$response", content]] };
  if (draft.facts.leftOut.has("$response")) return { before: [], list: [["$response", null]] };
  return { before: [], list: [["$response", new Map([["file", draft.file("answer", "txt", content)]])]] };
}

/** The assertions for a value of JSON: the numbers of items, and each value at the end of a path. */
function* ofMember(path: string, value: Json): Generator<Assertion> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else if (isList(value)) {
    yield [`count(${path}/*)`, value.length];
    for (const [index, item] of value.entries()) yield* ofMember(`${path}/value[${index + 1}]`, item);
  } else {
    const members = membersOf(value);
    if (members.length === 0) yield [`count(${path}/*)`, 0];
    for (const [name, member] of members) yield* ofMember(`${path}/${memberStep(name)}`, member);
  }
}

const inputs = new WeakMap<Draft, string>();

/**
 * Returns true if a value is masked, or will be another one when the request is sent again: the ID of the
 * request, a UUID or a moment close to that of the request, unless the client or an upstream system sent it.
 */
function changesEachTime(value: Json, draft: Draft): boolean {
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
      (body && textOf(body)) ?? body?.base64 ?? "",
    ]),
    ...Object.values(facts.environment),
    ...facts.files.map((path) => facts.read(path) ?? ""),
  ].join("\n");
}
