import { predefinedVariables } from "../expressions/predefined.js";
import { type Known, unknownValue, unsetValue } from "../types/known.js";
import { common, type Entry } from "./definitions.js";
import { type Slot, variableSlot } from "./slots.js";

/** What there is before any flow has run. A body that is text is a string, all else is nodes. */
const predefined: ReadonlyMap<Slot, Known> = new Map(
  [...predefinedVariables].map((name) => [
    variableSlot(name),
    { ...(name === "body" ? unknownValue : unsetValue), value: "initial" },
  ]),
);

export const atStart: Entry = (slot) => predefined.get(slot);

/** After the check of a token, whose claims are in one of the variables. */
export function withToken(variables: ReadonlySet<string>): Entry {
  const claims = new Set([...variables].map(variableSlot));
  return (slot) => (claims.has(slot) ? unsetValue : atStart(slot));
}

/** After some part of flows that set all this. */
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

/** Before any of the calls. */
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
