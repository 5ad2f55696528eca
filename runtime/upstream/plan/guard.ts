import type { JsonObject, JsonValue } from "../../data/model/values.js";
import type { RequestLog } from "../../observe/logs/request-log.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type { Halt } from "../halt.js";
import type { Sending } from "../upstream-messages.js";
import type { CacheableResponse } from "./cache.js";
import { given } from "./read-options.js";
import type { Limits, RequestPlan } from "./request-plan.js";

/** Decides when a request is sent, and how often. */
export interface Guard {
  /** Those of the whole request: the guard keeps the time of single attempts. */
  readonly limits: Limits;
  /** The members that it adds to `$upstream/<id>`. */
  readonly facts: JsonObject;
  /**
   * Sends one request, without following redirects.
   * @throws RequestFailure for one that must not be sent now
   */
  exchange(sending: Sending, plan: RequestPlan, halt: Halt, log: RequestLog): Promise<CacheableResponse>;
  /** The request is over. */
  leave(): void;
}

/** The requests that a guard is made for. */
export type GuardedRequest = Pick<RequestPlan, "method" | "headers" | "body"> & { readonly limits: Limits };

/**
 * The facility `guard`.
 * @param retry the option, if the request has it
 * @throws RequestFailure for an option with a wrong value
 */
export type Guards = ($: Context, retry: JsonValue | undefined, request: GuardedRequest) => Guard | undefined;

/**
 * The guard of a request; `undefined` where nothing asks for one.
 * @throws RequestFailure
 */
export function guardFor($: Context, options: JsonObject, request: GuardedRequest): Guard | undefined {
  const { guard } = $[state].facilities;
  if (guard !== undefined) return guard($, given(options, "retry"), request);
  if (given(options, "retry") === undefined) return undefined;
  throw new RequestFailure("This app cannot repeat requests, as the option retry asks for it.");
}
