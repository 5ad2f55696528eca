import { randomUUID } from "node:crypto";
import type { Trace } from "../../../../runtime/observe/trace/format.js";
import type { Masks } from "../../../../runtime/observe/trace/masks.js";
import { ApiError } from "../workbench.js";
import { readExchange } from "./read-exchange.js";
import { maxName, maxValue, readRequest, readResponse } from "./read-message.js";
import { memberOf, numberOf, type Received, recordOf, textOf } from "./received.js";

/** Requests that one import brings. The oldest requests make room for them. */
const maxRequests = 250;
/** Exchanges of each with upstream systems. */
const maxExchanges = 100;

interface ReadHar {
  readonly traces: readonly Trace[];
  /** Requests for which there was no room. */
  readonly left: number;
}

/**
 * Requests from a HAR, whatever program wrote it. Nothing in it is trusted: what it lacks is empty, and what is too large
 * is cut. Secrets are masked as they are in requests that the app answers. Exchanges with upstream systems, which flowc
 * writes behind the request that they belong to, become events of it.
 * @param masks a new one for each request
 */
export function readHar(har: unknown, masks: () => Masks): ReadHar {
  const entries = memberOf(memberOf(recordOf(har), "log"), "entries");
  if (!Array.isArray(entries)) throw new ApiError(400, "This is no HAR: it has no log.entries.");
  const reader = new HarReader(masks);
  for (const [index, entry] of entries.entries()) reader.take(recordOf(entry), index);
  return reader;
}

/** A request, and what all that belongs to it is read with. */
interface ReadRequest {
  readonly trace: Trace;
  readonly masks: Masks;
}

class HarReader implements ReadHar {
  readonly traces: Trace[] = [];
  left = 0;
  readonly #byId = new Map<string, ReadRequest>();

  constructor(private readonly masks: () => Masks) {}

  take(entry: Received, index: number): void {
    const parent = memberOf(entry, "_parent");
    const known = typeof parent === "string" ? this.#byId.get(parent) : undefined;
    if (known !== undefined) addExchange(known, entry);
    else if (this.traces.length >= maxRequests) {
      // Exchanges of requests without room count with these.
      if (parent === undefined) this.left++;
    } else {
      const masks = this.masks();
      const trace = traceOf(entry, index, masks);
      this.traces.push(trace);
      this.#byId.set(trace.id, { trace, masks });
    }
  }
}

function addExchange({ trace, masks }: ReadRequest, entry: Received): void {
  if (trace.events.length >= maxExchanges) trace.dropped++;
  else trace.events.push(readExchange(entry, masks));
  trace.hasSecrets ||= masks.hasMasked;
}

function traceOf(entry: Received, index: number, masks: Masks): Trace {
  const own = recordOf(memberOf(entry, "_flowc"));
  const request = readRequest(recordOf(memberOf(entry, "request")), own, targetOf, masks);
  if (request.method === "") throw new ApiError(400, `The request of entry ${index} has no method.`);
  const response = readResponse(recordOf(memberOf(entry, "response")), own, masks);
  const started = Date.parse(textOf(memberOf(entry, "startedDateTime"), maxName));
  const time = numberOf(memberOf(entry, "time"));
  return {
    version: 1,
    id: textOf(memberOf(own, "id"), maxName) || randomUUID(),
    startedAt: Number.isFinite(started) ? started : Date.now(),
    build: 0,
    request,
    route: textOf(memberOf(own, "route"), maxValue),
    flow: textOf(memberOf(own, "flow"), maxValue),
    response,
    duration: time === undefined || time < 0 ? undefined : time,
    events: [],
    ran: [],
    hasSecrets: masks.hasMasked || memberOf(own, "hasSecrets") === true,
    dropped: 0,
  };
}

/** The path and the query, written as a request line has them. */
function targetOf(url: string): string {
  try {
    const { pathname, search } = new URL(url, "http://127.0.0.1");
    return pathname.startsWith("/") ? pathname + search : "/";
  } catch {
    return "/";
  }
}
