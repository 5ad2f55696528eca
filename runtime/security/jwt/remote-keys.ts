import { keep } from "../../base/bounded-cache.js";
import { within } from "../../base/timeout.js";
import { logUrl } from "../../observe/logs/log-url.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { defaultTimeout } from "../../upstream/default-timeout.js";
import { fetchKeySet } from "./fetch-key-set.js";
import { JwtKeyError } from "./jwt-error.js";
import type { FindKey } from "./key-set.js";

/** How long keys are used, in milliseconds. */
export interface KeyTimes {
  /** Older keys are fetched anew. */
  readonly timeToLive: number;
  /** For how much longer they are used if that fails. */
  readonly maxStale: number;
}

/** However many tokens come that no key fits, new keys are fetched for them once in so many milliseconds. */
const renewInterval = 10_000;

/** After failures, the next try waits one second, two, four and so on, up to this. */
const maxBackoff = 30_000;

/** Milliseconds that a request for keys may take beyond its timeout. */
const spareTime = 100;

/** The public keys of one URL. There is at most one request for them at a time. */
class RemoteKeys {
  readonly #url: string;
  #find: FindKey | undefined;
  #fetchedAt = 0;
  #running: Promise<void> | undefined;
  /** When what is running is over, whatever happens. */
  #endsBy = 0;
  #failures = 0;
  /** Before these times, nothing is fetched: after a failure, and for tokens that no key fits. */
  #retryAt = 0;
  #renewAt = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * The keys, fetched if there are none or if they are too old.
   * @throws JwtKeyError if there are none that may be used
   */
  async current($: Context, { timeToLive, maxStale }: KeyTimes): Promise<FindKey> {
    if (this.#find === undefined || this.#age >= timeToLive) await this.#refresh($);
    if (this.#find !== undefined && this.#age < timeToLive + maxStale) return this.#find;
    throw new JwtKeyError("There are no keys to check the token with.");
  }

  /** Other keys than `tried`, which fit no token that somebody sent. `undefined` if there are none. */
  async newerThan(tried: FindKey, $: Context): Promise<FindKey | undefined> {
    if (this.#find === tried) {
      const now = performance.now();
      if (now < this.#renewAt) await this.#pending();
      else {
        this.#renewAt = now + renewInterval;
        await this.#refresh($);
      }
    }
    return this.#find === tried ? undefined : this.#find;
  }

  get #age(): number {
    return performance.now() - this.#fetchedAt;
  }

  #refresh($: Context): Promise<void> {
    const now = performance.now();
    if (this.#running !== undefined && now < this.#endsBy) return this.#pending();
    if (now < this.#retryAt) return Promise.resolve();
    const running = this.#fetch($).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    this.#endsBy = now + defaultTimeout($[state].bindings) + spareTime;
    return running;
  }

  /**
   * Waits until the request for keys is over, if there is one. On workerd, it ends without a word if the client's
   * request that began it ends.
   */
  async #pending(): Promise<void> {
    const left = this.#endsBy - performance.now();
    if (this.#running === undefined || left <= 0) return;
    try {
      await within(left, this.#running, () => new JwtKeyError("The keys do not come."));
    } catch (error) {
      if (!(error instanceof JwtKeyError)) throw error;
    }
  }

  async #fetch($: Context): Promise<void> {
    try {
      this.#find = await fetchKeySet($, this.#url);
      this.#fetchedAt = performance.now();
      this.#failures = 0;
      this.#retryAt = 0;
    } catch (error) {
      if (!(error instanceof JwtKeyError)) throw error;
      this.#retryAt = performance.now() + Math.min(1000 * 2 ** this.#failures, maxBackoff);
      this.#failures++;
      const left = this.#find && ` The keys of ${Math.round(this.#age / 1000)} s ago are still there.`;
      const message = `The keys at ${logUrl(this.#url)} cannot be fetched. ${error.message}${left ?? ""}`;
      alert($, "security", message);
    }
  }
}

const maxUrls = 100;
const known = new Map<string, RemoteKeys>();

/** The keys at a URL, which all schemes that name it share. */
export function remoteKeys(url: string): RemoteKeys {
  return known.get(url) ?? keep(known, maxUrls, url, new RemoteKeys(url));
}
