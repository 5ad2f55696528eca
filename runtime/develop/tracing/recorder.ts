import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { streamOf } from "../../http/body-bytes.js";
import { type Reply, toHeaders } from "../../http/reply.js";
import type { Exchange } from "../../observe/logs/logged-exchange.js";
import type { Listener, Told } from "../../observe/telemetry/request-events.js";
import { beginTrace } from "../../observe/trace/begin-trace.js";
import { PassingBody, shownBody, unseenBody } from "../../observe/trace/bodies.js";
import { eventOf } from "../../observe/trace/events.js";
import type {
  ActionEvent,
  ShownBody,
  ShownResponse,
  Trace,
  TraceEvent,
  UpstreamEvent,
} from "../../observe/trace/format.js";
import { Masks } from "../../observe/trace/masks.js";
import { shownExchange, shownFields, shownSent } from "../../observe/trace/traced-exchanges.js";
import { shownRequest } from "../../observe/trace/traced-request.js";
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
export class Recorder implements Listener {
  readonly #state: State;
  readonly #options: TracingOptions;
  readonly #masks: Masks;
  readonly #trace: Trace;
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
    this.#trace = beginTrace({
      id: current.requestID,
      startedAt: current.access.startedAt,
      build: options.build ?? 0,
      request: shownRequest(current, this.#masks),
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

  received(body: Bytes | undefined, type: string | undefined): void {
    if (body === undefined) return;
    const shown = shownBody(body, type ?? "", this.#masks);
    this.#setBody(this.#room.keepBody(shown));
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
    const isKept = event.response?.body?.content !== undefined;
    Object.assign(event, more);
    if (response !== undefined && !isKept)
      Object.assign(event, { response: this.#room.keepResponse(this.#withPassed(response, exchange)) });
    if (exchange.ended !== undefined) this.#keepSent(event, exchange);
    this.#trace.hasSecrets = this.#masks.hasMasked;
  }

  /** With the beginning of a body that was passed on as it came. */
  #withPassed(shown: ShownResponse, { response, ended, bytes, failure }: Exchange): ShownResponse {
    const seen = ended === undefined || response === undefined ? undefined : passedOf(response);
    if (seen === undefined || shown.body === undefined || bytes === 0) return shown;
    return { ...shown, body: seen.shown(shown.body.type, this.#masks, failure === undefined) };
  }

  /** Keeps the beginning of a body that was sent piece by piece. */
  #keepSent(event: UpstreamEvent, { id, response }: Exchange): void {
    const { request } = event;
    const seen = this.#sent.get(id);
    if (seen === undefined || request.body === undefined || request.body.content !== undefined) return;
    this.#sent.delete(id);
    const body = seen.shown(request.body.type, this.#masks, response !== undefined);
    Object.assign(event, { request: { ...request, body: this.#room.keepBody(body) } });
  }

  #begunExchange({ id, hop, sent }: Exchange): UpstreamEvent | undefined {
    const place = this.#place;
    const request = shownSent(sent, this.#masks);
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
    const { status } = reply;
    const sent = toHeaders(reply.head);
    const fields = shownFields([...sent], this.#masks);
    const type = sent.get("content-type") ?? "";
    const set = (body: ShownBody | undefined): void => {
      trace.response = { status, fields, body: body && this.#room.keepBody(body) };
      trace.hasSecrets = this.#masks.hasMasked;
    };
    if (!(reply.body instanceof ReadableStream)) {
      set(
        reply.body === null || reply.body.length === 0 ? undefined : shownBody(reply.body, type, this.#masks),
      );
      this.#options.ended(trace);
      return reply;
    }
    set(unseenBody(type, this.#masks));
    const body = this.#watched(reply.body, (seen, isWhole) => {
      set(seen.shown(type, this.#masks, isWhole));
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

  #setBody(body: ShownBody): void {
    Object.assign(this.#trace.request, { body });
    this.#trace.hasSecrets = this.#masks.hasMasked;
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
