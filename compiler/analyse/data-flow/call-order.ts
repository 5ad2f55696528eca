import type { AppFlow } from "../../syntax/flow-summary.js";
import { callsOf } from "../flows/calls.js";

/**
 * The paths of all flows that `roots` lead to. A flow comes after the flows that it calls, except where calls
 * form a cycle.
 */
export function calleesFirst(
  roots: Iterable<string>,
  flows: ReadonlyMap<string, AppFlow>,
): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const open: { readonly path: string; readonly callees: Iterator<string> }[] = [];
  const enter = (path: string) => {
    const flow = flows.get(path);
    if (flow === undefined || seen.has(path)) return;
    seen.add(path);
    open.push({ path, callees: callsOf(flow).values() });
  };
  for (const root of roots) {
    enter(root);
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const next = current.callees.next();
      if (next.done !== true) enter(next.value);
      else order.push((open.pop() ?? current).path);
    }
  }
  return order;
}
