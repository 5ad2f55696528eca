import { type Context, type Flow, type Outcome, state } from "./context.js";

/** How many calls of flows that call themselves one request may have open at a time. */
const maxDepth = 200;

const depths = new WeakMap<object, number>();

/**
 * Calls a flow that can call itself, directly or through others.
 * @throws RangeError beyond 200 open calls
 */
export function recurse($: Context, flow: Flow): Outcome | Promise<Outcome> {
  const request = $[state];
  const depth = (depths.get(request) ?? 0) + 1;
  if (depth > maxDepth) throw new RangeError(`A flow calls itself more than ${maxDepth} times.`);
  depths.set(request, depth);
  const outcome = flow($);
  if (!(outcome instanceof Promise)) {
    depths.set(request, depth - 1);
    return outcome;
  }
  return outcome.finally(() => depths.set(request, depth - 1));
}
