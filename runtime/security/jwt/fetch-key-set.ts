import { setting } from "../../base/settings.js";
import { errorCode } from "../../base/timeout.js";
import type { Bytes } from "../../http/body-bytes.js";
import { curlCode, operationTimedOut } from "../../observe/logs/curl-code.js";
import type { SentExchange } from "../../observe/logs/logged-exchange.js";
import { passTrace } from "../../observe/telemetry/propagation.js";
import type { ActionObserver } from "../../observe/telemetry/request-events.js";
import { type Context, state } from "../../request/context.js";
import { internal } from "../../request/engine-errors.js";
import { harness } from "../../request/harness.js";
import { type TellMore, tellExchange } from "../../request/tell-exchange.js";
import { waits } from "../../request/waits.js";
import { defaultTimeout } from "../../upstream/default-timeout.js";
import { RequestFailure, refuseOrigin } from "../../upstream/failure.js";
import { Deadline, Halt } from "../../upstream/halt.js";
import { passId } from "../../upstream/own-fields.js";
import type { CacheableResponse } from "../../upstream/plan/cache.js";
import { defaultAgent } from "../../upstream/plan/headers.js";
import { received, transport } from "../../upstream/send/transport.js";
import { JwtKeyError } from "./jwt-error.js";
import { readJwk } from "./key.js";
import { type FindKey, keysOf } from "./key-set.js";

/** The parts that tests of flows put around the key sets of an app. */
export interface KeySetHarness {
  /** Fetches a key set, which something else than its server may answer. */
  keySet($: Context, url: URL, init: RequestInit): Promise<Response>;
}

declare module "../../request/harness.js" {
  interface Harness extends KeySetHarness {}
}

/** How many bytes a key set may take; those of large providers take some 20 KB. */
const maxBytes = 262_144;

/**
 * Fetches a JSON Web Key Set. Redirects are not followed: keys come from where the API description says, and from
 * nowhere else.
 * @throws JwtKeyError
 */
export async function fetchKeySet($: Context, url: string): Promise<FindKey> {
  const { bindings } = $[state];
  const target = new URL(url);
  const timeout = defaultTimeout(bindings);
  const halt = new Halt();
  const late = () => new JwtKeyError(`No answer within ${timeout / 1000} s.`);
  const clock = new Deadline(halt, timeout, late);
  clock.start();
  const observer = waits($, "jwks");
  const headers = fieldsFor($);
  const tell = tellExchange($, "jwks", "key-set", () => ({ url: target, method: "GET", headers }));
  try {
    refuseOrigin(target, setting(bindings, "UPSTREAM_ORIGINS"));
    const body = await ask($, target, headers, halt, observer, tell);
    return keysOf(readJwk(new TextDecoder().decode(body)) ?? {});
  } catch (thrown) {
    const failure = failureOf(thrown, halt);
    observer?.failed(internal.code);
    tell?.({ failure: failure.message, ended: performance.now() });
    throw failure;
  } finally {
    observer?.ended();
    clock.end();
  }
}

async function ask(
  $: Context,
  url: URL,
  headers: Map<string, string>,
  halt: Halt,
  observer: ActionObserver | undefined,
  tell: TellMore | undefined,
): Promise<Bytes> {
  const sent = { url, method: "GET", headers };
  const way = { send: undefined, limits: { connectTimeout: undefined }, bindings: $[state].bindings };
  const exchange: SentExchange = { id: "", hop: 0, sent, startedAt: Date.now(), started: performance.now() };
  const observed = observer?.sent(exchange);
  observed?.mark(headers);
  try {
    const response = await (harness
      ? received(await harness.keySet($, url, initOf(headers, halt)), halt)
      : transport(way, { ...sent, body: null }, halt));
    exchange.response = response;
    tell?.({ response, firstByte: performance.now() });
    const body = await answerOf(response);
    tell?.({ body, bytes: body.byteLength, ended: performance.now() });
    return body;
  } catch (thrown) {
    if (thrown instanceof JwtKeyError && halt.reason === undefined) throw thrown; // there is an answer
    exchange.failure = failureOf(thrown, halt).message;
    exchange.failureCode = halt.reason === undefined ? curlCode(thrown) : operationTimedOut;
    throw thrown;
  } finally {
    exchange.ended = performance.now();
    observed?.ended();
  }
}

function initOf(headers: ReadonlyMap<string, string>, { signal }: Halt): RequestInit {
  return { headers: [...headers], redirect: "manual", signal };
}

/** The trace goes along, but no baggage: the keys are for the requests of all clients. */
function fieldsFor($: Context): Map<string, string> {
  const { client, ownTrace } = $[state];
  const headers = new Map([
    ["accept", "application/jwk-set+json, application/json"],
    ["user-agent", defaultAgent],
  ]);
  passTrace(client.headers, headers, ownTrace);
  headers.delete("baggage");
  passId($, headers);
  return headers;
}

async function answerOf({ status, body }: CacheableResponse): Promise<Bytes> {
  if (status !== 200) {
    body?.drop();
    throw new JwtKeyError(`The answer has the status ${status}.`);
  }
  const bytes = body === null ? new Uint8Array() : await body.whole(maxBytes);
  if (bytes === undefined) throw new JwtKeyError(`The answer exceeds ${maxBytes} bytes.`);
  return bytes;
}

function failureOf(thrown: unknown, { reason }: Halt): JwtKeyError {
  if (reason instanceof JwtKeyError) return reason;
  if (thrown instanceof JwtKeyError) return thrown;
  if (thrown instanceof RequestFailure) return new JwtKeyError(thrown.detail);
  const code = errorCode(thrown);
  return new JwtKeyError(`The connection failed${code && ` (${code})`}.`);
}
