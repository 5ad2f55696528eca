import { environmentVariable } from "../../base/environment-variables.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import type { Refusal } from "../../observe/telemetry/request-events.js";
import * as engineErrors from "../../request/engine-errors.js";
import { RequestFailure } from "../failure.js";
import type { Halt } from "../halt.js";
import { nameUpstreams } from "../named-upstreams.js";
import type { EnteredUpstream, GuardedUpstream, GuardedUpstreams, Timeouts } from "../plan/guard.js";
import { parseHttpUrl } from "../plan/request-url.js";
import { Breaker, type BreakerRules } from "./breaker.js";
import type { Credentials, ReadCredentials } from "./credentials.js";
import { pause } from "./pause.js";

/** An entry of `x-flow-upstreams`. */
export interface UpstreamRules {
  /** The system's origin, or the variable of the environment that has it. */
  readonly origin: string | { readonly env: string };
  /** How many requests may be there at once. */
  readonly maxRequests?: number;
  /** Requests for each second. */
  readonly rate?: number;
  /** Seconds that a request waits for its turn. */
  readonly queue?: number;
  readonly breaker?: BreakerRules;
  /** The share of requests that may be repeated, from 0 to 1. */
  readonly retryBudget?: number;
  readonly credentials?: ReadCredentials;
  /** The path at which the system says that it is well. */
  readonly health?: string;
  /** Seconds, for requests that say nothing of their own. */
  readonly timeout?: number;
  readonly connectTimeout?: number;
  readonly firstByteTimeout?: number;
  /** Seconds for which a connection is used. */
  readonly connectionAge?: number;
}

/** The facility `upstreams`. The counts are those of the process. */
export function upstreams(all: readonly UpstreamRules[]): GuardedUpstreams {
  const byOrigin = new Map<string, Upstream>();
  nameUpstreams(() =>
    all.flatMap((one) => {
      const origin = originOf(one, undefined);
      if (origin === undefined) return [];
      const health = one.health === undefined ? undefined : origin + one.health;
      const { connectionAge, credentials } = one;
      const secured = credentials && (() => ({ secureContext: credentials(undefined).context }));
      return { origin, health, connectionAge, secured };
    }),
  );
  return ({ origin }, bindings) => {
    const known = byOrigin.get(origin);
    if (known !== undefined) return known;
    const rules = all.find((one) => originOf(one, bindings) === origin);
    const made = rules && new Upstream(rules, origin, bindings);
    if (made !== undefined) byOrigin.set(origin, made);
    return made;
  };
}

/** The variable may have a whole URL. */
function originOf({ origin }: UpstreamRules, bindings: unknown): string | undefined {
  if (typeof origin === "string") return origin;
  return parseHttpUrl(environmentVariable(bindings, origin.env) ?? "")?.origin;
}

/** How many requests may wait for one system. */
const mostWaiting = 10_000;

/** How many repetitions a budget may save. */
const mostSaved = 10;

class Upstream implements GuardedUpstream {
  readonly #breaker: Breaker | undefined;
  #active = 0;
  /** Those that wait for room, the first one first. */
  readonly #line = new Set<() => void>();
  /** When the next request would be due if all came at the rate. */
  #due = 0;
  #saved = mostSaved;

  constructor(
    private readonly rules: UpstreamRules,
    origin: string,
    private readonly bindings: unknown,
  ) {
    const told = (isOpen: boolean) =>
      logProcessAlert("upstream", `The breaker of ${origin} is ${isOpen ? "open" : "closed again"}.`);
    this.#breaker = rules.breaker && new Breaker(rules.breaker, told);
  }

  get credentials(): Credentials | undefined {
    return this.rules.credentials?.(this.bindings);
  }

  get timeouts(): Timeouts {
    return this.rules;
  }

  async enter(halt: Halt, refused: (why: Refusal) => void): Promise<EnteredUpstream> {
    const { retryBudget = 0 } = this.rules;
    const admitted = this.#breaker?.admit() ?? true;
    if (!admitted) throw refusal("breaker", refused);
    this.#saved = Math.min(mostSaved, this.#saved + retryBudget);
    let isSettled = false;
    const settle = (isOk: boolean | undefined): void => {
      if (!isSettled) this.#breaker?.settle(isOk, admitted === "probe");
      isSettled = true;
    };
    try {
      const left = await this.#takeTurn(halt, refused);
      await this.#takeRoom(left, halt, refused);
    } catch (thrown) {
      settle(undefined);
      throw thrown;
    }
    let isInside = true;
    return {
      settle,
      leave: () => {
        settle(undefined);
        if (isInside) this.#makeRoom();
        isInside = false;
      },
    };
  }

  mayRepeat(refused: (why: Refusal) => void): boolean {
    if (this.#breaker?.isOpen) return false;
    if (this.rules.retryBudget === undefined) return true;
    if (this.#saved < 1) {
      refused("retry-budget");
      return false;
    }
    this.#saved--;
    return true;
  }

  /** Waits as the rate asks for it. Returns the milliseconds that are left to wait. */
  async #takeTurn(halt: Halt, refused: (why: Refusal) => void): Promise<number> {
    const { rate, queue = 0 } = this.rules;
    if (rate === undefined) return queue * 1000;
    const now = performance.now();
    const due = Math.max(this.#due, now);
    // What came within a second may come at once.
    const wait = Math.max(0, due - now - Math.max(0, 1000 - 1000 / rate));
    if (wait > queue * 1000) throw refusal("rate", refused);
    this.#due = due + 1000 / rate;
    if (wait > 0) await pause(wait, halt);
    return queue * 1000 - wait;
  }

  async #takeRoom(wait: number, halt: Halt, refused: (why: Refusal) => void): Promise<void> {
    const { maxRequests = Number.POSITIVE_INFINITY } = this.rules;
    if (this.#active < maxRequests) {
      this.#active++;
      return;
    }
    if (wait <= 0 || this.#line.size >= mostWaiting) throw refusal("queue", refused);
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(clock);
        this.#line.delete(go);
        settle();
      };
      const go = (): void => end(resolve);
      const clock = setTimeout(() => end(() => reject(refusal("queue", refused))), wait);
      this.#line.add(go);
      halt.tell((reason) => end(() => reject(reason)));
    });
  }

  /** The place goes to the first one in the line, if there is one. */
  #makeRoom(): void {
    const [next] = this.#line;
    if (next === undefined) this.#active--;
    else next();
  }
}

const reasons = {
  breaker: ["The server has failed too often, and is left alone for now.", engineErrors.breakerOpen],
  rate: ["Too many requests are sent to the server now.", engineErrors.upstreamLimit],
  queue: ["Too many requests wait for the server now.", engineErrors.upstreamLimit],
} as const;

function refusal(why: keyof typeof reasons, refused: (why: Refusal) => void): RequestFailure {
  refused(why);
  const [info, kind] = reasons[why];
  return new RequestFailure(info, kind.status, kind);
}
