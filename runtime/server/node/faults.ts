/**
 * Faults of serving itself: calls to the platform that throw while a request is received, or while its reply is written.
 * Such a fault ends one request. Uncaught, it would end the process.
 * @module
 */

import type { Duplex } from "node:stream";
import { lazyGlobals } from "../../base/lazy-globals.js";
import { alertLine, logText } from "../../observe/logs/log.js";
import { flowStack } from "../../observe/logs/place.js";
import { internal } from "../../request/engine-errors.js";

/** Work for an event or a timer: its fault is logged, and ends the connection. */
export function shielded<Values extends readonly unknown[]>(
  socket: Duplex,
  work: (...values: Values) => unknown,
): (...values: Values) => void {
  return (...values) => {
    try {
      work(...values);
    } catch (error) {
      endConnection(error, socket);
    }
  };
}

function endConnection(error: unknown, socket: Duplex): void {
  try {
    report(error);
  } finally {
    socket.destroy();
  }
}

/** Returns the ID under which the fault is logged. */
export function report(error: unknown): string {
  const requestID = lazyGlobals.uuid();
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const { stack } = flowStack(error instanceof Error ? (error.stack ?? "") : "");
  const more = { status: internal.status, code: internal.code, stack };
  logText(alertLine({ startedAt: Date.now(), requestID, topic: "internal", message }, more));
  return requestID;
}
