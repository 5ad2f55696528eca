/**
 * Limits how long it may take to connect. The Fetch standard has no such limit. On Node, `fetch` takes an agent of
 * undici, whose class can only be reached through the agent that `fetch` itself uses. If there is none, or if it is a
 * proxy, only the timeout of the whole request limits the connection.
 */
export function dispatcherFor(milliseconds: number): object | undefined {
  const known = dispatchers.get(milliseconds);
  if (known !== undefined || dispatchers.size >= maxDispatchers) return known;
  const made = createAgent(milliseconds);
  if (made !== undefined) dispatchers.set(milliseconds, made);
  return made;
}

/** One pool of connections for each limit. Flows can compute limits, so the number of pools is limited. */
const dispatchers = new Map<number, object>();
const maxDispatchers = 16;

function createAgent(milliseconds: number): object | undefined {
  const current: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  if (typeof current !== "object" || current === null || current.constructor.name !== "Agent")
    return undefined;
  return Reflect.construct(current.constructor, [{ connect: { timeout: milliseconds } }]) as object;
}
