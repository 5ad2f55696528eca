import { networkOf } from "../../base/ip-address.js";
import { prepareWith } from "../../base/preparations.js";
import { setting } from "../../base/settings.js";
import { countFault, LastingFault } from "../../observe/logs/faults.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { type Context, type Flow, type Outcome, state } from "../../request/context.js";
import * as engineErrors from "../../request/engine-errors.js";
import { alert, engineError, failWith } from "../../request/flow-errors.js";
import { opened } from "../../upstream/cache/opened.js";
import type { RedisStore } from "../../upstream/cache/redis-store.js";
import { MemoryCounters, type Taken } from "./memory-counters.js";

/** `x-flow-limit`. */
export interface LimitRules {
  /** Names the counters, which other processes may share. */
  readonly name: string;
  /** Requests, and the seconds in which so many are let through. */
  readonly count: number;
  readonly seconds: number;
  /** How many may come at once. */
  readonly burst: number;
  /** True if nothing is let through while Redis is out of reach. */
  readonly closes?: boolean;
  /** True if answers have the fields `RateLimit` and `RateLimit-Policy`. */
  readonly tells?: boolean;
}

/**
 * The guard of operations that let through so many requests.
 * @param keys the texts by which requests are counted; none for all requests together
 */
export function rateLimit(rules: LimitRules, keys?: ($: Context) => readonly string[]): Flow {
  const { name, count, seconds, burst } = rules;
  const interval = (seconds * 1000) / count;
  const ahead = interval * (burst - 1);
  const fault = new LastingFault("limit");
  const own = new MemoryCounters();
  const open = opened(openCounters);
  const failed = (tell: (message: string) => void): void => {
    countFault("limit");
    const what = rules.closes ? "no request is let through" : "all requests are let through";
    fault.happened(`The counters in Redis cannot be used: ${what}.`, tell);
  };
  prepareWith(async () => {
    if (setting(undefined, "CACHE_URL") === undefined) return;
    try {
      await (await open(undefined)).ready();
    } catch {
      failed((message) => logProcessAlert("limit", message));
    }
  });

  const settle = ($: Context, { wait, full }: Taken): Outcome => {
    const current = $[state];
    const headers = current.headers ?? new Map<string, string | readonly string[]>();
    if (rules.tells) {
      const left = Math.max(0, Math.floor((ahead + interval - full) / interval));
      headers.set("ratelimit-policy", `"default";q=${burst};w=${Math.ceil((interval * burst) / 1000)}`);
      headers.set("ratelimit", `"default";r=${left};t=${Math.ceil(full / 1000)}`);
      current.headers = headers;
    }
    if (wait <= 0) return undefined;
    current.events?.refused("limit");
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    current.headers = headers.set("retry-after", String(retryAfter));
    return failWith($, engineError($, engineErrors.rateLimit, `Try again in ${retryAfter} s.`));
  };

  const shared = async ($: Context, key: string): Promise<Outcome> => {
    try {
      const counters = await open($[state].bindings);
      return settle($, await counters.take(key, interval, ahead));
    } catch {
      failed((message) => alert($, "limit", message));
      if (!rules.closes) return undefined;
      // It is no fault of the client, who may come again soon.
      const current = $[state];
      current.headers = (current.headers ?? new Map()).set("retry-after", "1");
      return failWith($, engineError($, engineErrors.limit, "Requests cannot be counted now."));
    }
  };

  return ($) => {
    const { bindings } = $[state];
    const texts = (keys?.($) ?? []).map((text) =>
      text.includes(":") ? networkOf(text, setting(bindings, "LIMIT_IPV6_PREFIX")) : text,
    );
    // An end of its own for each text: nobody can make the key of another one.
    const key = JSON.stringify([name, ...texts.map((text) => text.slice(0, longestKey))]);
    if (setting(bindings, "CACHE_URL") !== undefined) return shared($, key);
    const taken = own.take(key, interval, ahead);
    return taken instanceof Promise ? taken.then((later) => settle($, later)) : settle($, taken);
  };
}

/** Characters of a text that counts. */
const longestKey = 256;

async function openCounters(bindings: unknown): Promise<RedisStore> {
  const { RedisStore } = await import("../../upstream/cache/redis-store.js");
  return new RedisStore(setting(bindings, "CACHE_URL") ?? "");
}
