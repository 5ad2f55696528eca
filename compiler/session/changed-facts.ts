import type { SharedFact } from "../analyse/slices/slices.js";
import { append } from "../source/lists.js";

/** What a flow adds to the facts that flows decide together: such a fact, and a form. Those of one form add the same. */
export type Shared = readonly (readonly [fact: SharedFact, form: string])[];

/** Where a schema cannot be told in short, the expression stands for it: its text, and what it asks for. */
export const byText = "text ";

/** The schemas of a variable's values of which any may be shown: more of one form say nothing more. */
const mostCounted = 3;

const mostOf = (fact: SharedFact): number => (fact.startsWith("schema ") ? mostCounted : 1);

interface Counted {
  readonly fact: SharedFact;
  was: number;
  is: number;
}

/** How often each fact is shared in each form, before and now: all those that are not shared as often. */
function countedAnew(before: readonly Shared[], now: Iterable<Shared>): Iterable<Counted> {
  const counts = new Map<string, Counted>();
  const count = (shared: Shared, side: "was" | "is"): void => {
    for (const [fact, form] of shared) {
      const key = `${fact}\0${form}`;
      const known = counts.get(key) ?? { fact, was: 0, is: 0 };
      known[side]++;
      counts.set(key, known);
    }
  };
  // Nearly all flows are taken as they were, with the same object: they count on both sides alike.
  const left = new Map<Shared, number>();
  for (const shared of before) left.set(shared, (left.get(shared) ?? 0) + 1);
  const same: Shared[] = [];
  for (const shared of now) {
    const times = left.get(shared) ?? 0;
    if (times === 0) count(shared, "is");
    else {
      left.set(shared, times - 1);
      same.push(shared);
    }
  }
  for (const [shared, times] of left) for (let index = 0; index < times; index++) count(shared, "was");
  for (const [key, { was, is }] of counts) if (was === is) counts.delete(key);
  if (counts.size > 0)
    for (const shared of same)
      for (const [fact, form] of shared) {
        const known = counts.get(`${fact}\0${form}`);
        if (known === undefined) continue;
        known.was++;
        known.is++;
      }
  return counts.values();
}

/** What a flow shared, and what it asked for. */
interface Sharing {
  readonly shared: Shared;
  readonly asked: readonly SharedFact[];
}

/** The facts that flows decide in another way than before. */
export function changedFacts(before: readonly Sharing[], now: Iterable<Shared>): ReadonlySet<SharedFact> {
  const changed = new Set<SharedFact>();
  for (const { fact, was, is } of countedAnew(
    before.map(({ shared }) => shared),
    now,
  ))
    if (Math.min(was, mostOf(fact)) !== Math.min(is, mostOf(fact))) changed.add(fact);
  if (changed.size === 0) return changed;
  const askedBy = new Map<SharedFact, Sharing[]>();
  for (const flow of before) for (const fact of flow.asked) append(askedBy, fact, flow);
  // The same text may say something else where what it asks for has changed.
  for (const fact of changed)
    for (const { shared } of askedBy.get(fact) ?? [])
      for (const [other, form] of shared) if (form.startsWith(byText)) changed.add(other);
  return changed;
}
