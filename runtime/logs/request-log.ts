import type { JsonObject } from "../data-model/values.js";
import type { ReceivedFields } from "../http/received-fields.js";
import { furtherMembers, quoted } from "./json-line.js";
import { logText, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";
import { shown } from "./shown-value.js";

/** The client's request that an upstream request is made for. */
export interface AskedBy {
  readonly requestID: string;
  /** Set only if somebody debugs the request. */
  readonly debug: { say(topics: readonly string[], message: () => string): void } | undefined;
}

/** The status and header fields of an upstream's response. */
interface ResponseHead {
  readonly status: number;
  readonly headers: Pick<ReceivedFields, "get">;
  /** Whether the body comes from the cache. */
  readonly cacheHit?: boolean;
  /** Whether the upstream said that what the cache has is still valid. */
  readonly refresh?: boolean;
}

/** An upstream request that was sent, and what has come back so far. */
interface Hop {
  readonly url: string;
  readonly method: string;
  readonly startedAt: number;
  readonly started: number;
  response?: ResponseHead;
  /** Milliseconds to the first byte. */
  firstByte?: number;
}

/**
 * Writes the `engine_request` events of an upstream request: one for the request, and one for each redirect that was
 * followed.
 */
export class RequestLog {
  readonly #askedBy: AskedBy;
  readonly #id: string;
  #hops = 0;
  #open: Hop | undefined;

  constructor(askedBy: AskedBy, id: string) {
    this.#askedBy = askedBy;
    this.#id = id;
  }

  sent({ href }: URL, method: string): void {
    this.#open = { url: href, method, startedAt: Date.now(), started: performance.now() };
  }

  /** Notes the response, whose body is yet to come. */
  answered(response: ResponseHead): void {
    if (this.#open === undefined) return;
    this.#open.response = response;
    this.#open.firstByte = performance.now() - this.#open.started;
  }

  /** Writes the event once the body has been read. */
  ended(bytes: number): void {
    const response = this.#open?.response;
    if (response !== undefined) {
      this.#write(
        response.status,
        response.headers.get("content-type") ?? "",
        compressedLength(response) ?? bytes,
      );
    }
  }

  failed(message: string, code: number | undefined): void {
    this.#write(0, "", 0, {
      ...(code === undefined ? {} : { curlErrorCode: code }),
      curlErrorMessage: message,
    });
  }

  /** Writes the members one by one, which takes less time than making an object of them first. */
  #write(status: number, mime: string, bytes: number, failure?: JsonObject): void {
    if (this.#open === undefined) return;
    const { url, method, startedAt, started, response, firstByte } = this.#open;
    this.#open = undefined;
    const { requestID, debug } = this.#askedBy;
    const head = `"timestamp":"${timestamp(startedAt)}","type":"engine_request","requestID":"${requestID}"`;
    const answer = `"status":${status},"mime":${quoted(mime)},"bytes":${bytes}`;
    const duration = Math.round((performance.now() - started) * 1000) / 1e6;
    const id = quoted(`${this.#id}.${this.#hops++}`);
    const cached = `"cacheHit":${response?.cacheHit ?? false},"refresh":${response?.refresh ?? false}`;
    const timing = firstByte === undefined ? "" : `,"timing":{"TTFB":${Math.round(firstByte * 1000) / 1000}}`;
    const more = failure === undefined ? "" : furtherMembers(failure);
    const line = `{${head},"url":${quoted(logUrl(url))},"method":${quoted(method)},${answer},"duration":${duration},"id":${id},${cached}${timing}${more}}`;
    logText(line);
    debug?.say(["request", "requests", "proxy-request"], () => shown(JSON.parse(line)));
  }
}

/** The length that was sent, if the body was compressed: `fetch` hands on the decompressed bytes. */
function compressedLength({ headers }: ResponseHead): number | undefined {
  const length = headers.get("content-encoding") === null ? null : headers.get("content-length");
  if (length === null) return undefined;
  const bytes = Number(length);
  return Number.isFinite(bytes) ? bytes : 0; // JSON has no other number
}
