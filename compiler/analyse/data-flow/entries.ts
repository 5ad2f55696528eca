import { predefinedVariables } from "../expressions/predefined.js";
import { type Known, unknownValue, unsetValue } from "../types/known.js";
import { common, type Entry } from "./definitions.js";
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
