import { definitionOf } from "../constructs/actions/index.js";
import { namesIn } from "../load/upstream-descriptions.js";
import { append } from "../source/lists.js";
import { textOf } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import { type PlainFacts, plainFactsOf } from "../syntax/per-flow.js";
import { actionsOf } from "../syntax/statements.js";
import { type KnownFlow, plainHanded } from "./data-flow/known-flow.js";
import type { Program } from "./program.js";
import { hasUnread } from "./rules/unread.js";
import { settingsIn } from "./schemas/check-schemas.js";
import { errorMembers } from "./schemas/known-schemas.js";
import { plainSchema } from "./schemas/plain-schema.js";
import type { SharedFact } from "./slices/slices.js";
import { readsBodies } from "./upstream/streamed.js";
import { connectionsOf } from "./urls/connections.js";
import { UpstreamNames } from "./urls/upstream-names.js";

/** What a flow adds to the facts that flows decide together: such a fact, and a form. Those of one form add the same. */
export type Shared = readonly (readonly [fact: SharedFact, form: string])[];

export function sharedBy(
  path: string,
  flow: Flow,
  program: Program,
  settings = settingsOf(path, flow, program),
): Shared {
  const { schemas, templates, examined } = program;
  const { slots, variables } = plainFactsOf(flow) as Record<"slots" | "variables", readonly string[]>;
  const errors = JSON.stringify(plainOf(errorMembers(flow, templates)));
  return [
    ...slots.map((slot) => ["slots", slot] as const),
    ...variables.flatMap((name) => [[`variable ${name}`, ""] as const, ["variables", name] as const]),
    ...settings.map(({ name, form }) => [`schema ${name}`, form] as const),
    ...actionsOf(flow.statements).flatMap((action) =>
      schemas.responses
        .sentBy(action)
        .map(
          ({ id, response }) =>
            [
              id === undefined ? "responses" : `response ${id}`,
              response === undefined ? "" : textOf(action.span),
            ] as const,
        ),
    ),
    ["schema error", errors],
    ...[...(examined.get(path) ?? [])].map((tested) => [`examined ${tested}`, ""] as const),
    // Then no other flow streams what it passes on.
    ...(path === program.errorFlow && readsBodies(path, program.flows)
      ? [["everything", "bodies"] as const]
      : []),
    // The type of all flows says whether the app has any variables of its own.
    ...(variables.length > 0 ? [["everything", "variables"] as const] : []),
  ];
}

function settingsOf(path: string, flow: Flow, { schemas }: Program) {
  return settingsIn(path, flow).map((setting) => {
    const nodes = schemas.variables.ofSetting(setting);
    const known = plainSchema(nodes, flow.source);
    const { value } = setting;
    const own = value !== undefined && "span" in value && textOf(value.span);
    return { name: setting.name, known, form: nodes === undefined ? "" : (known?.form ?? `${byText}${own}`) };
  });
}

/** Where a schema cannot be told in short, the expression stands for it: its text, and what it asks for. */
const byText = "text ";

/** A flow as others see it. */
interface FlowRecord {
  readonly shared: Shared;
  /** The facts that can stand for it; `undefined` if it has to be read each time. */
  readonly facts: PlainFacts | undefined;
}

/** @param isRead tells of a file whether it has to be read each time, for what was found there */
export function recordOf(
  path: string,
  flow: Flow,
  program: Program,
  isRead: (file: string) => boolean,
): FlowRecord {
  const settings = settingsOf(path, flow, program);
  const shared = sharedBy(path, flow, program, settings);
  const { dataFlow, schemas, templates, examined } = program;
  const actions = actionsOf(flow.statements);
  const passed = dataFlow.passed.get(path);
  const handed = passed && plainHanded(flow, passed.handed, passed.entry);
  const sent = actions.flatMap((action) => schemas.responses.sentBy(action));
  const stands =
    handed !== undefined &&
    isAlone(path, program) &&
    !isDoubtful(path, program) &&
    !hasUnread(flow, program.flows) &&
    !actions.some((action) => definitionOf(action).stylesheet?.(action) !== undefined) &&
    sent.every(({ response }) => response === undefined) &&
    namesIn(flow).length === 0 &&
    ![path, ...(program.files.readFor.get(path)?.keys() ?? [])].some(isRead);
  if (!stands) return { shared, facts: undefined };
  const names = new UpstreamNames(dataFlow.variables);
  const known: KnownFlow = {
    handed,
    sets: [...(dataFlow.setBy.get(path)?.sets ?? [])].map(([slot, { type }]) => [slot, type]),
    settings: settings.map(({ name, known: schema }) => [name, schema]),
    errors: plainOf(errorMembers(flow, templates)),
    requests: sent.map(({ id }) => id ?? null),
    origins: names.in(flow, templates),
    connections: connectionsOf(flow, templates, names),
    examined: [...(examined.get(path) ?? [])],
  };
  return { shared, facts: { ...plainFactsOf(flow), known } };
}

const plainOf = (names: ReadonlySet<string> | null): readonly string[] | null => names && [...names];

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

const mostOf = (fact: SharedFact): number => (fact.startsWith("schema ") ? mostCounted : 1);

interface Counted {
  readonly fact: SharedFact;
  was: number;
  is: number;
}

/** How often each fact is shared in each form, before and now: all those that are not shared as often. */
function countedAnew(before: readonly Shared[], now: Iterable<Shared>): Iterable<Counted> {
  const counts = new Map<string, Counted>();
  const count = (shared: Shared, side: "was" | "is"): void => {
    for (const [fact, form] of shared) {
      const key = `${fact}\0${form}`;
      const known = counts.get(key) ?? { fact, was: 0, is: 0 };
      known[side]++;
      counts.set(key, known);
    }
  };
  // Nearly all flows are taken as they were, with the same object: they count on both sides alike.
  const left = new Map<Shared, number>();
  for (const shared of before) left.set(shared, (left.get(shared) ?? 0) + 1);
  const same: Shared[] = [];
  for (const shared of now) {
    const times = left.get(shared) ?? 0;
    if (times === 0) count(shared, "is");
    else {
      left.set(shared, times - 1);
      same.push(shared);
    }
  }
  for (const [shared, times] of left) for (let index = 0; index < times; index++) count(shared, "was");
  for (const [key, { was, is }] of counts) if (was === is) counts.delete(key);
  if (counts.size > 0)
    for (const shared of same)
      for (const [fact, form] of shared) {
        const known = counts.get(`${fact}\0${form}`);
        if (known === undefined) continue;
        known.was++;
        known.is++;
      }
  return counts.values();
}

/** What a flow shared, and what it asked for. */
interface Sharing {
  readonly shared: Shared;
  readonly asked: readonly SharedFact[];
}

/** The facts that flows decide in another way than before. */
export function changedFacts(before: readonly Sharing[], now: Iterable<Shared>): ReadonlySet<SharedFact> {
  const changed = new Set<SharedFact>();
  for (const { fact, was, is } of countedAnew(
    before.map(({ shared }) => shared),
    now,
  ))
    if (Math.min(was, mostOf(fact)) !== Math.min(is, mostOf(fact))) changed.add(fact);
  if (changed.size === 0) return changed;
  const askedBy = new Map<SharedFact, Sharing[]>();
  for (const flow of before) for (const fact of flow.asked) append(askedBy, fact, flow);
  // The same text may say something else where what it asks for has changed.
  for (const fact of changed)
    for (const { shared } of askedBy.get(fact) ?? [])
      for (const [other, form] of shared) if (form.startsWith(byText)) changed.add(other);
  return changed;
}
