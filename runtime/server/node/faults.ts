/**
 * Faults of serving itself: calls to the platform that throw while a request is received, or while its reply is written.
 * Such a fault ends one request. Uncaught, it would end the process.
 * @module
 */

import type { Duplex } from "node:stream";
import { lazyGlobals } from "../../base/lazy-globals.js";
import { logAlert } from "../../observe/logs/log.js";
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
  const { message, stack } = described(error);
  const facts = { status: internal.status, code: internal.code, stack };
  logAlert({ startedAt: Date.now(), requestID, topic: "internal", message }, facts);
  return requestID;
}

/** Ends the process, as the platform would, which would write lines that are no events. */
export function tellUncaught(error: unknown): never {
  const { message, stack } = described(error);
  const alert = { startedAt: Date.now(), requestID: "", topic: "internal", severity: "error" } as const;
  logAlert({ ...alert, message: `The process ends: ${message}` }, { stack });
  process.exit(1);
}

function described(error: unknown): { readonly message: string; readonly stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: "" };
  return { message: `${error.name}: ${error.message}`, stack: flowStack(error.stack ?? "").stack };
}
