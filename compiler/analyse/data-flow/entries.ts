import type { TokenVariables } from "../../load/routes.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { type Known, unknownValue, unsetValue } from "../types/known.js";
import { common, type Entry, type MissingWay } from "./definitions.js";
import { type Slot, variableSlot } from "./slots.js";

/**
 * The variables that exist before any flow has run. `$body` is a string if the body is text; all others are
 * nodes.
 */
const predefined: ReadonlyMap<Slot, Known> = new Map(
  [...predefinedVariables].map((name) => [
    variableSlot(name),
    { ...(name === "body" ? unknownValue : unsetValue), value: "initial" },
  ]),
);

export const atStart: Entry = (slot) => predefined.get(slot);

/** The state after a token has been checked: `variables` hold its claims. */
export function withToken(variables: ReadonlySet<string>): Entry {
  const claims = new Set([...variables].map(variableSlot));
  return (slot) => (claims.has(slot) ? unsetValue : atStart(slot));
}

/** The same state for one flow, whose requests bring these tokens alone. */
export function withOwnTokens(entry: Entry, all: ReadonlySet<string>, own: TokenVariables): Entry {
  const others = new Set([...all].filter((name) => !own.always.has(name)).map(variableSlot));
  // A flow that runs before may set a variable of that name itself, which it says another value of.
  return (slot) => (others.has(slot) && entry(slot) === unsetValue ? undefined : entry(slot));
}

/** The variables of tokens that only some requests to a flow bring, with those that do not. */
export function optionalTokens({ sometimes }: TokenVariables): ReadonlyMap<Slot, MissingWay> {
  return new Map(
    [...sometimes].map(([name, span]) => [
      variableSlot(name),
      { kind: "token", span, topics: askedOfTokens },
    ]),
  );
}

/** Conditions that ask whether a request has a token, other than by its variable. */
const askedOfTokens: ReadonlySet<string> = new Set([
  "$request/headers/authorization",
  "$request/headers/Authorization",
]);

/** The state after any part of flows has run, when nobody knows which. `flows` lists what each one sets. */
export function afterSome(flows: readonly ReadonlyMap<Slot, Known>[], start: Entry): Entry {
  const sets = new Map<Slot, Known>();
  for (const flow of flows) {
    for (const [slot, known] of flow) {
      const other = sets.get(slot);
      sets.set(slot, other === undefined ? known : common(other, known));
    }
  }
  return (slot) => {
    const set = sets.get(slot);
    const before = start(slot);
    return set === undefined ? before : common(set, before ?? unsetValue);
  };
}

/** The state in which a flow begins that can begin in several ways. */
export function anyOf(ways: readonly Entry[]): Entry {
  const known = new Map<Slot, Known | undefined>();
  return (slot) => {
    if (!known.has(slot)) known.set(slot, eitherWay(ways.map((way) => way(slot))));
    return known.get(slot);
  };
}

function eitherWay(known: readonly (Known | undefined)[]): Known | undefined {
  if (known.every((each) => each === undefined)) return undefined;
  return known.map((each) => each ?? unsetValue).reduce(common);
}
