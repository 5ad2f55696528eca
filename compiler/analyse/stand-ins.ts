import { definitionOf } from "../constructs/actions/index.js";
import type { Language } from "../language/language.js";
import { namesIn } from "../load/upstream-descriptions.js";
import { textOf } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import { type PlainFacts, plainFactsOf } from "../syntax/per-flow.js";
import { actionsOf } from "../syntax/statements.js";
import { type KnownFlow, plainHanded } from "./data-flow/known-flow.js";
import { computedRequest } from "./data-flow/slots.js";
import type { Program } from "./program.js";
import { hasUnread } from "./rules/unread.js";
import { settingsIn } from "./schemas/check-schemas.js";
import { errorMembers } from "./schemas/known-schemas.js";
import { plainSchema } from "./schemas/plain-schema.js";
import { readsBodies } from "./upstream/streamed.js";
import { UpstreamNames } from "./urls/upstream-names.js";

/** A flow as others see it. */
export interface FlowRecord {
  /** All that the results about other flows depend on: a kind of fact, and the fact in JSON. */
  readonly seen: readonly string[];
  /** The facts that can stand for it; `undefined` if it has to be read each time. */
  readonly facts: PlainFacts | undefined;
}

/** @param isRead tells of a file whether it has to be read each time, for what was found there */
export function recordOf(
  path: string,
  flow: Flow,
  program: Program,
  language: Language,
  isRead: (file: string) => boolean,
): FlowRecord {
  const { dataFlow, schemas, templates, examined } = program;
  const actions = actionsOf(flow.statements);
  const passed = dataFlow.passed.get(path);
  const handed = passed && plainHanded(flow, passed.handed, passed.entry);
  const sent = actions.flatMap((action) => schemas.responses.sentBy(action));
  const settings = settingsIn(path, flow).map((setting) => {
    const nodes = schemas.variables.ofSetting(setting);
    const known = plainSchema(nodes, flow.source);
    const { value } = setting;
    // Where its schema cannot be told in short, the expression stands for it.
    const own = value !== undefined && "span" in value && textOf(value.span);
    const form = nodes === undefined ? "" : (known?.form ?? own);
    return { name: setting.name, known, form };
  });
  const known: Omit<KnownFlow, "handed"> = {
    sets: [...(dataFlow.setBy.get(path)?.sets ?? [])].map(([slot, { type }]) => [slot, type]),
    settings: settings.map(({ name, known: schema }) => [name, schema]),
    errors: plainOf(errorMembers(flow, templates)),
    requests: sent.map(({ id }) => id ?? null),
    origins: new UpstreamNames(dataFlow.variables).in(flow, templates),
    examined: [...(examined.get(path) ?? [])],
  };
  const facts = plainFactsOf(flow);
  const seen = {
    slots: facts.slots,
    variables: facts.variables,
    settings: settings.map(({ name, form }) => [name, form]),
    requests: actions.flatMap((action) =>
      schemas.responses
        .sentBy(action)
        .map(({ id, response }) => [id, response === undefined ? "" : textOf(action.span)]),
    ),
    errors: known.errors,
    examined: known.examined,
    // Then no other flow streams what it passes on.
    bodies: path === program.errorFlow && readsBodies(path, program.flows) ? [true] : [],
  };
  const stands =
    handed !== undefined &&
    isAlone(path, program) &&
    !isDoubtful(path, program) &&
    !hasUnread(flow, program.flows) &&
    !actions.some((action) => definitionOf(action).stylesheet?.(action) !== undefined) &&
    sent.every(({ response }) => response === undefined) &&
    namesIn(flow, language).length === 0 &&
    ![path, ...(program.files.readFor.get(path)?.keys() ?? [])].some(isRead);
  return {
    seen: itemsOf(seen),
    facts: stands ? { ...facts, known: { ...known, handed } satisfies KnownFlow } : undefined,
  };
}

const plainOf = (names: ReadonlySet<string> | null): readonly string[] | null => names && [...names];

function itemsOf(facts: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(facts).flatMap(([name, fact]) =>
    (Array.isArray(fact) ? fact : [fact]).map((item) => `${name} ${JSON.stringify(item)}`),
  );
}

/** Tells whether a flow only runs for one operation. */
function isAlone(path: string, program: Program): boolean {
  const { initFlow, errorFlow, outsideFlow, configFlow } = program;
  const { calledFlows, postCheckFlows, registeredFlows, operationFlows } = program;
  return (
    operationFlows.has(path) &&
    ![initFlow, errorFlow, outsideFlow, configFlow].includes(path) &&
    ![calledFlows, postCheckFlows, registeredFlows].some((flows) => flows.has(path))
  );
}

/** Tells whether rules for the whole app have to look at a flow. */
function isDoubtful(path: string, { dataFlow }: Program): boolean {
  const reads = dataFlow.readsOf.get(path);
  return reads === undefined || reads.unset.size > 0 || reads.partlySet.size > 0 || reads.unseen.length > 0;
}

/** The schemas of a variable's values of which any may be shown: more of one form say nothing more. */
const mostCounted = 3;

function counted(flows: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const items of flows)
    for (const item of items) {
      const most = item.startsWith("settings ") ? mostCounted : 1;
      counts.set(item, Math.min(most, (counts.get(item) ?? 0) + 1));
    }
  return counts;
}

/**
 * Tells whether flows that have not changed see the same in those that have: all that the results about them may depend on
 * in others is as before, or has a name that they do not mention.
 * @param texts of all that has not changed
 */
export function looksSame(
  before: Iterable<readonly string[]>,
  now: Iterable<readonly string[]>,
  texts: () => readonly string[],
): boolean {
  const [was, is] = [counted(before), counted(now)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (item) => was.get(item) !== is.get(item),
  );
  if (changed.length === 0) return true;
  if (setsAny(was) !== setsAny(is)) return false;
  const names = [...new Set(changed.map(nameIn))];
  const all = texts();
  return names.every((name) => name !== undefined && !all.some((text) => mayMention(text, name)));
}

/** Names can also be written as numbers of characters. */
const mayMention = (text: string, name: string): boolean =>
  /&#|\\u/.test(text) || text.toLowerCase().includes(name);

/** The type of all flows says whether the app has any variables of its own. */
const setsAny = (items: ReadonlyMap<string, number>): boolean =>
  [...items.keys()].some((item) => item.startsWith("variables "));

/** The name without which a flow cannot see a fact, in small letters; `undefined` if any can. */
function nameIn(item: string): string | undefined {
  const kind = item.slice(0, item.indexOf(" "));
  const fact = JSON.parse(item.slice(kind.length + 1)) as unknown;
  const name = Array.isArray(fact) ? (fact[0] as unknown) : fact;
  if (kind === "errors") return "$error";
  if (typeof name !== "string") return undefined;
  const last = kind === "examined" ? name.slice(name.lastIndexOf("/") + 1) : name.replace(/^[$/]/, "");
  return last === "" || last === computedRequest ? undefined : last.toLowerCase();
}
