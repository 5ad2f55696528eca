import { asynchronous, awaited, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { BlockHelper } from "../../language/command-definition.js";
import type { Scope } from "../xpath/scope.js";

/** A function that a helper calls, and whether something has to be waited for in it. */
export interface Callback {
  readonly doc: Doc;
  readonly waits: boolean;
}

/** The call of a helper whose last arguments are functions. Where one of them waits, all do, and so does the call. */
export function callWith(
  { helper, awaiting = helper }: BlockHelper,
  first: Doc,
  callbacks: readonly Callback[],
  scope: Pick<Scope, "use">,
): Doc {
  const functions = callbacks.map(({ doc }) => doc);
  if (!callbacks.some(({ waits }) => waits)) return call(scope.use(helper), [first, ...functions]);
  return awaited(call(scope.use(awaiting), [first, ...functions.map(asynchronous)]));
}
