import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { numberSetting } from "../environment/settings.js";
import { longestTimer } from "../limits/trees.js";

/** What the server allows its clients. Times are in milliseconds. */
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
  const maxRequests = setting("MAX_REQUESTS", Math.max(100, Math.floor(heapLimit(processes) / (256 * 1024))));
  const headTimeout = seconds("HEAD_TIMEOUT", 15);
  return {
    maxRequests,
    maxConnections: setting("MAX_CONNECTIONS", 2 * maxRequests),
    maxHeadBytes: setting("MAX_HEAD_BYTES", 16_384),
    headTimeout,
    arrivalTimeout: Math.max(seconds("ARRIVAL_TIMEOUT", 300), headTimeout), // the head is a part of it
    idleTimeout: seconds("IDLE_TIMEOUT", 30),
    keepAliveTimeout: seconds("KEEP_ALIVE_TIMEOUT", 5),
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

function setting(name: string, otherwise: number): number {
  return Math.ceil(numberSetting(undefined, name, 0)) || otherwise;
}

function seconds(name: string, otherwise: number): number {
  return Math.min((numberSetting(undefined, name, 0) || otherwise) * 1000, longestTimer);
}
