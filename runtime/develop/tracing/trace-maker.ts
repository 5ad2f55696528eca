import { processVariables } from "../../base/environment-variables.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { streamOf } from "../../http/body-bytes.js";
import type { Reply } from "../../http/reply.js";
import type { Exchange } from "../../observe/logs/logged-exchange.js";
import type { Listener, Told } from "../../observe/telemetry/request-events.js";
import { beginTrace, type GrowingTrace } from "../../observe/trace/begin-trace.js";
import { eventOf } from "../../observe/trace/events.js";
import { type Body, type Fields, isUnread, type ResponseMessage } from "../../observe/trace/exchange.js";
import type { ActionEvent, TraceEvent, UpstreamEvent } from "../../observe/trace/format.js";
import { keptBody, PassingBody, type SeenBody, traceBounds } from "../../observe/trace/kept-message.js";
import { Masks } from "../../observe/trace/masks.js";
import { clientRequest, repliedResponse, sentRequest } from "../../observe/trace/told-messages.js";
import { shownExchange } from "../../observe/trace/traced-exchanges.js";
import type { State } from "../../request/context.js";
import { passedOf } from "./passing.js";
import { actionOf, ranLines } from "./points.js";
import { Room } from "./room.js";
import type { TracingOptions } from "./tracing-options.js";

interface OpenAction {
  readonly point: number;
  readonly event: ActionEvent;
}

/** Makes the trace of one request. */
export class TraceMaker implements Listener {
  readonly #state: State;
  readonly #options: TracingOptions;
  readonly #masks: Masks;
  readonly #trace: GrowingTrace;
  readonly #room: Room;
  readonly #counts = new Map<number, number>();
  readonly #open: OpenAction[] = [];
  readonly #exchanges = new Map<Exchange, UpstreamEvent | undefined>();
  /** Bodies that requests send piece by piece, by their IDs. */
  readonly #sent = new Map<string, PassingBody>();
  #lastError: JsonObject | undefined;

  constructor(current: State, options: TracingOptions) {
    this.#state = current;
    this.#options = options;
    const names = new Set(options.secretNames?.map((name) => name.toLowerCase()));
    this.#masks = new Masks(names, options.showsSecrets?.() ?? false);
    this.#masks.rememberVariables(processVariables());
    this.#trace = beginTrace({
      id: current.requestID,
      startedAt: current.access.startedAt,
      build: options.build ?? 0,
      request: clientRequest(current, undefined, this.#masks, traceBounds),
      route: current.route.pattern,
      hasSecrets: this.#masks.hasMasked,
    });
    this.#room = new Room(this.#trace, options.maxBytes);
    options.began(this.#trace);
  }

  count(point: number): void {
    this.#counts.set(point, (this.#counts.get(point) ?? 0) + 1);
  }

  step(point: number): void {
    this.count(point);
    const action = actionOf(point);
    if (action === undefined) return;
    const { name, place } = action;
    const event: ActionEvent = { kind: "action", at: this.#now(), name, place, depth: this.#open.length };
    this.#open.push({ point, event });
    this.#add(event);
  }

  done(point: number): void {
    const now = this.#now();
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) {
      last.event.took = rounded(now - last.event.at);
      if (last.point === point) return;
    }
  }

  received(body: Bytes | undefined): void {
    if (body === undefined) return;
    const { request } = this.#trace;
    const kept = this.#kept({ bytes: body, length: body.byteLength }, request.fields);
    this.#trace.request = { ...request, body: kept };
    this.#trace.hasSecrets = this.#masks.hasMasked;
  }

  /** A body, or no more of it than there is room for. */
  #kept(seen: SeenBody, fields: Fields): Body | undefined {
    const body = keptBody(fields, seen, this.#masks, traceBounds);
    return body && this.#room.keepBody(body);
  }

  chose(value: string): string {
    return this.#options.random?.() ?? value;
  }

  told([topic = ""]: readonly string[], level: string, what: Told): void {
    if (what.kind === "error") this.#lastError = what.error;
    this.#add(eventOf(what, this.#now(), this.#place, topic, level, this.#masks));
  }

