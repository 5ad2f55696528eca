import type { State } from "../flow/context.js";
import type { Reply } from "../http/reply.js";
import {
  type ActionEvent,
  type ShownFields,
  type ShownRequest,
  type ShownResponse,
  type Trace,
  type TraceEvent,
  traceVersion,
} from "../trace/format.js";
import { Masks } from "../trace/masks.js";
import type { Told } from "../trace/told.js";
import { shownValue } from "../trace/values.js";
import type { Watcher } from "../trace/watcher.js";
import type { TracingOptions } from "./options.js";
import { actionOf, ranLines } from "./points.js";

/** How many events of a request are kept. */
const maxEvents = 2_000;

interface OpenAction {
  readonly point: number;
  readonly event: ActionEvent;
}

/** Makes the trace of one request. */
export class Recorder implements Watcher {
  readonly #state: State;
  readonly #options: TracingOptions;
  readonly #masks: Masks;
  readonly #trace: Trace;
  readonly #counts = new Map<number, number>();
  readonly #open: OpenAction[] = [];

  constructor(current: State, options: TracingOptions) {
    this.#state = current;
    this.#options = options;
    const names = new Set(options.secretNames?.map((name) => name.toLowerCase()));
    this.#masks = new Masks(names, options.showsSecrets?.() ?? false);
    this.#trace = {
      version: traceVersion,
      id: current.requestID,
      startedAt: current.access.startedAt,
      build: options.build ?? 0,
      request: shownRequest(current, this.#masks),
      route: current.route.pattern,
      flow: "",
      response: undefined,
      duration: undefined,
      events: [],
      ran: [],
      hasSecrets: false,
      dropped: 0,
    };
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
      last.event.took = now - last.event.at;
      if (last.point === point) return;
    }
  }

  interrupted(): void {
    this.#open.length = 0;
  }

  told(topic: string, level: string, what: Told): void {
    const place = this.#open.at(-1)?.event.place;
    const base = { at: this.#now(), ...(place === undefined ? {} : { place }) };
    this.#add(this.#eventOf(base, topic, level, what));
  }

  #eventOf(
    base: { readonly at: number; readonly place?: string },
    topic: string,
    level: string,
    what: Told,
  ): TraceEvent {
    switch (what.kind) {
      case "flow":
        return { ...base, kind: "flow", file: what.file };
      case "variable":
        return { ...base, kind: "variable", name: what.name, value: shownValue(what.value, this.#masks) };
      case "output":
        return { ...base, kind: "output", to: what.to, value: shownValue(what.value(), this.#masks) };
      case "error":
        return { ...base, kind: "error", error: shownValue(what.error, this.#masks) };
      case "message":
        return { ...base, kind: "message", level, topic, text: this.#masks.masked(what.text()) };
      default:
        return what satisfies never;
    }
  }

  answered(reply: Reply): Reply {
    const now = this.#now();
    for (const { event } of this.#open.splice(0)) event.took = now - event.at;
    const trace = this.#trace;
    trace.flow = this.#state.access.flow;
    trace.duration = now;
    trace.response = shownResponse(reply, this.#masks);
    trace.ran = ranLines(this.#counts);
    trace.hasSecrets = this.#masks.hasMasked;
    this.#options.ended(trace);
    return reply;
  }

  #add(event: TraceEvent): void {
    if (this.#trace.events.length < maxEvents) this.#trace.events.push(event);
    else this.#trace.dropped++;
  }

  #now(): number {
    return Math.round(this.#state.access.elapsed * 1000) / 1000;
  }
}

function shownRequest({ client, url }: State, masks: Masks): ShownRequest {
  const target = url.query === undefined ? url.path : `${url.path}?${url.query}`;
  return {
    method: client.method,
    target: masks.url(target),
    fields: shownFields(client.headers, masks),
    body: undefined,
  };
}

function shownResponse({ status, headers, body }: Reply, masks: Masks): ShownResponse {
  const fields = headers === undefined ? [] : shownFields(new Headers(headers), masks);
  const text = typeof body === "string" ? body : undefined;
  return {
    status,
    fields,
    body:
      text === undefined
        ? undefined
        : { type: "", bytes: undefined, content: masks.masked(text), encoding: "text", isCut: false },
  };
}

function shownFields(headers: Headers, masks: Masks): ShownFields {
  return [...headers].map(([name, value]) => [name, masks.field(name, value)] as const);
}
