import type { Action } from "../../syntax/flow.js";
import type { ContentLocation } from "../../syntax/location.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";
import { type Known, unsetValue } from "../types/known.js";
import { type Definitions, type Entry, knownAt, type MissingWay } from "./definitions.js";
import { behindEquations } from "./equations.js";
import { computedRequest, mainContentSlot, type Read, type Slot, slotRead, variableSlot } from "./slots.js";
import { valuesIn } from "./topics.js";
import type { Unseen } from "./unseen.js";
import { type Use, visitUses } from "./uses.js";

/** The facts known of a variable at an expression that reads it. */
export interface VariableFact extends Known {
  /** The generated function has assigned the variable before, so that TypeScript knows its type, too. */
  readonly isAssigned: boolean;
}

export interface Reads {
  readonly variables: Map<VariableReference, VariableFact>;
  /**
   * Reads that happen before anything can have set the slot. `isTest`: the expression only asks whether there
   * is a value.
   */
  readonly unset: Map<Read, { readonly isTest: boolean }>;
  /** Variables that become part of a value, although one of the ways to this place does not set them. */
  readonly partlySet: Map<VariableReference, MissingWay>;
  /** Slots that are read while they may still have the value from when the flow began. */
  readonly exposed: Set<Slot>;
  /** Expressions whose paths begin at the main content, where there cannot be any yet. */
  readonly nowhere: Set<Expression | Action>;
  /** The slots that are set again before anything reads them. */
  readonly unseen: Unseen[];
}

export function noReads(): Reads {
  return {
    variables: new Map(),
    unset: new Map(),
    partlySet: new Map(),
    exposed: new Set(),
    nowhere: new Set(),
    unseen: [],
  };
}

/** Records what an expression reads at a place in the flow. */
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
      const { type, json, value } = known;
      reads.variables.set(inner, { type, json, value, isAssigned });
    }
    recordRead(inner, slot, tested.has(slot), place, entry, reads);
  });
}

/** Records that the paths of an expression begin at the main content. */
export function recordFocus(expression: Expression, place: Definitions, entry: Entry, reads: Reads): void {
  if (!beginsAtContext(expression)) return;
  if (isExposed(place, mainContentSlot)) reads.exposed.add(mainContentSlot);
  if (knownAt(place, mainContentSlot, entry) === undefined) reads.nowhere.add(expression);
}

/** Records that an action takes the main content as it is. */
export function recordInput(action: Action, place: Definitions, entry: Entry, reads: Reads): void {
  if (isExposed(place, mainContentSlot)) reads.exposed.add(mainContentSlot);
  if (knownAt(place, mainContentSlot, entry) === undefined) reads.nowhere.add(action);
}

function beginsAtContext(expression: Expression): boolean {
  return someExpression(
    expression,
    (inner, isPerNode) => inner.kind === "path" && typeof inner.start === "string" && !isPerNode,
  );
}

/**
 * Records the variables that an expression makes a value of, and that one way to this place does not set. A condition
 * around the expression may ask which way it was.
 */
export function recordValues(expression: Expression, place: Definitions, entry: Entry, reads: Reads): void {
  for (const variable of valuesIn(expression)) {
    const slot = variableSlot(variable.name);
    const missing = place.missing(slot);
    if (missing !== undefined && entry(slot) === undefined) reads.partlySet.set(variable, missing);
  }
}

/** Records that the flow reads a location at a place. */
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

/** The slots of the variables and requests that an expression asks the existence of. */
export function testedSlots(expression: Expression, use: Use): readonly Slot[] {
  const slots: Slot[] = [];
  visitUses(expression, use, (inner, innerUse) => {
    const slot = innerUse === "value" ? undefined : slotRead(inner);
    if (slot !== undefined) slots.push(slot);
  });
  return slots;
}

/** Tells whether the slot may still have the value from when the flow began. */
export function isExposed(place: Definitions, slot: Slot): boolean {
  return place.get(slot)?.isMaybe !== false;
}
