import { lazyGlobals } from "../../base/lazy-globals.js";
import type { JsonObject } from "../../data/model/values.js";

export const noFields: JsonObject = {};

/** The facts that the access log needs about a client's request, beside the request itself. */
export class AccessRecord {
  /** Milliseconds since 1970. */
  readonly startedAt: number = Date.now();
  /** The flow file that answers; empty if none does. */
  flow = "";
  /** Who the client is, by the token that has let it in; empty without one. */
  subject = "";
  /** Fields that flows add to the event. */
  fields: JsonObject = noFields;
  /** True if the response's body is an upstream's. That stream tells when it ends. */
  isStreamed = false;
  /** Called when that stream ends, with the number of its bytes. */
  streamEnded: ((bytes: number) => void) | undefined;
  /** True once the request, or an upstream request of it, has failed: from then on, nothing of it is left out. */
  hasFailed = false;
  /** Events of upstream requests that are written only if the request fails; `undefined` while there are none. */
  waiting: (() => string)[] | undefined;
  /** True once the request has been logged, or left out. */
  isOver = false;
  readonly #started = lazyGlobals.now();

  /** Milliseconds since the request came. */
  get elapsed(): number {
    return lazyGlobals.now() - this.#started;
  }

  /** Seconds since the request came, in microseconds. */
  get realtime(): number {
    return Math.round(this.elapsed * 1000) / 1e6;
  }
}
