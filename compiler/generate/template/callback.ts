import { asynchronous, awaited, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import type { Scope } from "../xpath/scope.js";

/** A function that a helper calls, and whether something has to be waited for in it. */
export interface Callback {
  readonly doc: Doc;
  readonly waits: boolean;
}

/** The variants that wait for one call before the next; the other helpers return what their function returns. */
const awaiting: ReadonlyMap<Helper, Helper> = new Map<Helper, Helper>([
  ["loop", "loopAsync"],
  ["loopItems", "loopItemsAsync"],
  ["loopPairs", "loopPairsAsync"],
]);

/** The call of a helper whose last arguments are functions. Where one of them waits, all do, and so does the call. */
export function callWith(
  helper: Helper,
  first: Doc,
  callbacks: readonly Callback[],
  scope: Pick<Scope, "use">,
): Doc {
  const functions = callbacks.map(({ doc }) => doc);
  if (!callbacks.some(({ waits }) => waits)) return call(scope.use(helper), [first, ...functions]);
  return awaited(call(scope.use(awaiting.get(helper) ?? helper), [first, ...functions.map(asynchronous)]));
}
