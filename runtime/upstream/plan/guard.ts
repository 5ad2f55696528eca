import type { JsonObject } from "../../data/model/values.js";
import type { SentRequest } from "../../observe/logs/logged-exchange.js";
import type { RequestLog } from "../../observe/logs/request-log.js";
import type { Refusal } from "../../observe/telemetry/request-events.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type { Halt } from "../halt.js";
import type { Sending } from "../upstream-messages.js";
import type { CacheableResponse } from "./cache.js";
import { given } from "./read-options.js";

/** A request to one URL, and the way to send it once. */
export interface GuardedSending {
  readonly request: Sending & SentRequest;
  once(request: Sending, halt: Halt): Promise<CacheableResponse>;
  /** True if no option of the request says how connections are made. */
  readonly isPlain: boolean;
  /** Milliseconds for the connection; `undefined` if nothing limits it but the whole time. */
  readonly connectTimeout: number | undefined;
}

/** Decides when a request is sent, and how often. It keeps the time until the first byte, too: that of each attempt. */
export interface Guard {
  /** The members that it adds to `$upstream/<id>`. */
  readonly facts: JsonObject;
  /** @throws RequestFailure for a request that must not be sent now */
  exchange(sending: GuardedSending, halt: Halt, log: RequestLog): Promise<CacheableResponse>;
  /** The request is over. */
  leave(): void;
  /** The guard of the same request when it is sent apart from this one. */
  apart(): Guard;
}

/** What is known of an upstream system, and how much of it a process may use. */
export interface GuardedUpstream {
  readonly timeouts: Timeouts;
  /**
   * Credentials for connections to it, under a name that changes with them.
   * @throws RequestFailure if they cannot be read
   */
  readonly credentials: { readonly name: string; readonly context: object } | undefined;
  /**
   * Waits until a request may be sent.
   * @throws RequestFailure if it may not be sent now
   */
  enter(halt: Halt, refused: (why: Refusal) => void): Promise<EnteredUpstream>;
  /** Returns true if a failed request may be repeated now. */
  mayRepeat(refused: (why: Refusal) => void): boolean;
}

/** Seconds that a system may take, for requests that say nothing of their own. */
export interface Timeouts {
  readonly timeout?: number | undefined;
  readonly connectTimeout?: number | undefined;
  readonly firstByteTimeout?: number | undefined;
}

/** A request that has been let in. */
export interface EnteredUpstream {
  /** Tells how it came out; `undefined` if that says nothing about the system. */
  settle(isOk: boolean | undefined): void;
  /** Makes room for another one. */
  leave(): void;
}

/** The facility `upstreams`: the system behind a URL; `undefined` if nothing is said of it. */
export type GuardedUpstreams = (url: URL, bindings: unknown) => GuardedUpstream | undefined;

/** The requests that a guard is made for. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Sending["body"] | undefined;
  /** In milliseconds. */
  readonly limits: {
    readonly timeout: number;
    readonly firstByteTimeout: number | undefined;
    /** Of a response that others share. */
    readonly maxBytes: number;
  };
}

/**
 * The facility `guard`.
 * @param options all that the request has
 * @throws RequestFailure for an option with a wrong value
 */
export type Guards = ($: Context, options: JsonObject, request: GuardedRequest) => Guard | undefined;

/**
 * The guard of a request; `undefined` where nothing asks for one.
 * @throws RequestFailure
 */
export function guardFor($: Context, options: JsonObject, request: GuardedRequest): Guard | undefined {
  const { guard } = $[state].facilities;
  if (guard !== undefined) return guard($, options, request);
  if (given(options, "retry") === undefined) return undefined;
  throw new RequestFailure("This app cannot repeat requests, as the option retry asks for it.");
}
