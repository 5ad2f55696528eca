import { common, type Entry, type Known, UNKNOWN, UNSET } from "./definitions.js";
import { type Slot, variableSlot } from "./slots.js";

/** What there is before any flow has run (specification, "Predefined variables"). */
const PREDEFINED: ReadonlyMap<Slot, Known> = new Map([
  [variableSlot("request"), UNSET],
  [variableSlot("env"), UNSET],
  [variableSlot("server"), UNSET],
  [variableSlot("upstream"), UNSET],
  [variableSlot("error"), UNSET],
  [variableSlot("body"), UNKNOWN],
]);

export const atStart: Entry = (slot) => PREDEFINED.get(slot);

/** After some part of flows that set all this. */
export function afterSome(flows: readonly ReadonlyMap<Slot, Known>[]): Entry {
  const sets = new Map<Slot, Known>();
  for (const flow of flows) {
    for (const [slot, known] of flow) {
      const other = sets.get(slot);
      sets.set(slot, other === undefined ? known : common(other, known));
    }
  }
  return (slot) => {
    const set = sets.get(slot);
    const before = atStart(slot);
    return set === undefined ? before : common(set, before ?? UNSET);
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
  return known.map((each) => each ?? UNSET).reduce(common);
}
