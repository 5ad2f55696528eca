import type { JsonObject } from "../data-model/values.js";

const noFields: JsonObject = {};

/** What the access log needs to know about a client's request, beside the request itself. */
export class AccessRecord {
  /** Milliseconds since 1970. */
  readonly startedAt: number = Date.now();
  /** The flow file that answers; empty if none does. */
  flow = "";
  /** Fields that flows add to the event. */
  fields: JsonObject = noFields;
  /** The response as it was made; `undefined` if its body is a stream. */
  sent: Sent | undefined;
  /** A response whose body is an upstream's. The stream tells when it ends. */
  streamed: Pick<Sent, "headers"> | undefined;
  /** Called when that stream ends, with the number of its bytes. */
  streamEnded: ((bytes: number) => void) | undefined;
  /** Milliseconds of a clock that nobody can set back. */
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
  /**
   * By lower-case name. Reading them from the `Response` could make a server build it anew, which costs more than all
   * the rest.
   */
  readonly headers: Headers | Readonly<Record<string, string>> | undefined;
  /** Bytes of the body. */
  readonly bytes: number;
}
