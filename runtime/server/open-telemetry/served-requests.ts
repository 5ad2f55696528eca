import type { Attributes } from "@opentelemetry/api";
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import type { DurationHistogram, Durations } from "./histogram.js";

/** Requests of clients with one method and one scheme. */
export class ServedRequests {
  readonly attributes: Attributes;
  /** How many are being answered. */
  active = 0;
  /** By route and status. */
  readonly #known = new Map<string, Map<number, Durations>>();

  constructor(
    private readonly histogram: DurationHistogram,
    method: string,
    isSecure: boolean,
  ) {
    this.attributes = {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      [ATTR_URL_SCHEME]: isSecure ? "https" : "http",
    };
  }

  /** @param route empty if the request has none */
  ended(route: string, status: number, seconds: number): void {
    this.active--;
    let known = this.#known.get(route);
    if (known === undefined) {
      known = new Map();
      this.#known.set(route, known);
    }
    const durations = known.get(status) ?? this.histogram.at(known, status, this.#with(route, status));
    durations.record(seconds);
  }

  #with(route: string, status: number): Attributes {
    return {
      ...this.attributes,
      [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
      ...(status >= 500 && { [ATTR_ERROR_TYPE]: String(status) }),
      ...(route !== "" && { [ATTR_HTTP_ROUTE]: route }),
    };
  }
}
