/**
 * How many requests of clients may wait for one system at once. Without a bound, one system that hangs would soon have all
 * that the process answers.
 * @module
 */
import { setting } from "../base/settings.js";

/** The bound if no setting says another one. Nobody knows how much the process bears where others serve the app. */
let defaultShare = Number.POSITIVE_INFINITY;

export function shareByDefault(requests: number): void {
  defaultShare = requests;
}

/** By origin: the requests of clients that wait for it, and in how many places each does. */
const waiting = new Map<string, Map<object, number>>();

/**
 * Lets a request wait for a system. Returns what is to be called when it has waited; `undefined` if too many others wait.
 * @param request stands for the client's request, which counts once however often it asks at the same time
 */
export function waitFor(origin: string, request: object, bindings: unknown): (() => void) | undefined {
  const all = waiting.get(origin) ?? new Map<object, number>();
  const times = all.get(request) ?? 0;
  if (times === 0 && all.size >= (setting(bindings, "MAX_REQUESTS_PER_UPSTREAM") ?? defaultShare))
    return undefined;
  waiting.set(origin, all.set(request, times + 1));
  return () => {
    const left = (all.get(request) ?? 1) - 1;
    if (left > 0) all.set(request, left);
    else if (all.delete(request) && all.size === 0) waiting.delete(origin);
  };
}
