import { processVariables } from "../../base/environment-variables.js";
import { writeJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { ClientRequest } from "../../http/client-request.js";
import type { RequestUrl } from "../../http/client-url.js";
import type { Reply } from "../../http/reply.js";
import type { AccessRecord } from "../logs/access-record.js";
import { logText } from "../logs/log.js";
import type { Exchange } from "../logs/logged-exchange.js";
import { alertPlace } from "../logs/place.js";
import type { Listener, Told } from "../telemetry/request-events.js";
import { eventOf } from "../trace/events.js";
import type { Body } from "../trace/exchange.js";
import { traceVersion } from "../trace/format.js";
import { keptBody, traceBounds } from "../trace/kept-message.js";
import { Masks } from "../trace/masks.js";
import { clientRequest, repliedResponse, sentRequest } from "../trace/told-messages.js";
import { shownExchange } from "../trace/traced-exchanges.js";

/** The facts that have to be known of a client's request. */
export interface WatchedRequest {
  readonly requestID: string;
  readonly client: ClientRequest;
  readonly url: RequestUrl;
  readonly access: AccessRecord;
  readonly route: { readonly pattern: string };
}

/** How many characters all lines about one request may have. */
const maxLines = 1_048_576;

/** Writes what is told of a request as lines of JSON, among the lines of the log. `docs/trace.md` describes them. */
export class TraceLines implements Listener {
  readonly #request: WatchedRequest;
  readonly #masks = new Masks();
  readonly #exchanges = new Map<Exchange, object>();
  #body: Body | undefined;
  #lastError: JsonObject | undefined;
  #seq = 0;
  #left = maxLines;
  #dropped = 0;

  constructor(request: WatchedRequest) {
    this.#request = request;
    const { access, route } = request;
    this.#masks.rememberVariables(processVariables());
    this.#write({
      kind: "begin",
      startedAt: access.startedAt,
      request: clientRequest(request, undefined, this.#masks, traceBounds),
      route: route.pattern,
    });
  }

  told([topic = ""]: readonly string[], level: string, what: Told): void {
    if (what.kind === "error") this.#lastError = what.error;
    this.#write(eventOf(what, this.#now(), this.#place, topic, level, this.#masks));
  }

  exchanged(exchange: Exchange): void {
    if (!this.#exchanges.has(exchange))
      this.#exchanges.set(exchange, {
        at: this.#now(),
        place: this.#place,
        seq: this.#seq++,
        request: sentRequest(exchange.sent, this.#masks, traceBounds),
      });
    if (exchange.ended === undefined && exchange.violations === undefined && exchange.failure === undefined)
      return;
    const shown = shownExchange(exchange, this.#masks);
    this.#write({ kind: "upstream", ...this.#exchanges.get(exchange), ...shown });
  }

  received(body: Bytes | undefined): void {
    if (body === undefined) return;
    const fields = [...this.#request.client.headers];
    this.#body = keptBody(fields, { bytes: body, length: body.byteLength }, this.#masks, traceBounds);
  }

  failed(error: JsonObject): void {
    if (error !== this.#lastError) this.told(["error"], "error", { kind: "error", error });
  }

  answered(reply: Reply): Reply {
    this.#left = Math.max(this.#left, maxLines / 4); // the end is always written
    this.#write({
      kind: "end",
      flow: this.#request.access.flow,
      duration: this.#now(),
      requestBody: this.#body,
      response: repliedResponse(reply, this.#masks, traceBounds),
      hasSecrets: this.#masks.hasMasked,
      dropped: this.#dropped,
    });
    return reply;
  }

  #write(event: object): void {
    const { requestID } = this.#request;
    const type = "engine_trace";
    const line = writeJson({ type, version: traceVersion, requestID, seq: this.#seq, ...event });
    if (!("seq" in event)) this.#seq++;
    if (line.length > this.#left) this.#dropped++;
    else {
      this.#left -= line.length;
      logText(line);
    }
  }

  get #place(): string | undefined {
    return alertPlace(this.#request.access.flow);
  }

  #now(): number {
    return Math.round(this.#request.access.elapsed * 1000) / 1000;
  }
}
