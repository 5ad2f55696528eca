import { errorCode } from "../../base/timeout.js";
import type { JsonObject } from "../../data/model/values.js";
import { ClientGone } from "../../http/client-request.js";
import { parseHttpDate } from "../../http/conditions.js";
import { curlCode, operationTimedOut } from "../../observe/logs/curl-code.js";
import type { RequestLog } from "../../observe/logs/request-log.js";
import type { Refusal } from "../../observe/telemetry/request-events.js";
import { type Context, state } from "../../request/context.js";
import { timeLeft } from "../../request/time-limit.js";
import { RequestFailure } from "../failure.js";
import { Deadline, Halt } from "../halt.js";
import { idempotencyKey, isRepeatable, type Trouble } from "../options/retry.js";
import type { CacheableResponse } from "../plan/cache.js";
import type {
  EnteredUpstream,
  Guard,
  GuardedRequest,
  GuardedSending,
  GuardedUpstream,
  GuardedUpstreams,
  Guards,
} from "../plan/guard.js";
import { booleanOption, given } from "../plan/read-options.js";
import { exchange } from "../send/exchange.js";
import { isNode, pooled } from "../send/pools.js";
import type { Sending } from "../upstream-messages.js";
import type { Credentials } from "./credentials.js";
import { pause } from "./pause.js";
import { type Retry, readRetry } from "./retry-option.js";
import { isShareable, shared } from "./shared-response.js";

/** The facility `guard`. */
export const guard: Guards = ($, options, request) => {
  const { upstreams } = $[state].facilities;
  const retry = given(options, "retry");
  const isShared = booleanOption(options, "share") && isShareable(request);
  if (retry === undefined && upstreams === undefined && !isShared) return undefined;
  return new RequestGuard($, readRetry(retry), request, upstreams, isShared ? options : undefined);
};

/** Holds a request back as the rules of its upstream system say, and repeats it if it fails. */
class RequestGuard implements Guard {
  readonly #most: number;
  #attempts = 0;
  /** When the time of the whole request is over. */
  #end: number | undefined;
  #entered: EnteredUpstream | undefined;

  constructor(
    private readonly $: Context,
    private readonly retry: Retry,
    private readonly request: GuardedRequest,
    private readonly upstreams: GuardedUpstreams | undefined,
    /** The options of a request that shares its response. */
    private readonly shares: JsonObject | undefined,
  ) {
    const { method, headers, body } = request;
    const isOnce = body instanceof ReadableStream || !(isRepeatable(method) || headers.has(idempotencyKey));
    this.#most = isOnce ? 1 : retry.attempts;
  }

  get facts(): JsonObject {
    return { attempts: this.#attempts };
  }

  leave(): void {
    this.#entered?.leave();
    this.#entered = undefined;
  }

  apart(): Guard {
    return new RequestGuard(this.$, this.retry, this.request, this.upstreams, this.shares);
  }

  exchange(sending: GuardedSending, halt: Halt, log: RequestLog): Promise<CacheableResponse> {
    const send = () => this.#sent(sending, halt, log);
    if (this.shares === undefined) return send();
    const held = this.$[state].hold();
    const count = (bytes: number) => {
      if (!held.take("upstream", bytes)) throw new RequestFailure("There is no room for the response now.");
    };
    const { maxBytes } = this.request.limits;
    const flight = { request: sending.request, options: this.shares, maxBytes, count };
    return shared(this.$[state].facilities, flight, send, halt, log);
  }

  async #sent(sending: GuardedSending, halt: Halt, log: RequestLog): Promise<CacheableResponse> {
    const { request } = sending;
    const { timeout } = this.request.limits;
    this.#end ??= performance.now() + Math.min(timeout, timeLeft(this.$));
    const { url } = request;
    const upstream = this.upstreams?.(url, this.$[state].bindings);
    const refused = (why: Refusal) => this.$[state].events?.refused(why, url);
    for (let sent: Sending = request; ; ) {
      this.leave();
      this.#entered = await upstream?.enter(halt, refused);
      this.#attempts++;
      const attempt = await this.#attempt(sent, this.#way(sending, upstream), halt);
      this.#entered?.settle(attempt.isOk);
      const wait =
        this.#mayRepeat(attempt) && halt.reason === undefined ? this.#waitAfter(attempt) : undefined;
      if (wait === undefined || upstream?.mayRepeat(refused) === false) return attempt.settle(halt);
      await attempt.log(log);
      this.leave();
      await pause(wait, halt);
      const headers = new Map(request.headers);
      sent = { ...request, headers };
      log.sent({ ...request, headers, attempt: this.#attempts + 1 }, headers);
    }
  }

  /** Credentials of the upstream system need connections of their own. */
  #way(
    { once, isPlain, connectTimeout }: GuardedSending,
    upstream: GuardedUpstream | undefined,
  ): GuardedSending["once"] {
    return async (sent, halt) => {
      const own = isPlain && isNode && sent.url.protocol === "https:" ? upstream?.credentials : undefined;
      if (own === undefined) return once(sent, halt);
      const options = { secureContext: own.context as Credentials["context"] };
      const pool = pooled(sent.url, own.name, () => ({ options }), this.$[state].bindings);
      return exchange(pool, sent, halt, connectTimeout);
    };
  }

  async #attempt(sent: Sending, once: GuardedSending["once"], whole: Halt): Promise<Attempt> {
    const halt = new Halt();
    whole.tell((reason) => halt.stop(reason));
    const { firstByteTimeout } = this.request.limits;
    const late = (): Error =>
      new RequestFailure(`No first byte within ${(firstByteTimeout ?? 0) / 1000} s.`, 504);
    const clock = firstByteTimeout && new Deadline(halt, firstByteTimeout, late);
    if (clock) clock.start();
    try {
      return new Attempt(await once(sent, halt), undefined, undefined);
    } catch (thrown) {
      return new Attempt(undefined, thrown, halt.reason);
    } finally {
      if (clock) clock.end();
    }
  }

