/**
 * What is different between two requests.
 * @module
 */
import { diffArrays } from "diff";
import type {
  ActionEvent,
  ShownFields,
  ShownValue,
  Trace,
  UpstreamEvent,
} from "../../../../../runtime/observe/trace/format.js";

/** Something that one of them has, or both. */
export interface Pair<T> {
  readonly name: string;
  readonly one: T | undefined;
  readonly other: T | undefined;
}

/** Actions that are not alike in more places than this are listed one after the other. */
const maxEdits = 1000;

/** Header fields by their name, in lower case; repeated ones with all their values. */
export function pairFields(one: ShownFields, other: ShownFields): readonly Pair<string>[] {
  return pairMaps(joined(one), joined(other));
}

/** The last values of all variables. */
export function pairVariables(one: Trace, other: Trace): readonly Pair<ShownValue>[] {
  return pairMaps(lastValues(one), lastValues(other));
}

/** The actions that ran, in their order. */
export function pairActions(one: Trace, other: Trace): readonly Pair<ActionEvent>[] {
  const [ones, others] = [actionsOf(one), actionsOf(other)];
  const changes = diffArrays(ones, others, {
    comparator: (left, right) => left.name === right.name && left.place === right.place,
    maxEditLength: maxEdits,
    timeout: 500,
  });
  if (changes === undefined)
    return [...ones.map((each) => pair(each, undefined)), ...others.map((each) => pair(undefined, each))];
  const pairs: Pair<ActionEvent>[] = [];
  let [oneIndex, otherIndex] = [0, 0];
  for (const { value, added, removed } of changes)
    for (const _ of value)
      pairs.push(pair(added ? undefined : ones[oneIndex++], removed ? undefined : others[otherIndex++]));
  return pairs;
}

/** The upstream requests by their ID, hop, and which of several they are. */
export function pairUpstream(one: Trace, other: Trace): readonly Pair<UpstreamEvent>[] {
  return pairMaps(exchangesOf(one), exchangesOf(other));
}

export function isSameValue(one: ShownValue | undefined, other: ShownValue | undefined): boolean {
  return one?.type === other?.type && one?.text === other?.text && one?.cutFrom === other?.cutFrom;
}

function pair(one: ActionEvent | undefined, other: ActionEvent | undefined): Pair<ActionEvent> {
  return { name: (one ?? other)?.name ?? "", one, other };
}

function pairMaps<T>(ones: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): readonly Pair<T>[] {
  const names = new Set([...ones.keys(), ...others.keys()]);
  return [...names].map((name) => ({ name, one: ones.get(name), other: others.get(name) }));
}

function joined(fields: ShownFields): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const lower = name.toLowerCase();
    const before = values.get(lower);
    values.set(lower, before === undefined ? value : `${before}\n${value}`);
  }
  return new Map([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function lastValues({ events }: Trace): ReadonlyMap<string, ShownValue> {
  const values = new Map<string, ShownValue>();
  for (const event of events) {
    if (event.kind === "variable") values.set(event.name, event.value);
    if (event.kind === "error") values.set("error", event.error);
  }
  return values;
}

function actionsOf({ events }: Trace): ActionEvent[] {
  return events.filter((event) => event.kind === "action");
}

function exchangesOf({ events }: Trace): ReadonlyMap<string, UpstreamEvent> {
  const exchanges = new Map<string, UpstreamEvent>();
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== "upstream") continue;
    const name = event.hop === 0 ? event.id : `${event.id}, redirect ${event.hop}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    exchanges.set(count === 1 ? name : `${name} (${count})`, event);
  }
  return exchanges;
}
