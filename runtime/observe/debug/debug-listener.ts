import type { DebugSettings } from "../../base/debug-settings.js";
import type { Listener } from "../telemetry/request-events.js";
import { type DebuggedRequest, Debugging } from "./debugging.js";
import { TraceLines, type WatchedRequest } from "./trace-lines.js";

/**
 * What shows a request to somebody who debugs it. Most processes do without: bundles with files beside them have
 * `server/node/debug-file.ts` in place of this module. `undefined` if it is not there.
 */
export function debugListener(
  request: DebuggedRequest & WatchedRequest,
  settings: DebugSettings,
): Listener | undefined {
  const lines = settings.sink === "trace" ? new TraceLines(request) : undefined;
  return new Debugging(request, settings, lines);
}
