import type { Bytes } from "../../http/body-bytes.js";
import { AccessRecord } from "./access-record.js";
import { aborted } from "./curl-code.js";
import { type LoggedSpan, quoted, spanMembers } from "./json-line.js";
import { countLeftOut, type EventOwner, isKept } from "./left-out.js";
import { eventOrigin, logText, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";
import type { Exchange, ResponseHead, SentExchange, SentRequest } from "./logged-exchange.js";

/** The client's request that an upstream request is made for. */
export interface AskedBy extends EventOwner {
  /** Set only if somebody listens to the request. */
  readonly events: Listeners | undefined;
}

interface Listeners {
  /** True if somebody wants the line of the event. */
  readonly areTold: boolean;
  exchanged(exchange: Exchange, line?: string): void;
}

/** How many events of a request wait until it is known whether it fails. Further ones are left out. */
const maxWaiting = 50;

/** Observes the upstream requests of an action. */
export interface ExchangeObserver {
  sent(exchange: SentExchange): ObservedExchange;
}

/** One of them, as long as its exchange grows. */
export interface ObservedExchange {
  readonly span: LoggedSpan | undefined;
  /** Makes the upstream's spans belong to the one of this request, unless the flow has set another parent. */
  mark(headers: Map<string, string>): void;
  /** The response has been read, or the request has failed. */
  ended(): void;
  /** The checks of the response are over. */
  settled(): void;
}

/**
 * Writes the `engine_request` events of an upstream request: one for the request, and one for each redirect that was
 * followed.
 */
export class RequestLog {
  readonly #askedBy: AskedBy;
  readonly #id: string;
  #hops = 0;
  readonly #observer: ExchangeObserver | undefined;
  #observed: ObservedExchange | undefined;
  #open: Exchange | undefined;
  /** The last one that is complete. */
  #last: Exchange | undefined;

  constructor(askedBy: AskedBy, id: string, observer?: ExchangeObserver) {
    this.#askedBy = askedBy;
    this.#id = id;
    this.#observer = observer;
  }

  /** The log of a request with the same ID that goes on when the client's request is over. */
  apart(): RequestLog {
    const { bindings, requestID, trace } = this.#askedBy;
    const access = new AccessRecord();
    access.isOver = true;
    return new RequestLog({ bindings, requestID, trace, access, events: undefined }, this.#id);
  }

  /** @param headers those that are about to be sent */
  sent(request: SentRequest, headers: Map<string, string>): void {
    const open: SentExchange = {
      id: this.#id,
      hop: this.#hops,
      sent: request,
      startedAt: Date.now(),
      started: performance.now(),
      // An object that grows member by member costs more.
      connected: undefined,
      isReused: undefined,
      response: undefined,
      firstByte: undefined,
      ended: undefined,
      bytes: undefined,
      body: undefined,
    };
    this.#open = open;
    this.#observed?.settled(); // a redirect
    this.#observed = this.#observer?.sent(open);
    this.#observed?.mark(headers);
    this.#askedBy.events?.exchanged(open);
  }

  /** There is a connection to send the request over. */
  connected(isReused: boolean): void {
    if (this.#open === undefined) return;
    this.#open.connected ??= performance.now();
    this.#open.isReused = isReused;
  }

  /** @param is true if the response is that of another request, which is the same and in flight */
  shared(is: boolean): void {
    if (this.#open !== undefined) this.#open.isShared = is || undefined;
  }

  /** Notes the response, whose body is yet to come. */
  answered(response: ResponseHead): void {
    if (this.#open === undefined) return;
    this.#open.response = response;
    this.#open.firstByte = performance.now();
    this.#askedBy.events?.exchanged(this.#open);
  }

  /**
   * Writes the event once the body has been read.
   * @param body if it is there as a whole
   */
  ended(bytes: number, body?: Bytes): void {
    const response = this.#open?.response;
    if (this.#open !== undefined && response !== undefined) {
      this.#open.bytes = bytes;
      this.#open.body = body;
      this.#write(
        response.status,
        response.headers.get("content-type") ?? "",
        compressedLength(response) ?? bytes,
      );
    }
  }

  failed(message: string, code: number | undefined): void {
    if (this.#open !== undefined) Object.assign(this.#open, { failure: message, failureCode: code });
    if (code !== aborted) this.#askedBy.access.hasFailed = true;
    const number = code === undefined ? "" : `,"curlErrorCode":${code}`;
    this.#write(0, "", 0, `${number},"curlErrorMessage":${quoted(message)}`);
  }

  /** Joins the members one by one, which takes less time than making an object of them first. */
  #write(status: number, mime: string, bytes: number, failure = ""): void {
    if (this.#open === undefined) return;
    const exchange = this.#open;
    const { sent, startedAt, started, response, firstByte } = exchange;
    this.#open = undefined;
    this.#last = exchange;
    exchange.ended = performance.now();
    const { requestID, access, events } = this.#askedBy;
    const url = sent?.url.href ?? "";
    const method = sent?.method ?? "";
    const duration = Math.round((exchange.ended - started) * 1000) / 1e6;
    const id = `${this.#id}.${this.#hops++}`;
    const cached = `"cacheHit":${response?.cacheHit ?? false},"refresh":${response?.refresh ?? false}${exchange.isShared ? ',"shared":true' : ""}`;
    const timing =
      firstByte === undefined ? "" : `,"timing":{"TTFB":${Math.round((firstByte - started) * 1000) / 1000}}`;
    const span = this.#observed?.span ?? this.#askedBy.trace;
    // It may have to wait, so it keeps nothing of the exchange.
    const make = () =>
      `{"timestamp":"${timestamp(startedAt)}","type":"engine_request","requestID":"${requestID}","url":${quoted(logUrl(url))},"method":"${method}","status":${status},"mime":${quoted(mime)},"bytes":${bytes},"duration":${duration},"id":${quoted(id)},${cached}${timing}${failure}${spanMembers(span)}${eventOrigin().text}}`;
    if (status >= 500) access.hasFailed = true;
    const isKeptNow = isKept("LOG_UPSTREAM", this.#askedBy);
    const line = isKeptNow || events?.areTold ? make() : undefined;
    if (isKeptNow && line !== undefined) logText(line);
    else this.#wait(make);
    this.#observed?.ended();
    events?.exchanged(exchange, line);
  }

  /** The event is written if the client's request turns out to fail. */
  #wait(line: () => string): void {
    const { access } = this.#askedBy;
    const waiting = access.waiting ?? [];
    if (access.isOver || waiting.length >= maxWaiting) {
      countLeftOut("upstream");
      return;
    }
    waiting.push(line);
    access.waiting = waiting;
  }

  /**
   * Tells those who watch how the whole request came out, which may never have been sent.
   * @param violations the findings of a validation, if there was one
   */
  settled(
    sent: SentRequest | undefined,
    { violations, failure, response, body }: Pick<Exchange, "violations" | "failure" | "response" | "body">,
  ): void {
    const { access, events } = this.#askedBy;
    if (failure !== undefined) access.hasFailed = true;
    if (violations !== undefined && this.#last !== undefined) this.#last.violations = violations;
    this.#observed?.settled();
    if (events === undefined) return;
    const exchange = this.#last ?? this.#unsent(sent);
    if (violations !== undefined) exchange.violations = violations;
    if (failure !== undefined) exchange.failure ??= failure;
    if (this.#last === undefined && response !== undefined) {
      exchange.isMocked = true;
      exchange.response = response;
      exchange.body = body;
      exchange.bytes = body?.byteLength ?? 0;
    }
    events.exchanged(exchange);
  }

  #unsent(sent: SentRequest | undefined): Exchange {
    return { id: this.#id, hop: 0, sent, startedAt: Date.now(), started: performance.now() };
  }
}

/** The length that was sent, if the body was compressed: `fetch` hands on the decompressed bytes. */
function compressedLength({ headers }: Pick<ResponseHead, "headers">): number | undefined {
  const length = headers.get("content-encoding") === null ? null : headers.get("content-length");
  if (length === null) return undefined;
  const bytes = Number(length);
  return Number.isFinite(bytes) ? bytes : 0; // JSON has no other number
}
