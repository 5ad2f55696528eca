import { type Dispatcher, platformDispatcher } from "./dispatcher.js";

/**
 * What sends the requests of `fetch` and limits how long it may take to connect. The Fetch standard has no such limit.
 * On Node, `fetch` takes an agent of undici, whose class can only be reached through the agent that `fetch` itself uses.
 * If that is a proxy, only the timeout of the whole request limits the connection. Other runtimes have no dispatcher.
 */
export function dispatcherFor(milliseconds: number | undefined): Dispatcher | undefined {
  const platform = platformDispatcher();
  if (milliseconds === undefined || platform === undefined) return platform;
  const known = dispatchers.get(milliseconds);
  if (known !== undefined || dispatchers.size >= maxDispatchers) return known ?? platform;
  const made = createAgent(platform, milliseconds);
  if (made !== undefined) dispatchers.set(milliseconds, made);
  return made ?? platform;
}

/** One pool of connections for each limit. Flows can compute limits, so the number of pools is limited. */
const dispatchers = new Map<number, Dispatcher>();
const maxDispatchers = 16;

function createAgent(platform: Dispatcher, milliseconds: number): Dispatcher | undefined {
  if (platform.constructor.name !== "Agent") return undefined;
  return Reflect.construct(platform.constructor, [{ connect: { timeout: milliseconds } }]) as Dispatcher;
}