  #mayRepeat(attempt: Attempt): boolean {
    const { trouble } = attempt;
    return this.#attempts < this.#most && trouble !== undefined && this.retry.on.has(trouble);
  }

  /** Milliseconds; `undefined` if another attempt would come too late. */
  #waitAfter({ asked }: Attempt): number | undefined {
    const longest = this.retry.wait * 2 ** (this.#attempts - 1);
    const wait = Math.max(asked, longest * (0.5 + Math.random() / 2));
    return performance.now() + wait < (this.#end ?? 0) ? wait : undefined;
  }
}

/** The outcome of an attempt: a response, or an error. */
class Attempt {
  /** @param halted why it was ended before its time */
  constructor(
    private readonly response: CacheableResponse | undefined,
    private readonly thrown: unknown,
    private readonly halted: Error | undefined,
  ) {}

  get trouble(): Trouble | number | undefined {
    if (this.response !== undefined) return this.response.status;
    if (this.halted !== undefined) return "timeout";
    return broken.has(errorCode(this.thrown)) ? "connect" : undefined;
  }

  /** True if the system is well; `undefined` if the outcome does not tell, as when the client has gone. */
  get isOk(): boolean | undefined {
    if (this.response !== undefined) return this.response.status < 500;
    return this.halted instanceof ClientGone ? undefined : false;
  }

  /** Milliseconds that the server asks to wait (RFC 9110 §10.2.3). */
  get asked(): number {
    const text = this.response?.headers.get("retry-after")?.trim() ?? "";
    if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
    const date = parseHttpDate(text);
    return date === undefined ? 0 : Math.max(0, date - Date.now());
  }

  /** Writes the event of an attempt that another one follows. */
  async log(log: RequestLog): Promise<void> {
    const { response, thrown, halted } = this;
    if (response === undefined) {
      if (halted !== undefined) log.failed(halted.message, operationTimedOut);
      else log.failed(`The connection failed (${errorCode(thrown)}).`, curlCode(thrown));
      return;
    }
    log.answered(response);
    const body = await response.body?.whole(mostDiscarded).catch(() => undefined);
    log.ended(body?.byteLength ?? 0);
  }

  /** The outcome of the whole request. */
  settle(halt: Halt): CacheableResponse {
    if (this.response !== undefined) return this.response;
    if (this.halted !== undefined) halt.stop(this.halted);
    throw this.thrown;
  }
}

/** A short body is read to its end, which keeps the connection usable. */
const mostDiscarded = 65_536;

/** Codes of connections that could not be made, or broke before the response. */
const broken: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  ...["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_SOCKET"],
]);
