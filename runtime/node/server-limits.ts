import { getHeapStatistics } from "node:v8";
import { numberSetting } from "../environment/settings.js";
import { longestTimer } from "../limits/trees.js";

/** What the server bears of its clients. Times are in milliseconds. */
export interface ServerLimits {
  /** Requests that are being answered at once. */
  readonly maxRequests: number;
  readonly maxConnections: number;
  /** Of a request's line and header fields. */
  readonly maxHeadBytes: number;
  /** From the connection, or the first byte on one that was used before, to the end of the header fields. */
  readonly headTimeout: number;
  /** To the end of the body. */
  readonly arrivalTimeout: number;
  /** Of a transfer that has begun and does not move. */
  readonly idleTimeout: number;
  /** Of a connection between two requests. */
  readonly keepAliveTimeout: number;
}

/** What the variables of the process say, and defaults that fit its heap. */
export function serverLimits(): ServerLimits {
  const maxRequests = setting("MAX_REQUESTS", Math.max(100, Math.floor(heapLimit() / (256 * 1024))));
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
 * Bytes of bodies that the heap bears: what was parsed of JSON such as `[{},{},…]` takes some 25 times as many bytes as
 * its text.
 */
export function bearableBodies(): number {
  return Math.floor(heapLimit() / 32);
}

/** Bytes. Where a runtime does not tell, as much as Node takes on a small machine. */
function heapLimit(): number {
  return getHeapStatistics().heap_size_limit || 1024 * 1024 * 1024;
}

function setting(name: string, otherwise: number): number {
  return Math.ceil(numberSetting(undefined, name, 0)) || otherwise;
}

function seconds(name: string, otherwise: number): number {
  return Math.min((numberSetting(undefined, name, 0) || otherwise) * 1000, longestTimer);
}
