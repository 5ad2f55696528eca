import type { ContentLocation } from "../../syntax/location.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";
import { type Known, unsetValue } from "../types/known.js";
import { type Definitions, type Entry, knownAt, plain } from "./definitions.js";
import { behindEquations } from "./equations.js";
import { computedRequest, type Read, type Slot, slotRead } from "./slots.js";
import { type Use, visitUses } from "./uses.js";

/** What is known of a variable where it is read. */
export interface VariableFact extends Known {
  /** The generated function assigned it before, so that TypeScript knows the type too. */
  readonly isAssigned: boolean;
}

/** What the expressions of a flow read. */
export interface Reads {
  readonly variables: Map<VariableReference, VariableFact>;
  /** Reads of what nothing has set on any way there. `isTest`: somebody asks whether there is anything at all. */
  readonly unset: Map<Read, { readonly isTest: boolean }>;
  /** What may still be as it was when the flow began. */
  readonly exposed: Set<Slot>;
}

export function noReads(): Reads {
  return { variables: new Map(), unset: new Map(), exposed: new Set() };
}

/** Records what an expression reads at a place. */
export function recordReads(
  expression: Expression,
  use: Use,
  place: Definitions,
  entry: Entry,
  reads: Reads,
): void {
  const tested = new Set(testedSlots(expression, use));
  const equated = behindEquations(expression);
  visitUses(expression, use, (inner) => {
    const slot = slotRead(inner);
    if (slot === undefined) return;
    if (inner.kind === "variable") {
      const known = knownAt(place, slot, entry) ?? unsetValue;
      const isEquated = place.isEquated(slot) || equated.has(inner);
      const isAssigned = !isEquated && place.get(slot)?.assigned === known.type;
      reads.variables.set(inner, { ...plain(known), isAssigned });
    }
    recordRead(inner, slot, tested.has(slot), place, entry, reads);
  });
}

/** Records that a location is read at a place. */
export function recordContent(
  location: ContentLocation,
  place: Definitions,
  entry: Entry,
  reads: Reads,
): void {
  const slot = slotRead(location);
  if (slot !== undefined) recordRead(location, slot, false, place, entry, reads);
}

function recordRead(
  read: Read,
  slot: Slot,
  isTest: boolean,
  place: Definitions,
  entry: Entry,
  reads: Reads,
): void {
  const ways: readonly Slot[] = read.kind === "variable" ? [slot] : [slot, computedRequest];
  for (const way of ways) if (isExposed(place, way)) reads.exposed.add(way);
  if (place.isAssumed(slot) || ways.some((way) => knownAt(place, way, entry) !== undefined)) return;
  reads.unset.set(read, { isTest });
}

/** The variables and requests of which an expression asks whether there is anything. */
export function testedSlots(expression: Expression, use: Use): readonly Slot[] {
  const slots: Slot[] = [];
  visitUses(expression, use, (inner, innerUse) => {
    const slot = innerUse === "value" ? undefined : slotRead(inner);
    if (slot !== undefined) slots.push(slot);
  });
  return slots;
}

/** Whether what was there when the flow began may still be there. */
export function isExposed(place: Definitions, slot: Slot): boolean {
  return place.get(slot)?.isMaybe !== false;
}
