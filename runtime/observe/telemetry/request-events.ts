import type { Level } from "../../base/debug-settings.js";
import type { Found, JsonObject, Value } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Reply } from "../../http/reply.js";
import type { Exchange } from "../logs/logged-exchange.js";
import type { ExchangeObserver } from "../logs/request-log.js";
import type { TraceParent } from "./trace-parent.js";

/** The events in flows. Values are made only for somebody who listens. */
export type Told =
  | { readonly kind: "flow"; readonly file: string }
  | { readonly kind: "variable"; readonly name: string; readonly value: Value }
  | { readonly kind: "output"; readonly to: string; value(): Found | Value }
  | { readonly kind: "error"; readonly error: JsonObject }
  | { readonly kind: "message" | "alert"; value(): Found | Value };

/** Why something was not done, though it was asked for: see docs/language/resilience.md. */
export type Refusal = UpstreamRefusal | "limit";

/** Those of requests to an upstream system. */
export const upstreamRefusals = ["breaker", "queue", "rate", "retry-budget"] as const;

type UpstreamRefusal = (typeof upstreamRefusals)[number];

/** The upstream requests that it gets to know belong to an action. */
export interface ActionObserver extends ExchangeObserver {
  /** @param code the code of the error */
  failed(code: number): void;
  ended(): void;
}

/** Hears what happens in one request: spans, metrics, traces, messages of debugging. */
export interface Listener {
  /** The span of the request, if it makes one. */
  readonly trace?: TraceParent | undefined;
  /** @param topics those of the event, and then those of the `debug` attributes around it */
  told?(topics: readonly string[], level: Level, what: Told): void;
  /**
   * An action begins that waits for others. `undefined` if nothing is to be known of it.
   * @param place where it stands in the flows, such as `orders.xml:12`
   * @param peer the system that it asks, unless it makes upstream requests
   */
  waits?(action: string, place: () => string | undefined, peer?: URL): ActionObserver | undefined;
  /**
   * More is known of an exchange with an upstream.
   * @param line the event of the log, once it is complete
   */
  exchanged?(exchange: Exchange, line: string | undefined, tags: readonly string[]): void;
  /** The client's body has been read; there is none if it is empty. */
  received?(body: Bytes | undefined): void;
  /** A random value was made for the flows. Returns the one that they get. */
  chose?(value: string): string;
  /** A description has been asked about the client's request, or about the response to it. */
  checked?(message: "request" | "response", isValid: boolean): void;
  /** Something was written as an alert. @param place in the flows, if it is known */
  alerted?(place: string | undefined): void;
  /** The client's request was refused, or one to this upstream system. */
  refused?(why: Refusal, peer?: URL): void;
  /** An error ended the flows. */
  failed?(error: JsonObject): void;
  /**
   * The answer is known; its body may still be on its way. Returns it as it is to be sent.
   * @param seconds since the request came
   */
  answered?(reply: Reply, seconds: number): Reply;
  /** The answer is complete. */
  ended?(status: number): void;
}

const noTags: readonly string[] = [];

/**
 * The events in one request, for all that listen to it. Where nobody does, there is none, and nothing is
 * called.
 */
export class RequestEvents {
  /** The topics of the `debug` attributes around the action that runs; undefined while there were none. */
  #tags: (readonly string[])[] | undefined;
  #listeners: readonly Listener[] = [];

  /** True if anybody wants to know what flows do. */
  areTold = false;

  /** The span of the request, if somebody makes one. */
  trace: TraceParent | undefined;

  /** The last one hears first, and decides first how the answer is sent. */
  add(listener: Listener): void {
    this.#listeners = [listener, ...this.#listeners];
    this.areTold ||= listener.told !== undefined;
    this.trace = listener.trace ?? this.trace;
  }

  /** Tells a text, or a value, which is shown without secrets. It is made only if somebody gets it. */
  say(topics: string | readonly string[], value: () => Found | Value, level?: Level): void {
    this.tell(topics, { kind: "message", value }, level);
  }

  tell(topics: string | readonly string[], what: Told, level: Level = "debug"): void {
    if (!this.areTold) return;
    const all = [topics, ...(this.#tags ?? noTags)].flat();
    for (const one of this.#listeners) one.told?.(all, level, what);
  }

  tag(topics: readonly string[]): void {
    this.#tags ??= [];
    this.#tags.push(topics);
  }

  untag(): void {
    this.#tags?.pop();
  }

  waits(...action: Parameters<NonNullable<Listener["waits"]>>): ActionObserver | undefined {
    return this.#listeners.find(({ waits }) => waits)?.waits?.(...action);
  }

  exchanged(exchange: Exchange, line?: string): void {
    const tags = this.#tags?.flat() ?? noTags;
    for (const one of this.#listeners) one.exchanged?.(exchange, line, tags);
  }

  received(body: Bytes | undefined): void {
    for (const one of this.#listeners) one.received?.(body);
  }

  chose(value: string): string {
    return this.#listeners.reduce((taken, one) => one.chose?.(taken) ?? taken, value);
  }

  checked(message: "request" | "response", isValid: boolean): void {
    for (const one of this.#listeners) one.checked?.(message, isValid);
  }

  alerted(place: string | undefined): void {
    for (const one of this.#listeners) one.alerted?.(place);
  }

  refused(why: Refusal, peer?: URL): void {
    const text = () =>
      `${why} refuses ${peer === undefined ? "the request" : `a request to ${peer.origin}`}.`;
    this.say(peer === undefined ? "limit" : "upstream", text, "info");
    for (const one of this.#listeners) one.refused?.(why, peer);
  }

  /** It ended all elements that have tags, too. */
  failed(error: JsonObject): void {
    this.#tags = undefined;
    for (const one of this.#listeners) one.failed?.(error);
  }

  /**
   * All flows are over.
   * @param seconds since the request came
   */
  answered(reply: Reply, seconds: number): Reply {
    this.#tags = undefined;
    if (this.areTold) this.say("time", () => `${seconds} s until the response`);
    let made = reply;
    for (const one of this.#listeners) made = one.answered?.(made, seconds) ?? made;
    return made;
  }

  ended(status: number): void {
    for (const one of this.#listeners) one.ended?.(status);
  }
}
