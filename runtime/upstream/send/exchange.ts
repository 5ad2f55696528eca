import { errorCode } from "../../base/error-code.js";
import { type Pieces, piecesOf } from "../../http/pieces.js";
import { FieldList } from "../../http/received-fields.js";
import { statusesWithoutContent } from "../../http/statuses.js";
import type { Halt } from "../halt.js";
import type { CacheableResponse } from "../plan/cache.js";
import type { Sending } from "../sending.js";
import { decodedBody, decodersOf } from "./decoding.js";
import type { DispatchOptions, Handler, RawField } from "./dispatcher.js";
import type { Sender, Sink } from "./incoming-body.js";
import type { Pool } from "./pools.js";

/** What a request is written for, where that is not its URL. */
export interface Target {
  readonly origin: string;
  readonly path: string;
  /** Names and values of fields, one after the other. */
  readonly fields: readonly string[];
}

/**
 * Sends a request over a connection of the pool. This takes a fifth of the time of `fetch`, whose steps, streams and
 * objects it leaves out; what goes over the wire is the same.
 */
export function exchange(
  pool: Pool,
  sending: Sending,
  halt: Halt,
  target: Target = targetOf(sending.url),
): Promise<CacheableResponse> {
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(pool, sending, target, { resolve, reject });
    halt.tell((reason) => handler.halt(reason));
    handler.send();
  });
}

interface Outcome {
  resolve(response: CacheableResponse): void;
  reject(reason: Error): void;
}

class ExchangeHandler implements Handler, Sender {
  readonly #pool: Pool;
  readonly #sending: Sending;
  readonly #options: DispatchOptions;
  readonly #outcome: Outcome;
  /** Whether the request may be sent a second time. */
  #isRepeatable: boolean;
  #abort: ((reason?: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #halted: Error | undefined;
  /** Where the body goes; `undefined` before the response, and for one without content. */
  #sink: Sink | undefined;
  /** Bytes after a response that has no content. */
  #ignored = 0;

  constructor(pool: Pool, sending: Sending, { origin, path, fields }: Target, outcome: Outcome) {
    const { url, method, headers, body } = sending;
    this.#pool = pool;
    this.#sending = sending;
    this.#outcome = outcome;
    this.#isRepeatable = idempotent.has(method) && body === null;
    this.#options = {
      origin,
      path,
      method,
      headers: sentFields(fields, url, headers),
      body: body instanceof ReadableStream ? iterable(piecesOf(body)) : body,
    };
  }

  send(): void {
    if (this.#halted === undefined) this.#pool.kept.dispatch(this.#options, this);
  }

  /** Ends the request, wherever it is. */
  halt(reason: Error): void {
    if (this.#halted !== undefined) return;
    this.#halted = reason;
    this.#outcome.reject(reason); // without effect once there is a response
    this.#sink?.fail(reason);
    this.stop();
  }

  stop(): void {
    this.#halted ??= new Error("Nobody wants the rest.");
    this.#abort?.(this.#halted);
  }

  resume(): void {
    this.#resume?.();
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.#halted !== undefined) abort(this.#halted);
    const isNew = this.#pool.takeNew();
    if (isNew) this.#isRepeatable = false;
    this.#sending.connected?.(!isNew);
  }

  onResponseStarted(): void {
    this.#isRepeatable = false;
  }

  onHeaders(status: number, raw: readonly RawField[], resume: () => void, statusText: string): boolean {
    if (status < 200 || this.#halted !== undefined) return true;
    this.#resume = resume;
    if (status === 407) throw new Error("There is no proxy that could ask for credentials."); // as `fetch` does
    const headers = fieldsOf(raw);
    if (this.#options.method === "HEAD" || statusesWithoutContent.has(status)) {
      this.#outcome.resolve({ status, statusText, headers, body: null });
      return true;
    }
    const { body, sink } = decodedBody(decodersOf(headers.get("content-encoding")), this);
    this.#sink = sink;
    this.#outcome.resolve({ status, statusText, headers, body });
    return true;
  }

  onData(piece: Uint8Array): boolean {
    if (this.#sink !== undefined) return this.#sink.push(piece);
    this.#ignored += piece.byteLength;
    if (this.#ignored > maxIgnored) this.stop();
    return true;
  }

  onComplete(): void {
    this.#sink?.end();
  }

  onError(error: Error): void {
    if (this.#halted !== undefined) return;
    if (this.#isRepeatable && closedByPeer.has(errorCode(error))) {
      this.#isRepeatable = false;
      this.#pool.once.dispatch(this.#options, this);
      return;
    }
    this.#outcome.reject(error);
    this.#sink?.fail(error);
  }
}

/** The only form that undici takes without a stream. */
function iterable(pieces: Pieces): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      const value = await pieces.next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      pieces.drop();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** What is read after a response that has no content, which keeps its connection usable. */
const maxIgnored = 65_536;

/** RFC 9110 §9.2.2 */
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * Errors of a connection that was open when the request was written. If it had been used before, and not a byte of the
 * response came, the peer was about to close it, and has not looked at the request (RFC 9112 §9.3.1).
 */
const closedByPeer: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export function targetOf({ origin, pathname, search }: URL): Target {
  return { origin, path: pathname + search, fields: [] };
}

/** The fields that are asked for, and those that `fetch` adds to them. */
function sentFields(
  first: readonly string[],
  { protocol }: URL,
  asked: ReadonlyMap<string, string>,
): string[] {
  const fields = [...first];
  for (const [name, value] of asked) fields.push(name, value);
  if (!asked.has("accept")) fields.push("accept", "*/*");
  if (!asked.has("accept-encoding")) fields.push("accept-encoding", encodings(protocol, asked.has("range")));
  return fields;
}

/** Half of an encoded content cannot be decoded. Brotli is for connections that nobody between meddles with. */
function encodings(protocol: string, isPart: boolean): string {
  if (isPart) return "identity";
  return protocol === "https:" ? "br, gzip, deflate" : "gzip, deflate";
}

function fieldsOf(raw: readonly RawField[]): FieldList {
  const fields = new FieldList();
  for (let index = 0; index < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const value = raw[index + 1] ?? "";
    const values = Array.isArray(value) ? value : [value];
    for (const each of values) fields.append(name, each.toString("latin1"));
  }
  return fields;
}
