import type { Halt } from "../halt.js";
import { isRepeatable } from "../options/retry.js";
import type { CacheableResponse } from "../plan/cache.js";
import type { Limits, RequestPlan } from "../plan/request-plan.js";
import { StreamBody } from "../received-body.js";
import type { Sending } from "../upstream-messages.js";
import { exchange, isClosedByPeer } from "./exchange.js";
import { poolFor } from "./pools.js";

/** The part of a plan that says how a request is sent. */
interface Way extends Pick<RequestPlan, "send" | "bindings"> {
  readonly limits: Pick<Limits, "connectTimeout">;
}

/** Sends one request, without following redirects. */
export function transport(
  { send, limits: { connectTimeout }, bindings }: Way,
  sending: Sending,
  halt: Halt,
): Promise<CacheableResponse> {
  if (send !== undefined) return send(sending, halt);
  const pool = poolFor(sending.url, bindings);
  return pool === undefined ? fetched(sending, halt) : exchange(pool, sending, halt, connectTimeout);
}

/** Sends a request by `fetch`. The standard has no limit for the connection alone. */
async function fetched({ url, method, headers, body }: Sending, halt: Halt): Promise<CacheableResponse> {
  const init = {
    method,
    headers: [...headers],
    body,
    signal: halt.signal,
    // Redirects are followed elsewhere. `fetch` would not say where they lead, and would send credentials to other origins.
    redirect: "manual",
    duplex: "half", // required if the body is a stream
  };
  const send = () => fetch(url, init as RequestInit);
  const response = await send().catch((error: unknown) => {
    const isThere = body === null || body instanceof Uint8Array;
    // It does not say whether the connection had been used before; these requests may be sent twice in any case.
    if (!isThere || !isRepeatable(method) || !isClosedByPeer(error) || halt.reason !== undefined) throw error;
    return send();
  });
  return received(response, halt);
}

/** Returns the result of `fetch` as the response of an upstream system. */
export function received(response: Response, halt: Halt): CacheableResponse {
  const body = response.body === null ? null : new StreamBody(response.body);
  if (body !== null) halt.tell((reason) => body.fail(reason));
  return { status: response.status, statusText: response.statusText, headers: response.headers, body };
}
