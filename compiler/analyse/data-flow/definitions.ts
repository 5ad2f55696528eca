import { changed } from "../../source/changed.js";
import type { Span } from "../../source/source-text.js";
import { commonType, type StaticType } from "../../syntax/static-type.js";
import { type Known, unsetValue } from "../types/known.js";
import type { Slot } from "./slots.js";
import { someVariable } from "./topics.js";

/** The facts known of a slot when the flow began; `undefined` if nothing can have set it by then. */
export type Entry = (slot: Slot) => Known | undefined;

/** The value to which the flow has set a slot by the time it reaches a place. */
export interface Definition extends Known {
  /** On some path to this place nothing sets the slot: it still has the value from when the flow began. */
  readonly isMaybe: boolean;
  /**
   * The type of the last value that the generated function itself assigned, as TypeScript infers it; `any` if
   * it cannot.
   */
  readonly assigned: StaticType;
  /** The one way that does not set it, if all others do. */
  readonly missing?: MissingWay | undefined;
}

/** A way on which nothing sets a slot that the other ways set. */
export interface MissingWay extends Way {
  /** The topics of the conditions that part the ways. */
  readonly topics: ReadonlySet<string>;
}

/**
 * A way through conditions. `span`: the condition that is false, the branch, or the statement with all branches. Or the
 * operation whose requests need not have a token.
 */
export interface Way {
  readonly kind: "not" | "branch" | "none" | "token";
  readonly span: Span;
}

/**
 * The slots that the flow has set by the time it reaches a place. Each branch has an object of its own, which
 * falls back on the one around it. So the cost grows with the number of statements, not with the number of
 * slots.
 */
export class Definitions {
  readonly #own = new Map<Slot, Definition>();
  readonly #assumed = new Set<Slot>();
  readonly #equated = new Set<Slot>();
  readonly #topics = new Set<string>();

  constructor(private readonly outer?: Definitions) {}

  get(slot: Slot): Definition | undefined {
    return this.#own.get(slot) ?? this.outer?.get(slot);
  }

  set(slot: Slot, definition: Definition): void {
    this.#own.set(slot, definition);
    this.#equated.delete(slot);
  }

  /** From here on, a condition has asked whether the slots hold anything. */
  assume(slots: readonly Slot[]): void {
    for (const slot of slots) this.#assumed.add(slot);
  }

  isAssumed(slot: Slot): boolean {
    return this.#assumed.has(slot) || this.outer?.isAssumed(slot) === true;
  }

  /** From here on, TypeScript narrows the type of the slots to a constant (see `equations.ts`). */
  equate(slots: readonly Slot[]): void {
    for (const slot of slots) this.#equated.add(slot);
  }

  isEquated(slot: Slot): boolean {
    if (this.#equated.has(slot)) return true;
    return !this.#own.has(slot) && this.outer?.isEquated(slot) === true;
  }

  /** From here on, conditions have asked these topics. */
  ask(topics: Iterable<string>): void {
    for (const topic of topics) this.#topics.add(topic);
  }

  hasAsked(topic: string): boolean {
    return this.#topics.has(topic) || this.outer?.hasAsked(topic) === true;
  }

  /** The way to this place that does not set a slot, unless a condition has asked about it, or which way it was. */
  missing(slot: Slot): MissingWay | undefined {
    const missing = this.get(slot)?.missing;
    if (missing === undefined || this.isAssumed(slot)) return undefined;
    return [slot, someVariable, ...missing.topics].some((topic) => this.hasAsked(topic))
      ? undefined
      : missing;
  }

  branch(): Definitions {
    return new Definitions(this);
  }

  /**
   * Continues after branches that all reach their end.
   * @param labels what the branches are, and what the conditions ask that part them
   */
  merge(
    ways: readonly Definitions[],
    labels: readonly Way[] = [],
    topics: ReadonlySet<string> = new Set(),
  ): void {
    const merged = new Map<Slot, { definition: Definition; count: number }>();
    for (const way of ways) {
      for (const [slot, definition] of way.#own) {
        const known = merged.get(slot);
        if (known === undefined) merged.set(slot, { definition, count: 1 });
        else merged.set(slot, { definition: either(known.definition, definition), count: known.count + 1 });
      }
    }
    for (const [slot, { definition, count }] of merged) {
      if (count === ways.length) {
        this.set(slot, definition);
        continue;
      }
      const before = this.get(slot);
      const label = before === undefined ? labels[ways.findIndex((way) => !way.#own.has(slot))] : undefined;
      const missing = label === undefined ? undefined : (definition.missing ?? { ...label, topics });
      this.set(slot, changed(either(definition, before), { missing }));
    }
  }

  /** Continues after a call of a flow. TypeScript does not look into it, so the assigned types stay. */
  call(effects: ReadonlyMap<Slot, Definition>): void {
    for (const [slot, effect] of effects) {
      const before = this.get(slot);
      const after = effect.isMaybe ? either(effect, before) : effect;
      this.#own.set(slot, changed(after, { assigned: before?.assigned ?? "any" }));
    }
  }

  /** The slots set in this branch, without those set around it, as those that continue know them. */
  own(): ReadonlyMap<Slot, Definition> {
    return new Map(
      [...this.#own].map(([slot, own]) => [slot, changed(own, { missing: this.missing(slot) })]),
    );
  }
}

/**
 * The facts known where paths meet on which `a` and `b` were set. Without `b`, the slot may still have the
 * value from when the flow began.
 */
export function either(a: Definition, b: Definition | undefined): Definition {
  if (b === undefined) return changed(a, { isMaybe: true, assigned: "any" });
  const missing = a.isMaybe && b.isMaybe ? undefined : (a.missing ?? b.missing);
  return definition(common(a, b), a.isMaybe || b.isMaybe, commonType(a.assigned, b.assigned), missing);
}

export function definition(
  { type, json, value }: Known,
  isMaybe: boolean,
  assigned: StaticType,
  missing?: MissingWay,
): Definition {
  return { type, json, value, isMaybe, assigned, missing };
}

/** Only the fields of `Known`, without those of a definition. */
export function plain({ type, json, value }: Known): Known {
  return { type, json, value };
}

/** The facts known of a value that is either `a` or `b`. */
export function common(a: Known, b: Known): Known {
  return {
    type: commonType(a.type, b.type),
    json: a.json === b.json ? a.json : undefined,
    value: a.value === b.value ? a.value : undefined,
  };
}

/** The facts known of a slot at a place; `undefined` if nothing can have set it before. */
export function knownAt(place: Definitions, slot: Slot, entry: Entry): Known | undefined {
  return knownFrom(place.get(slot), entry(slot));
}

/** The facts known of a slot that had the value `before` when the flow began. */
export function knownFrom(definition: Definition | undefined, before: Known | undefined): Known | undefined {
  if (definition === undefined) return before;
  return definition.isMaybe ? common(definition, before ?? unsetValue) : definition;
}
