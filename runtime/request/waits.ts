import { type Action, alertPlace } from "../observe/logs/place.js";
import type { ActionObserver } from "../observe/telemetry/request-events.js";
import { type Context, state } from "./context.js";

/**
 * Tells those who observe the request that an action begins to wait for others; `undefined` if nobody does.
 * @param action the action that the flow has called, if it is known
 * @param peer the system that it asks itself, and not by upstream requests
 */
export function waits($: Context, name: string, action?: Action, peer?: URL): ActionObserver | undefined {
  const { events, access } = $[state];
  return events?.waits(name, () => alertPlace(access.flow, action), peer);
}
