import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { setting } from "../../base/settings.js";

/** The limits of the server for its clients. Times are in milliseconds. */
export interface ServerLimits {
  /** How many requests are answered at once. */
  readonly maxRequests: number;
  readonly maxConnections: number;
  /** Bytes of a request's line and header fields. */
  readonly maxHeadBytes: number;
  /**
   * From the connection, or from the first byte on a connection that was used before, to the end of the header fields.
   */
  readonly headTimeout: number;
  /** The same, to the end of the body. */
  readonly arrivalTimeout: number;
  /** How long a transfer that has begun may stand still. */
  readonly idleTimeout: number;
  /** How long a connection is kept between two requests. */
  readonly keepAliveTimeout: number;
}

/**
 * The limits: variables of the process, or defaults that fit its heap.
 * @param processes how many of the same kind share the machine
 */
export function serverLimits(processes = 1): ServerLimits {
  const maxRequests =
    setting(undefined, "MAX_REQUESTS") ?? Math.max(100, Math.floor(heapLimit(processes) / (256 * 1024)));
  const headTimeout = milliseconds("HEAD_TIMEOUT");
  return {
    maxRequests,
    maxConnections: setting(undefined, "MAX_CONNECTIONS") ?? 2 * maxRequests,
    maxHeadBytes: setting(undefined, "MAX_HEAD_BYTES"),
    headTimeout,
    arrivalTimeout: Math.max(milliseconds("ARRIVAL_TIMEOUT"), headTimeout), // the head is a part of it
    idleTimeout: milliseconds("IDLE_TIMEOUT"),
    keepAliveTimeout: milliseconds("KEEP_ALIVE_TIMEOUT"),
  };
}

/**
 * How many bytes of bodies the heap bears. JSON such as `[{},{},…]` takes some 25 times as many bytes once it is
 * parsed.
 */
export function bearableBodies(processes = 1): number {
  return Math.floor(heapLimit(processes) / 32);
}

/**
 * Bytes. If the platform does not tell, as much as Node takes on a small machine. Several processes cannot have more
 * than the machine has, although each heap is allowed a good part of that.
 */
function heapLimit(processes: number): number {
  const limit = getHeapStatistics().heap_size_limit || 1024 * 1024 * 1024;
  return processes === 1 ? limit : Math.min(limit, memory() / processes);
}

/** Bytes that all processes have: what the container may take, or what the machine has. */
function memory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

function milliseconds(
  name: "HEAD_TIMEOUT" | "ARRIVAL_TIMEOUT" | "IDLE_TIMEOUT" | "KEEP_ALIVE_TIMEOUT",
): number {
  return Math.ceil(setting(undefined, name) * 1000);
}
