import { commonType, type StaticType } from "../../syntax/static-type.js";
import { type Known, unsetValue } from "../types/known.js";
import type { Slot } from "./slots.js";

/** What was known when the flow began; `undefined` for what nothing can have set by then. */
export type Entry = (slot: Slot) => Known | undefined;

/** What the statements of a flow before a place make of a slot. */
export interface Definition extends Known {
  /** On some way to this place it is still what it was when the flow began. */
  readonly isMaybe: boolean;
  /** The type of the value that the generated function itself last assigned, where TypeScript can see it. */
  readonly assigned: StaticType;
}

/**
 * What the statements of a flow set before a place. Each branch has its own, which begin as those around them; the
 * cost is that of the statements, however many slots there are.
 */
export class Definitions {
  readonly #own = new Map<Slot, Definition>();
  readonly #assumed = new Set<Slot>();
  readonly #equated = new Set<Slot>();

  constructor(private readonly outer?: Definitions) {}

  get(slot: Slot): Definition | undefined {
    return this.#own.get(slot) ?? this.outer?.get(slot);
  }

  set(slot: Slot, definition: Definition): void {
    this.#own.set(slot, definition);
    this.#equated.delete(slot);
  }

  /** From here on, somebody has asked whether there is anything in the slots. */
  assume(slots: readonly Slot[]): void {
    for (const slot of slots) this.#assumed.add(slot);
  }

  isAssumed(slot: Slot): boolean {
    return this.#assumed.has(slot) || this.outer?.isAssumed(slot) === true;
  }

  /** From here on, TypeScript takes a constant for what the slot holds (equations.ts). */
  equate(slots: readonly Slot[]): void {
    for (const slot of slots) this.#equated.add(slot);
  }

  isEquated(slot: Slot): boolean {
    if (this.#equated.has(slot)) return true;
    return !this.#own.has(slot) && this.outer?.isEquated(slot) === true;
  }

  branch(): Definitions {
    return new Definitions(this);
  }

  /** Goes on behind branches, each way through which reached its end. */
  merge(ways: readonly Definitions[]): void {
    const merged = new Map<Slot, { definition: Definition; count: number }>();
    for (const way of ways) {
      for (const [slot, definition] of way.#own) {
        const known = merged.get(slot);
        if (known === undefined) merged.set(slot, { definition, count: 1 });
        else merged.set(slot, { definition: either(known.definition, definition), count: known.count + 1 });
      }
    }
    for (const [slot, { definition, count }] of merged) {
      this.set(slot, count === ways.length ? definition : either(definition, this.get(slot)));
    }
  }

  /** Goes on behind a flow that was called, which TypeScript does not look into. */
  call(effects: ReadonlyMap<Slot, Definition>): void {
    for (const [slot, effect] of effects) {
      const before = this.get(slot);
      const after = effect.isMaybe ? either(effect, before) : effect;
      this.#own.set(slot, { ...after, assigned: before?.assigned ?? "any" });
    }
  }

  /** What was set here, but not around it. */
  own(): ReadonlyMap<Slot, Definition> {
    return this.#own;
  }
}

/** What is known where one or the other was set; nothing set is what it was when the flow began. */
export function either(a: Definition, b: Definition | undefined): Definition {
  if (b === undefined) return { ...a, isMaybe: true, assigned: "any" };
  return {
    ...common(a, b),
    isMaybe: a.isMaybe || b.isMaybe,
    assigned: commonType(a.assigned, b.assigned),
  };
}

/** Without what else is known of a definition. */
export function plain({ type, json, value }: Known): Known {
  return { type, json, value };
}

/** What is known of a value that is one or the other. */
export function common(a: Known, b: Known): Known {
  return {
    type: commonType(a.type, b.type),
    json: a.json === b.json ? a.json : undefined,
    value: a.value === b.value ? a.value : undefined,
  };
}

/** What is known of a slot at a place; `undefined` if nothing on any way there has set it. */
export function knownAt(place: Definitions, slot: Slot, entry: Entry): Known | undefined {
  return knownFrom(place.get(slot), entry(slot));
}

/** What is known after a definition of what was known before all statements. */
export function knownFrom(definition: Definition | undefined, before: Known | undefined): Known | undefined {
  if (definition === undefined) return before;
  return definition.isMaybe ? common(definition, before ?? unsetValue) : definition;
}
