/** The events that the operator wants, and how many were left out of the log. */
import { SettingError } from "../../base/setting.js";
import { setting, settings } from "../../base/settings.js";
import type { AccessRecord } from "./access-record.js";
import type { LoggedSpan } from "./json-line.js";

type LogSetting = "LOG_ACCESS" | "LOG_UPSTREAM" | "LOG_ALERTS";

const leftOutKinds = ["access", "upstream", "alert"] as const;

export type LeftOutKind = (typeof leftOutKinds)[number];

/** All kinds from the start: what watches over a count sees it rise only from a count that it has seen before. */
const counts = new Map<LeftOutKind, number>(leftOutKinds.map((kind) => [kind, 0]));

export function countLeftOut(kind: LeftOutKind, count = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
}

/** How many events were left out since the process was started. */
export function leftOutCounts(): ReadonlyMap<LeftOutKind, number> {
  return counts;
}

/** The client's request that an event belongs to. */
export interface EventOwner {
  readonly bindings: unknown;
  readonly requestID: string;
  /** `undefined` if no trace is known that the request belongs to. */
  readonly trace: LoggedSpan | undefined;
  readonly access: AccessRecord;
}

/** Returns true if an event is to be written, whatever becomes of its request. */
export function isKept(name: "LOG_ACCESS" | "LOG_UPSTREAM", owner: EventOwner): boolean {
  const share = logSetting(owner.bindings, name);
  if (share === "all" || owner.access.hasFailed) return true;
  return share > 0 && isInShare(owner.trace?.traceID ?? owner.requestID, share);
}

/**
 * The value of a setting, or the default where the value is wrong. A wrong one keeps the app from answering, which the log
 * has to tell.
 */
export function logSetting<Name extends LogSetting>(bindings: unknown, name: Name) {
  try {
    return setting(bindings, name);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return settings[name].otherwise as ReturnType<typeof setting<Name>>;
  }
}

/** A share has all that a smaller one has. */
function isInShare(id: string, share: number): boolean {
  const tail = id.slice(-8);
  // The last digits of IDs of traces, and of our own, are random. A proxy may count its requests.
  return (/^[\da-f]{8}$/.test(tail) ? Number.parseInt(tail, 16) : spread(id)) < share * 2 ** 32;
}

/**
 * A number of 32 bits that is another for each ID: FNV-1a, and the last step of MurmurHash3, without which the first bits
 * follow the text.
 */
function spread(id: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) bits = Math.imul(bits ^ id.charCodeAt(index), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
