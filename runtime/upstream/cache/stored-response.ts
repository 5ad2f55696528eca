import CachePolicy from "http-cache-semantics";
import type { Bytes } from "../../http/body-bytes.js";
import { parseHttpDate } from "../../http/conditions.js";
import { connectionTokens, isConnectionField } from "../../http/field-syntax.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import type { CacheableRequest, CacheableResponse } from "../plan/cache.js";
import { BytesBody } from "../received-body.js";
import type { CacheOptions } from "./cache-options.js";
import { type Directives, directivesOf, secondsOf } from "./cache-options.js";
import type { Item } from "./store.js";

/** Seconds that a response is kept so that the upstream can say that it is still valid. */
const validatedFor = 86_400;

/** The most seconds that anything is kept. */
export const longestKept = 30 * 86_400;

/** How many request fields a response may depend on to be kept. */
export const maxVary = 100;

type Lifetime = CacheOptions["lifetime"];

/** A response that is or may be kept (RFC 9111). */
export class StoredResponse {
  /** With status and fields as the upstream sent them. */
  readonly #head: CachePolicy.CachePolicyObject;
  /** Knows them as http-cache-semantics reads them correctly. */
  readonly #policy: CachePolicy;
  readonly #headers: Headers;
  readonly #body: Bytes;
  readonly directives: Directives;

