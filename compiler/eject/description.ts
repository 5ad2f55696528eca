import { Reporter } from "../diagnostics/reporter.js";
import type { RouteOperation } from "../load/routes.js";
import { type YamlEntry, YamlFile } from "../parse/yaml/yaml.js";
import { append } from "../source/lists.js";
import { oncePer } from "../source/remembered.js";
import { type Span, textOf } from "../source/source-text.js";
import type { FlowReference } from "../syntax/flow.js";
import { type Edit, editOf } from "./edit.js";
import { pathFrom } from "./names.js";
import type { Answered } from "./operations.js";
import { Refusal } from "./refusal.js";

/**
 * The edits of an API description by which a handler answers operations in place of their flow. Everything else stays as it
 * is written.
 * @param all operations of the app: what others share is not replaced
 * @throws Refusal
 */
export function descriptionEdits(
  handler: string,
  chosen: readonly Answered[],
  all: readonly Answered[],
): readonly Edit[] {
  const edits = new Map<string, Edit>();
  const own = new Set(chosen.map(({ operation }) => operation));
  for (const one of chosen) {
    const edit = editFor(handler, one, own, all);
    edits.set(`${edit.path} ${edit.start}`, edit);
  }
  return [...edits.values()];
}

function editFor(
  handler: string,
  one: Answered,
  chosen: ReadonlySet<RouteOperation>,
  all: readonly Answered[],
): Edit {
  const { flow, level } = one.operation;
  const key = keyOf(one, flow);
  const isRight = (others: readonly Answered[]): boolean =>
    others.every(({ operation }) => chosen.has(operation));
  const users = sharersOf(all).get(idOf(key)) ?? [];
  if (isRight(users)) return replaced(one, key, handler);
  const place = placeOf(one);
  const sharing = sharersOf(all).get(idOf(place)) ?? [];
  if (level === "operation" || !isRight(sharing))
    throw new Refusal(
      `${one.name} shares this with ${namesOf(level === "operation" ? users : sharing, one)}: eject them together, or write it out for each.`,
      level === "operation" ? key : place,
    );
  checkSource(one, place);
  const quote = textOf(place).startsWith('"') ? '"' : "";
  return inserted(one, place, member(textOf(key), handlerFrom(place, flow, handler), quote));
}

/** The operations of which something stands in a place: the key that names the flow, or the description. */
const sharersOf = oncePer((all: readonly Answered[]) => {
  const found = new Map<string, Answered[]>();
  for (const one of all) {
    const { member } = one.operation.flow;
    for (const id of new Set([placeOf(one), ...(member === undefined ? [] : [member.key])].map(idOf)))
      append(found, id, one);
  }
  return found;
});

const idOf = ({ source, start }: Span): string => `${source.path} ${start}`;

const namesOf = (answered: readonly Answered[], but: Answered): string =>
  [...new Set(answered.flatMap((one) => (one.operation === but.operation ? [] : one.name)))].join(", ");

/** The key of the operation, or of a path that lists none. */
const placeOf = ({ route, operation }: Answered): Span => (operation.operation ?? route.item).span;

/** The key that names the flow. */
function keyOf(one: Answered, { member, span }: FlowReference): Span {
  if (member === undefined)
    throw new Refusal(`The flow of ${one.name} is not written where it can be replaced.`, span);
  checkSource(one, member.key);
  return member.key;
}

function checkSource({ name }: Answered, span: Span): void {
  if (span.source.base !== span.source.path)
    throw new Refusal(
      `The flow of ${name} comes from an overlay: write x-flow-handler there yourself.`,
      span,
    );
}

const handlerFrom = ({ source }: Span, { src }: FlowReference, handler: string): string =>
  pathFrom(source.base, handler, src);

/** `x-flow-handler: handlers/get.ts`, with the prefix of the name that is written for flows. */
const member = (key: string, path: string, quote: string): string =>
  `${quote}${handlerKey(key)}${quote}: ${quote}${path}${quote}`;

const handlerKey = (key: string): string => (key.includes("x-flat-") ? "x-flat-handler" : "x-flow-handler");

/** Puts the handler in the place of the flow: quotes, and what stands between key and value, stay. */
function replaced(one: Answered, key: Span, handler: string): Edit {
  const { member, span } = one.operation.flow;
  const { source } = key;
  const value = member?.value ?? span;
  // In a merged copy of the description, an alias has the place of what it stands for.
  if (value.source !== source || value.start < key.end)
    throw new Refusal(`The flow of ${one.name} is written elsewhere: write it out here first.`, key);
  const between = source.text.slice(key.end, value.start);
  const written = textOf(value);
  const quote = /^["']/.exec(written)?.[0] ?? "";
  const rest = written.slice(written.trimEnd().length);
  const path = handlerFrom(key, one.operation.flow, handler);
  const name = textOf(key).replace(/x-fl(?:ow|at)(?:-flow)?/, handlerKey(textOf(key)));
  return editOf(source.span(key.start, value.end), `${name}${between}${quote}${path}${quote}${rest}`);
}

/** Makes a member the first one of the mapping that a key has. */
function inserted({ name }: Answered, key: Span, text: string): Edit {
  const { source } = key;
  const entry = entryAt(key);
  const { start, end } = entry?.valueSpan ?? key;
  const block = entry && blockIndent(entry, start);
  if (entry?.isNull === true) return editOfEmpty(entry, key, text);
  if (source.text[start] === "{") {
    const [gap = ""] = /^\s*/.exec(source.text.slice(start + 1)) ?? [];
    const first = start + 1 + gap.length;
    if (source.text[first] === "}") return editOf(source.span(start, end), `{ ${text} }`);
    return editOf(source.span(first, first), `${text},${gap || " "}`);
  }
  const line = source.text.indexOf("\n", key.end) + 1;
  if (block === undefined || line === 0 || line > start)
    throw new Refusal(
      `The handler of ${name} has to be written by hand: its description has an unusual form.`,
      key,
    );
  const ending = source.text[line - 2] === "\r" ? "\r\n" : "\n";
  return editOf(source.span(line, line), `${block}${text}${ending}`);
}

function editOfEmpty(entry: YamlEntry, key: Span, text: string): Edit {
  const { source } = key;
  const { span } = entry;
  if (span.start > key.start && span.end > span.start) return editOf(span, `{ ${text} }`);
  const colon = /^\s*:/.exec(source.text.slice(key.end))?.[0].length ?? 0;
  return editOf(source.span(key.end + colon, key.end + colon), ` { ${text} }`);
}

/** The indentation of the members of a mapping in block style; `undefined` if it is in another one. */
function blockIndent({ file, entries = [] }: YamlEntry, start: number): string | undefined {
  const { text } = file.source;
  const keys = entries.map(({ keySpan }) => keySpan.start).filter((at) => at >= start);
  return [...keys, start]
    .map((at) => text.slice(text.lastIndexOf("\n", at - 1) + 1, at))
    .find((before) => /^[ \t]*$/.test(before));
}

/** The member of a description whose key has a place. */
function entryAt({ source, start }: Span): YamlEntry | undefined {
  const file = YamlFile.parse(source, new Reporter());
  let entries = file?.entries(file.root);
  while (entries !== undefined) {
    const around = entries.find(
      ({ keySpan, span }) => keySpan.start === start || (keySpan.start < start && start < span.end),
    );
    if (around?.keySpan.start === start && around.span.source === source) return around;
    entries = around?.entries ?? around?.items;
  }
  return undefined;
}
