import type { Halt } from "../halt.js";
import type { CacheableResponse } from "../plan/cache.js";
import type { RequestPlan } from "../plan/request-plan.js";
import { StreamBody } from "../received-body.js";
import type { Sending } from "../sending.js";
import { dispatcherFor } from "./connect-timeout.js";
import { exactFields } from "./exact-fields.js";
import { exchange } from "./exchange.js";
import { poolFor } from "./pools.js";

/** Sends one request, without following redirects. */
export function transport(
  { send, limits: { connectTimeout }, bindings }: Pick<RequestPlan, "send" | "limits" | "bindings">,
  sending: Sending,
  halt: Halt,
): Promise<CacheableResponse> {
  if (send !== undefined) return send(sending, halt);
  const pool = poolFor(sending.url, connectTimeout, bindings);
  if (pool !== undefined) return exchange(pool, sending, halt);
  const dispatcher = dispatcherFor(connectTimeout);
  return fetched(sending, halt, dispatcher && { dispatcher: exactFields(dispatcher, sending.headers) });
}

/** @param more options that only some platforms know */
async function fetched(
  { url, method, headers, body }: Sending,
  halt: Halt,
  more: object = {},
): Promise<CacheableResponse> {
  const init = { method, headers: [...headers], body, duplex, redirect, signal: halt.signal, ...more };
  const response = await fetch(url, init);
  const received = response.body === null ? null : new StreamBody(response.body);
  if (received !== null) halt.tell((reason) => received.fail(reason));
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    body: received,
  };
}

/** Redirects are followed elsewhere. `fetch` would not say where they lead, and would send credentials to other origins. */
const redirect = "manual" as const;

/** `fetch` requires this if the body is a stream. */
const duplex = "half" as const;
