import type { SourceText } from "../source/source-text.js";
import type { Flow } from "./flow.js";

/** Plain data about a flow, by name. */
export type PlainFacts = Readonly<Record<string, unknown>>;

const plainFacts = new Map<string, (flow: Flow) => unknown>();

/**
 * A function of a flow that is computed once: trees are never edited.
 * @param name of a result that is plain data; a stand-in for the flow brings it along
 */
export function perFlow<T>(compute: (flow: Flow) => T, name?: string): (flow: Flow) => T {
  const known = new WeakMap<Flow, T>();
  const get = (flow: Flow): T => {
    // Stand-ins are asked first: each build has new ones, of all flows but few, and the collector has to look at all that is
    // known by them.
    const facts = name === undefined ? undefined : standInFacts(flow);
    if (facts !== undefined) {
      if (!Object.hasOwn(facts, name as string)) throw new TreeMissing([flow.source.path]);
      return facts[name as string] as T;
    }
    const before = known.get(flow);
    if (before !== undefined) return before;
    const found = compute(flow);
    known.set(flow, found);
    return found;
  };
  if (name !== undefined) plainFacts.set(name, get);
  return get;
}

/** The results of all functions of a flow that yield plain data. */
export const plainFactsOf = (flow: Flow): PlainFacts =>
  Object.fromEntries([...plainFacts].map(([name, get]) => [name, get(flow)]));

/** Thrown where flows have to be read for which stand-ins were given. */
export class TreeMissing extends Error {
  /** @param flows their paths; `undefined` if all of them have to be read */
  constructor(readonly flows: readonly string[] | undefined) {
    super(`Not read: ${flows?.join(", ") ?? "all flows"}.`);
  }
}

/** A flow that was compiled before, and is not read again: only some facts are known of it. */
class StandIn implements Flow {
  readonly kind = "flow";

  constructor(
    readonly source: SourceText,
    readonly facts: PlainFacts,
  ) {}

  get span(): never {
    return this.#missing();
  }

  get statements(): never {
    return this.#missing();
  }

  get comments(): never {
    return this.#missing();
  }

  #missing(): never {
    throw new TreeMissing([this.source.path]);
  }
}

export const standIn = (source: SourceText, facts: PlainFacts): Flow => new StandIn(source, facts);

/** The flows that were read, with their paths. */
export const readOf = (flows: ReadonlyMap<string, Flow>): readonly (readonly [path: string, flow: Flow])[] =>
  [...flows].filter(([, flow]) => !(flow instanceof StandIn));

/** The facts that stand for a flow; `undefined` for a flow that was read. */
export const standInFacts = (flow: Flow): PlainFacts | undefined =>
  flow instanceof StandIn ? flow.facts : undefined;