  private constructor(head: CachePolicy.CachePolicyObject, body: Bytes) {
    this.#head = head;
    this.#policy = CachePolicy.fromObject({ ...head, st: knownStatus(head.st), resh: readFields(head.resh) });
    this.#headers = new Headers(head.resh as Record<string, string>);
    this.#body = body;
    this.directives = directivesOf(this.#headers);
  }

  /** A response whose head has just come. */
  static received(request: CacheableRequest, { status, headers }: CacheableResponse): StoredResponse {
    const options = { shared: true, cacheHeuristic: 0 };
    const policy = new CachePolicy(semantics(request), { status, headers: fieldsOf(headers) }, options);
    return new StoredResponse(policy.toObject(), new Uint8Array());
  }

  /**
   * Reads a response from the store.
   * @throws anything if the item is no response
   */
  static read({ head, body }: Item): StoredResponse {
    const stored = new StoredResponse(head as CachePolicy.CachePolicyObject, body);
    new Response(null, { status: stored.#head.st });
    if (!Number.isFinite(stored.age)) throw new TypeError("The response has no time.");
    return stored;
  }

  item(body: Bytes = this.#body): Item {
    return { head: this.#head, body };
  }

  /** The response as the flow gets it, with a copy of the body, so that nobody can change what is kept. */
  toResponse(refresh: boolean): CacheableResponse {
    const headers = new Headers(this.#headers);
    headers.set("age", String(Math.max(0, Math.floor(this.age))));
    const body = this.#body.byteLength === 0 ? null : new BytesBody(this.#body.slice());
    return { status: this.#head.st, headers, body, cacheHit: true, refresh };
  }

  /** Its age in seconds; less than 0 if the clock was set back since. */
  get age(): number {
    return this.#policy.age();
  }

  get isFromFuture(): boolean {
    return this.#head.t > Date.now() + clockTolerance;
  }

  /** Seconds that it may be used for, counted from when the upstream sent it. */
  lifetime(forced: Lifetime): number {
    return typeof forced === "number" ? forced : this.#policy.maxAge();
  }

  /** True if the upstream forbids its use once its lifetime is over (RFC 9111 §4.2.4). */
  get mustRevalidate(): boolean {
    return ["must-revalidate", "proxy-revalidate", "s-maxage", "no-cache"].some((name) =>
      this.directives.has(name),
    );
  }

  /** True if it may be used if the upstream fails (RFC 5861 §4). */
  bridgesErrors(options: CacheOptions): boolean {
    return this.#mayBeStale(this.#bridged(options), options);
  }

  /** True if it may be used while the upstream is asked for a fresh one (RFC 5861 §3). */
  bridgesRevalidation(options: CacheOptions): boolean {
    return this.#mayBeStale(this.#revalidated(options), options);
  }

  #bridged({ lifetime, staleIfError }: CacheOptions): number {
    return Math.max(staleIfError, this.#declared("stale-if-error", lifetime));
  }

  #revalidated({ lifetime, staleWhileRevalidate }: CacheOptions): number {
    return Math.max(staleWhileRevalidate, this.#declared("stale-while-revalidate", lifetime));
  }

  #declared(name: string, lifetime: Lifetime): number {
    return lifetime === "declared" ? (secondsOf(this.directives, name) ?? 0) : 0;
  }

  #mayBeStale(seconds: number, { lifetime }: CacheOptions): boolean {
    const isForbidden = lifetime === "declared" && this.mustRevalidate;
    return seconds > 0 && !isForbidden && this.age - this.lifetime(lifetime) <= seconds;
  }

  /** The request fields that it depends on. */
  get vary(): readonly string[] {
    const names = this.#headers.get("vary")?.toLowerCase().split(",") ?? [];
    return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "*");
  }

  /** Seconds that it is worth keeping; 0 if it is not to be kept. */
  keptFor(options: CacheOptions): number {
    if (this.vary.length > maxVary) return 0;
    const { lifetime: forced } = options;
    const stale = Math.max(this.#bridged(options), this.#revalidated(options));
    if (typeof forced === "number")
      return storable.has(this.#head.st) ? Math.min(Math.ceil(forced + stale), longestKept) : 0;
    const names = this.#headers;
    if (!this.#policy.storable() || names.get("vary")?.includes("*")) return 0;
    const fresh = Math.max(0, this.#policy.maxAge() - this.age);
    const validated = names.has("etag") || names.has("last-modified") ? validatedFor : 0;
    return Math.min(Math.ceil(fresh + Math.max(stale, validated)), longestKept);
  }

  /** Fields that ask the upstream whether it is still valid (RFC 9111 §4.3.1). */
  validators(request: CacheableRequest): ReadonlyMap<string, string> {
    const fields = this.#policy.revalidationHeaders(semantics(request));
    const names = ["if-none-match", "if-modified-since"];
    return new Map(names.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])));
  }

  /** The response after a 304 (RFC 9111 §4.3.4); undefined if the 304 is about another response. */
  validated(request: CacheableRequest, headers: ReceivedFields): StoredResponse | undefined {
    const given = fieldsOf(headers);
    // Without a validator, it is about the one response that was asked about (RFC 9111 §4.3.3).
    const names = given.etag === undefined && given["last-modified"] === undefined ? validatorNames : [];
    for (const name of names) {
      const known = this.#headers.get(name);
      if (known !== null) given[name] = known;
    }
    const before = CachePolicy.fromObject({ ...this.#head, st: knownStatus(this.#head.st) });
    const answer = { status: 304, headers: given };
    const { policy, matches } = before.revalidatedPolicy(semantics(request), answer);
    return matches ? new StoredResponse({ ...policy.toObject(), st: this.#head.st }, this.#body) : undefined;
  }
}

const validatorNames = ["etag", "last-modified"];

/**
 * The status as http-cache-semantics takes it. Any final response with a lifetime may be kept, except for parts and
 * answers to conditions (RFC 9111 §3); it has a list. It keeps 302 only with a lifetime, so that stands for the others.
 */
function knownStatus(status: number): number {
  return storable.has(status) || status === 206 || status === 304 ? status : 302;
}

/** Fields with dates and ages that are none as RFC 9111 §5 wants them read; JavaScript reads many as some date. */
function readFields(fields: CachePolicy.Headers): CachePolicy.Headers {
  const { expires, date, age, ...others } = fields;
  const [sent, expiry] = [date, expires].map((text) => text && parseHttpDate(String(text)));
  const [seconds = ""] = String(age ?? "").split(",");
  return {
    ...others,
    ...(expires === undefined
      ? {}
      : { expires: typeof expiry === "number" ? new Date(expiry).toUTCString() : "0" }),
    ...(typeof sent === "number" ? { date: new Date(sent).toUTCString() } : {}),
    ...(/^\d+$/.test(seconds.trim()) ? { age: seconds } : {}),
  };
}

/** Milliseconds that the clocks of machines with a common cache may differ. */
const clockTolerance = 5000;

/** Statuses of responses that can be kept as a whole, and that are no passing trouble. */
const storable: ReadonlySet<number> = new Set([
  200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
]);

/**
 * Returns the facts about a request that http-cache-semantics needs. The keys decide which request a response
 * is for, so no credentials need to be kept.
 */
function semantics({ method, headers }: CacheableRequest): CachePolicy.HttpRequest {
  return {
    method,
    headers: headers.has("authorization") ? { authorization: "given" } : {},
  };
}

/**
 * The fields that may be kept. Those of the connection may not (RFC 9111 §3.1), nor may cookies, which are for one
 * client. Directives are in lower case, since http-cache-semantics only knows them so.
 */
function fieldsOf(headers: ReceivedFields): Record<string, string> {
  const named = connectionTokens(headers);
  const isKept = (name: string): boolean =>
    name === "content-length" || !(name === "set-cookie" || isConnectionField(name) || named.has(name));
  const fields: [string, string][] = [];
  headers.forEach((value, name) => {
    if (isKept(name)) fields.push([name, name === "cache-control" ? lowerNames(value) : value]);
  });
  return Object.fromEntries(fields);
}

function lowerNames(directives: string): string {
  return directives
    .split(",")
    .map((directive) => directive.replace(/^[^=]*/, (name) => name.toLowerCase()))
    .join(",");
}
