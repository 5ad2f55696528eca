import type { JsonObject } from "../data-model/values.js";

const noFields: JsonObject = {};

/** What the access log needs to know of a client's request beside the request itself. */
export class AccessRecord {
  /** Milliseconds of the clock. */
  readonly startedAt: number = Date.now();
  /** The flow file that answers; empty where none does. */
  flow = "";
  /** What flows add to the event. */
  fields: JsonObject = noFields;
  /** The response as it was made; `undefined` where its body is a stream. */
  sent: Sent | undefined;
  /** Of a response whose body is an upstream's, that tells when it ends. */
  streamed: Pick<Sent, "headers"> | undefined;
  /** To be told then, with the bytes. */
  streamEnded: ((bytes: number) => void) | undefined;
  /** Milliseconds of a clock that nobody sets. */
  readonly #started = performance.now();

  /** Milliseconds since the request came. */
  get elapsed(): number {
    return performance.now() - this.#started;
  }

  /** Seconds since the request came, in microseconds. */
  get realtime(): number {
    return Math.round(this.elapsed * 1000) / 1e6;
  }
}

export interface Sent {
  /** By lower-case names. A server may take a `Response` apart anew to tell its fields, at the cost of all the rest. */
  readonly headers: Headers | Readonly<Record<string, string>> | undefined;
  /** Of the body. */
  readonly bytes: number;
}