  failed(error: JsonObject): void {
    if (error !== this.#lastError) this.told(["error"], "error", { kind: "error", error });
    this.#open.length = 0;
  }

  /** The next request with this ID sends a body of which no more is kept than this. */
  sends(id: string, body: PassingBody): void {
    this.#sent.set(id, body);
  }

  exchanged(exchange: Exchange): void {
    if (!this.#exchanges.has(exchange)) this.#exchanges.set(exchange, this.#begunExchange(exchange));
    const event = this.#exchanges.get(exchange);
    if (event === undefined) return;
    const { response, ...more } = shownExchange(exchange, this.#masks);
    const isKept = event.response?.body !== undefined && !isUnread(event.response.body);
    Object.assign(event, more);
    if (response !== undefined && !isKept)
      Object.assign(event, { response: this.#withPassed(this.#room.keepResponse(response), exchange) });
    if (exchange.ended !== undefined) this.#keepSent(event, exchange);
    this.#trace.hasSecrets = this.#masks.hasMasked;
  }

  /** With the beginning of a body that was passed on as it came. */
  #withPassed(kept: ResponseMessage, { response, ended, failure }: Exchange): ResponseMessage {
    const seen = ended === undefined || response === undefined ? undefined : passedOf(response);
    return seen === undefined
      ? kept
      : { ...kept, body: this.#kept(seen.seen(failure === undefined), kept.fields) };
  }

  /** Keeps the beginning of a body that was sent piece by piece. */
  #keepSent(event: UpstreamEvent, { id, response }: Exchange): void {
    const { request } = event;
    const seen = this.#sent.get(id);
    if (seen === undefined || request.body === undefined || !isUnread(request.body)) return;
    this.#sent.delete(id);
    const body = this.#kept(seen.seen(response !== undefined), request.fields);
    Object.assign(event, { request: { ...request, body } });
  }

  #begunExchange({ id, hop, sent }: Exchange): UpstreamEvent | undefined {
    const place = this.#place;
    const request = sentRequest(sent, this.#masks, traceBounds);
    const event: UpstreamEvent = {
      kind: "upstream",
      at: this.#now(),
      ...(place === undefined ? {} : { place }),
      id,
      hop,
      request,
      timing: {},
    };
    return this.#add(event) ? event : undefined;
  }

  answered(reply: Reply): Reply {
    const trace = this.#trace;
    const now = this.#now();
    for (const { event } of this.#open.splice(0)) event.took = rounded(now - event.at);
    trace.flow = this.#state.access.flow;
    trace.duration = now;
    trace.ran = this.#room.keepLines(ranLines(this.#counts));
    const response = repliedResponse(reply, this.#masks, traceBounds);
    const set = (body: Body | undefined): void => {
      trace.response = { ...response, body };
      trace.hasSecrets = this.#masks.hasMasked;
    };
    set(response.body && this.#room.keepBody(response.body));
    if (!(reply.body instanceof ReadableStream)) {
      this.#options.ended(trace);
      return reply;
    }
    const body = this.#watched(reply.body, (seen, isWhole) => {
      set(this.#kept(seen.seen(isWhole), response.fields));
      this.#options.ended(trace);
    });
    return { ...reply, body };
  }

  /** The same stream, of whose beginning a copy is kept. */
  #watched(
    stream: ReadableStream<Uint8Array>,
    over: (seen: PassingBody, isWhole: boolean) => void,
  ): ReadableStream<Uint8Array> {
    const reader = stream.getReader();
    const seen = new PassingBody();
    return streamOf({
      async next() {
        try {
          const { value } = await reader.read();
          if (value === undefined) over(seen, true);
          else seen.add(value);
          return value;
        } catch (error) {
          over(seen, false);
          throw error;
        }
      },
      drop() {
        over(seen, false);
        reader.cancel().catch(() => {}); // it does not matter how the stream ends
      },
    });
  }

  /** Returns true if there was room. */
  #add(event: TraceEvent): boolean {
    this.#trace.hasSecrets = this.#masks.hasMasked;
    return this.#room.keep(event);
  }

  get #place(): string | undefined {
    return this.#open.at(-1)?.event.place;
  }

  #now(): number {
    return rounded(this.#state.access.elapsed);
  }
}

/** In microseconds. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
