import { writeJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { type Reply, toHeaders } from "../../http/reply.js";
import { logText } from "../logs/log.js";
import type { Exchange } from "../logs/logged-exchange.js";
import { alertPlace } from "../logs/place.js";
import type { Listener, Told } from "../telemetry/request-events.js";
import { shownBody, shownSentBody } from "../trace/bodies.js";
import { eventOf } from "../trace/events.js";
import { type ShownBody, traceVersion } from "../trace/format.js";
import { Masks } from "../trace/masks.js";
import { shownExchange, shownFields, shownSent } from "../trace/traced-exchanges.js";
import { shownRequest, type WatchedRequest } from "../trace/traced-request.js";

/** How many characters all lines about one request may have. */
const maxLines = 1_048_576;

/** Writes what is told of a request as lines of JSON, among the lines of the log. `docs/trace.md` describes them. */
export class TraceLines implements Listener {
  readonly #request: WatchedRequest;
  readonly #masks = new Masks();
  readonly #exchanges = new Map<Exchange, object>();
  #body: ShownBody | undefined;
  #lastError: JsonObject | undefined;
  #seq = 0;
  #left = maxLines;
  #dropped = 0;

  constructor(request: WatchedRequest) {
    this.#request = request;
    const { access, route } = request;
    this.#write({
      kind: "begin",
      startedAt: access.startedAt,
      request: shownRequest(request, this.#masks),
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
        request: shownSent(exchange.sent, this.#masks),
      });
    if (exchange.ended === undefined && exchange.violations === undefined && exchange.failure === undefined)
      return;
    const shown = shownExchange(exchange, this.#masks);
    this.#write({ kind: "upstream", ...this.#exchanges.get(exchange), ...shown });
  }

  received(body: Bytes | undefined, type: string | undefined): void {
    if (body !== undefined) this.#body = shownBody(body, type ?? "", this.#masks);
  }

  failed(error: JsonObject): void {
    if (error !== this.#lastError) this.told(["error"], "error", { kind: "error", error });
  }

  answered(reply: Reply): Reply {
    const { status, body } = reply;
    const headers = toHeaders(reply.head);
    this.#left = Math.max(this.#left, maxLines / 4); // the end is always written
    this.#write({
      kind: "end",
      flow: this.#request.access.flow,
      duration: this.#now(),
      requestBody: this.#body,
      response: {
        status,
        fields: shownFields([...headers], this.#masks),
        body: shownSentBody(body, headers.get("content-type") ?? "", this.#masks),
      },
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
