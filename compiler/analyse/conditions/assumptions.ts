import { changed } from "../../source/changed.js";
import type { Span } from "../../source/source-text.js";
import type { Constraint } from "./constraints.js";
import type { Key } from "./keys.js";

/** A fact that a condition has found out by the time that a place is reached. */
export interface Fact {
  readonly holds: boolean;
  /** The condition. */
  readonly span: Span;
}

interface Recorded extends Fact {
  readonly key: Key;
  readonly at: number;
}

/** A fact about a comparison with a constant. */
type ConstraintFact = Fact & Constraint;

/** The most comparisons of one value that are kept at one place. */
const maxConstraints = 10;

/**
 * The facts that conditions have found out by the time that a place is reached. Each branch has an object of
 * its own, which falls back on the one around it. What is set since makes facts about it void.
 */
export class Assumptions {
  readonly #facts = new Map<string, Recorded>();
  readonly #constraints = new Map<string, (Recorded & Constraint)[]>();
  readonly #changed = new Map<string, number>();
  #changedAll = -1;
  #time = 0;

  constructor(private readonly outer?: Assumptions) {}

  branch(): Assumptions {
    return new Assumptions(this);
  }

  add(key: Key, fact: Fact): void {
    const { holds, span } = fact;
    this.#facts.set(key.text, { holds, span, key, at: ++this.#time });
  }

  /** Adds how a comparison of the value with this key went. */
  addConstraint(key: Key, fact: ConstraintFact): void {
    const known = this.#constraints.get(key.text) ?? [];
    const recorded = changed(fact, { key, at: ++this.#time });
    this.#constraints.set(key.text, [...known.slice(1 - maxConstraints), recorded]);
  }

  get(key: Key): Fact | undefined {
    const own = this.#facts.get(key.text);
    if (own !== undefined && this.#isValid(own)) return own;
    return this.#isChanged(key) ? undefined : this.outer?.get(key);
  }

  constraints(key: Key): readonly ConstraintFact[] {
    const own = this.#constraints.get(key.text)?.filter((fact) => this.#isValid(fact)) ?? [];
    const outer = this.#isChanged(key) ? undefined : this.outer?.constraints(key);
    return outer === undefined ? own : [...own, ...outer];
  }

  /** Something has been set: what is known of it is void. */
  change(slot: string): void {
    this.#changed.set(slot, ++this.#time);
  }

  /** Anything may have been set. */
  changeAll(): void {
    this.#changedAll = ++this.#time;
  }

  /** Continues behind a branch. */
  join(way: Assumptions): void {
    if (way.#changedAll >= 0) this.changeAll();
    for (const slot of way.#changed.keys()) this.change(slot);
  }

  #isValid({ key, at }: Recorded): boolean {
    if (this.#changedAll > at) return false;
    for (const slot of key.reads) if ((this.#changed.get(slot) ?? -1) > at) return false;
    return true;
  }

  #isChanged({ reads }: Key): boolean {
    if (this.#changedAll >= 0) return true;
    for (const slot of reads) if (this.#changed.has(slot)) return true;
    return false;
  }
}
