/**
 * Limits how long a connection may take to come about. The Fetch standard has no such limit; on Node, `fetch` takes
 * an agent of undici, whose class is only reachable through the agent that `fetch` uses itself. Where that is
 * missing or is no plain agent (a proxy), the limit on the whole request has to do.
 */
export function dispatcherFor(milliseconds: number): object | undefined {
  const known = dispatchers.get(milliseconds);
  if (known !== undefined || dispatchers.size >= maxDispatchers) return known;
  const made = createAgent(milliseconds);
  if (made !== undefined) dispatchers.set(milliseconds, made);
  return made;
}

/** One pool of connections per limit; flows can compute limits, so there is an end to it. */
const dispatchers = new Map<number, object>();
const maxDispatchers = 16;

function createAgent(milliseconds: number): object | undefined {
  const current: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  if (typeof current !== "object" || current === null || current.constructor.name !== "Agent")
    return undefined;
  return Reflect.construct(current.constructor, [{ connect: { timeout: milliseconds } }]) as object;
}
