import type { Halt } from "../halt.js";
import type { CacheableResponse } from "../plan/cache.js";
import type { RequestPlan } from "../plan/request-plan.js";
import { StreamBody } from "../received-body.js";
import type { Sending } from "../upstream-messages.js";
import { exchange } from "./exchange.js";
import { poolFor } from "./pools.js";

/** Sends one request, without following redirects. */
export function transport(
  { send, limits: { connectTimeout }, bindings }: Pick<RequestPlan, "send" | "limits" | "bindings">,
  sending: Sending,
  halt: Halt,
): Promise<CacheableResponse> {
  if (send !== undefined) return send(sending, halt);
  const pool = poolFor(sending.url, bindings);
  return pool === undefined ? fetched(sending, halt) : exchange(pool, sending, halt, connectTimeout);
}

/** Sends a request by `fetch`. The standard has no limit for the connection alone. */
async function fetched({ url, method, headers, body }: Sending, halt: Halt): Promise<CacheableResponse> {
  const response = await fetch(url, {
    method,
    headers: [...headers],
    body,
    signal: halt.signal,
    // Redirects are followed elsewhere. `fetch` would not say where they lead, and would send credentials to other origins.
    redirect: "manual",
    duplex: "half", // required if the body is a stream
  } as RequestInit);
  const received = response.body === null ? null : new StreamBody(response.body);
  if (received !== null) halt.tell((reason) => received.fail(reason));
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    body: received,
  };
}
