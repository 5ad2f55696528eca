/**
 * Recorded exchanges: a file has one on each line, as JSON. `flowc record` and apps with `FLOW_RECORD` write them;
 * `flowc compare` and `flowc replay` read them.
 * @module
 */
import type { ExchangeBase } from "./exchange.js";

/** Grows by one where a reader of the form before would misread this one. */
export const recordingVersion = 2;

/** Older ones that are read. 1 has no `charset` and no `isHidden`: it has the bytes of bodies that nobody could read. */
export const readableVersions: readonly number[] = [1, recordingVersion];

/** How an upstream exchange was found to belong to a client's request. */
export type MatchedBy = "id" | "time" | "engine";

export interface RecordedUpstream extends ExchangeBase {
  /** Milliseconds since the client's request began. */
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  /** `undefined` if it belongs to none. */
  readonly matchedBy?: MatchedBy;
  /** The ID of the request in its flow, where an app of flowc has recorded it. */
  readonly id?: string;
  /** True if it was a tunnel, into which nobody could look. */
  readonly isUnseen?: boolean;
}

/** A client's request, and all that is known of it. */
export interface RecordedExchange extends ExchangeBase {
  readonly version: number;
  readonly kind: "exchange";
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the answer was over. */
  readonly duration: number;
  /** In the order in which they began. */
  readonly upstream: readonly RecordedUpstream[];
  /** The random values that flows have got, in their order, where an app of flowc has recorded it. */
  readonly random?: readonly string[];
  /** How many further upstream exchanges may belong to it, or to another request of the same time. */
  readonly uncertain?: number;
  /** True if only the client's side was recorded. */
  readonly isOneSided?: boolean;
  /** Why an app of flowc has kept it: `failed` or `slow`, and the place and the alert. */
  readonly cause?: string;
  /** How many requests had this cause up to then. */
  readonly count?: number;
}

/** An upstream exchange of which nobody knows the client's request. */
export interface UnmatchedUpstream {
  readonly version: number;
  readonly kind: "upstream";
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** How many requests were on their way, to which it may belong; left out if one of them is not recorded. */
  readonly candidates?: number;
  readonly upstream: RecordedUpstream;
}

/** A line of a recording. */
export type RecordedLine = RecordedExchange | UnmatchedUpstream;
