import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { ClientGone } from "../../http/client-request.js";
import type { RequestLog } from "../../observe/logs/request-log.js";
import { TimeLimitError } from "../../request/time-limit.js";
import { RequestFailure } from "../failure.js";
import type { Halt } from "../halt.js";
import type { CacheableResponse } from "../plan/cache.js";
import type { GuardedRequest } from "../plan/guard.js";
import { BytesBody } from "../received-body.js";
import type { Sending } from "../upstream-messages.js";

/** A request whose response others may share. */
interface Flight {
  readonly request: Sending;
  readonly options: JsonObject;
  readonly maxBytes: number;
  /** Counts the room that the response takes. */
  count(bytes: number): void;
}

/**
 * A response that is there as a whole; "own" if it is for one client alone; "again" if nobody waits for it any more.
 */
type Shared = (Omit<CacheableResponse, "body"> & { readonly bytes: Bytes | undefined }) | "own" | "again";

/** By app: the requests in flight. */
const inFlight = new WeakMap<object, Map<string, Promise<Shared>>>();

export function isShareable({ method, body }: Pick<GuardedRequest, "method" | "body">): boolean {
  return (method === "GET" || method === "HEAD") && (body ?? null) === null && !isWorkers;
}

/** There, no request may wait for the connection of another one. */
const isWorkers = globalThis.navigator?.userAgent === "Cloudflare-Workers";

/**
 * Sends a request, or waits for the response to one that is the same and in flight. Failures are shared, too. If the
 * client of that one leaves, the next one is sent.
 * @throws RequestFailure
 */
export async function shared(
  app: object,
  flight: Flight,
  send: () => Promise<CacheableResponse>,
  halt: Halt,
  log: RequestLog,
): Promise<CacheableResponse> {
  const flights = inFlight.get(app) ?? new Map<string, Promise<Shared>>();
  inFlight.set(app, flights);
  const key = keyOf(flight);
  for (;;) {
    const running = flights.get(key);
    if (running === undefined) break;
    log.shared(true);
    const found = await untilHalted(running, halt);
    if (typeof found === "object") {
      const { bytes, ...head } = found;
      return { ...head, body: bytes === undefined ? null : new BytesBody(bytes) };
    }
    log.shared(false);
    if (found === "own") return send();
  }
  let settle: (found: Shared) => void = () => {};
  let fail: (reason: unknown) => void = () => {};
  const outcome = new Promise<Shared>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  outcome.catch(() => {}); // perhaps nobody waits
  flights.set(key, outcome);
  try {
    const response = await send();
    if (!isForAll(response)) {
      settle("own");
      return response;
    }
    const { body, ...head } = response;
    const bytes = body === null ? undefined : await wholeOf(body, flight);
    settle({ ...head, bytes });
    return { ...head, body: bytes === undefined ? null : new BytesBody(bytes, true) };
  } catch (thrown) {
    const reason = halt.reason ?? thrown;
    if (reason instanceof ClientGone || reason instanceof TimeLimitError) settle("again");
    else fail(reason);
    throw thrown;
  } finally {
    flights.delete(key);
  }
}

async function wholeOf(body: NonNullable<CacheableResponse["body"]>, flight: Flight): Promise<Bytes> {
  const bytes = await body.whole(flight.maxBytes, flight.count);
  if (bytes === undefined) throw new RequestFailure(`The response exceeds ${flight.maxBytes} bytes.`);
  return bytes;
}

/** Credentials are fields, too: the response to one client is never that of another one. */
function keyOf({ request: { method, url, headers, acceptedCodings }, options }: Flight): string {
  const fields = [...headers].filter(([name]) => !counting.has(name));
  return JSON.stringify([method, url.href, fields.sort(), acceptedCodings, options]);
}

/** Fields that tell requests apart for those who read logs; no response depends on them. */
const counting: ReadonlySet<string> = new Set([
  "traceparent",
  "tracestate",
  "x-request-id",
  "x-correlation-id",
]);

/** Cookies begin sessions, which nobody must share (RFC 9111 §5.2.2.7 for `private`). */
function isForAll({ headers }: CacheableResponse): boolean {
  const isPrivate = /(?:^|,)\s*private\b/i.test(headers.get("cache-control") ?? "");
  return !headers.has("set-cookie") && !isPrivate && !headers.get("vary")?.includes("*");
}

function untilHalted<T>(promise: Promise<T>, halt: Halt): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    halt.tell(reject);
  });
}
