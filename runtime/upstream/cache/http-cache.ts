import { prepareWith } from "../../base/preparations.js";
import { type Bytes, joinBytes, streamOf } from "../../http/body-bytes.js";
import { ClientGone } from "../../http/client-request.js";
import { countFault, LastingFault } from "../../observe/logs/faults.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type {
  CacheableRequest,
  CacheableResponse,
  CachedExchange,
  HttpCache,
  SendCacheable,
} from "../plan/cache.js";
import { StreamBody } from "../received-body.js";
import {
  type CacheOptions,
  cacheOptions,
  type Directives,
  directivesOf,
  isAcceptable,
} from "./cache-options.js";
import { openStore } from "./open-store.js";
import { opened } from "./opened.js";
import { conditionalFields } from "./request-fields.js";
import { RequestStore, reasonOf } from "./request-store.js";
import { forget, Responses } from "./responses.js";
import { StoredResponse } from "./stored-response.js";

/** The cache of an app (RFC 9111). It is a shared cache, so it keeps nothing that is for one user. */
export function httpCache(): HttpCache {
  const fault = new LastingFault("cache");
  const revalidating = new Set<string>();
  const open = opened(openStore);
  const storeFor = ($: Context) => new RequestStore($, open($[state].bindings), fault);
  prepareWith(async () => {
    try {
      await (await open(undefined)).ready?.();
    } catch (thrown) {
      countFault("cache");
      fault.happened(reasonOf(thrown), (message) => logProcessAlert("cache", message));
    }
  });
  return ($, config) => {
    const options = cacheOptions(config);
    const directives = directivesOf(options.respectsClient ? $[state].client.headers : undefined);
    const isUsed = options.lifetime !== undefined && !directives.has("no-store");
    const exchange: CachedExchange = async (request, send) => {
      if (!safe.has(request.method)) return forgetting(storeFor($), request, send);
      if (!isUsed || !isCacheable(request)) return send(request.headers);
      return new Exchange(storeFor($), options, directives, request, send, revalidating).response();
    };
    return isUsed ? Object.assign(exchange, { answers: kept }) : exchange;
  };
}

/** Bytes of the longest body that is kept. */
const maxBodyBytes = 8 * 1024 * 1024;

type Send = SendCacheable;

/** Methods that only read (RFC 9110 §9.2.1). */
const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Methods whose responses are kept. */
const kept: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Sends a request that may change the resource, and drops what is kept from its URL (RFC 9111 §4.4). */
async function forgetting(
  store: RequestStore,
  request: CacheableRequest,
  send: Send,
): Promise<CacheableResponse> {
  const response = await send(request.headers);
  if (response.status < 400) await forget(store, request);
  return response;
}

/** Requests for a part, or with conditions of their own, go to the upstream. */
function isCacheable({ method, headers }: CacheableRequest): boolean {
  return kept.has(method) && !conditionalFields.some((name) => headers.has(name));
}

/** A request that the cache may answer. */
class Exchange {
  readonly #kept: Responses;

  constructor(
    private readonly store: RequestStore,
    private readonly options: CacheOptions,
    /** The directives of the client's request. */
    private readonly directives: Directives,
    private readonly request: CacheableRequest,
    private readonly send: Send,
    /** The URLs whose responses are made fresh now while stale ones are used. */
    private readonly revalidating: Set<string>,
  ) {
    this.#kept = new Responses(store, request, options);
  }

  async response(): Promise<CacheableResponse> {
    const found = await this.#kept.find();
    const stored = this.options.refreshes ? undefined : found;
    if (stored?.isFromFuture) this.store.warn("A response in the cache is from the future: it is not used.");
    else if (stored !== undefined && this.#accepts(stored)) return stored.toResponse(false);

    if (this.directives.has("only-if-cached"))
      throw new RequestFailure("The client wants a response of the cache, which has none.", 504);
    if (stored === undefined) return this.#fetched();
    if (this.#mayRevalidateLater(stored)) {
      this.#revalidateLater(stored);
      return stored.toResponse(false);
    }
    return this.#revalidated(stored, this.send);
  }

  #mayRevalidateLater(stored: StoredResponse): boolean {
    const isAsked = this.directives.has("no-cache") || this.directives.has("max-age");
    return !isAsked && !stored.isFromFuture && stored.bridgesRevalidation(this.options);
  }

  /** Asks the upstream for a fresh response that nobody waits for, one at a time. */
  #revalidateLater(stored: StoredResponse): void {
    const { href } = this.request.url;
    if (this.revalidating.has(href)) return;
    this.revalidating.add(href);
    this.#revalidated(stored, this.send.later)
      .then((fresh) => fresh.body?.whole(maxBodyBytes))
      .catch(() => {}) // the stale one is used as long as it may be
      .finally(() => this.revalidating.delete(href));
  }

  #accepts(stored: StoredResponse): boolean {
    const { age, mustRevalidate } = stored;
    const { lifetime: forced } = this.options;
    const freshness = {
      age,
      lifetime: stored.lifetime(forced),
      mustRevalidate: forced !== "declared" || mustRevalidate,
    };
    return isAcceptable(this.directives, freshness);
  }

  async #revalidated(
    stored: StoredResponse,
    send: (headers: ReadonlyMap<string, string>) => Promise<CacheableResponse>,
  ): Promise<CacheableResponse> {
    const { request, options } = this;
    const bridges = stored.bridgesErrors(options);
    const conditions = options.lifetime === "declared" ? stored.validators(request) : [];
    const response = await send(new Map([...request.headers, ...conditions])).catch((thrown) => {
      if (!bridges || thrown instanceof ClientGone) throw thrown;
      return undefined;
    });
    if (response === undefined || (response.status >= 500 && bridges)) {
      response?.body?.drop();
      return stored.toResponse(false);
    }
    if (response.status !== 304) return this.#keeping(response);
    const validated = stored.validated(request, response.headers);
    if (validated === undefined) return this.#fetched();
    await this.#kept.keep(validated);
    return validated.toResponse(true);
  }

  async #fetched(): Promise<CacheableResponse> {
    return this.#keeping(await this.send(this.request.headers));
  }

  /** Returns the response. If it may be kept, it is, once it has been read to its end. */
  async #keeping(response: CacheableResponse): Promise<CacheableResponse> {
    const { status, headers, body } = response;
    const { lifetime } = this.options;
    if (lifetime === "declared" && headers.has("set-cookie")) return response;
    const received = StoredResponse.received(this.request, response);
    if (received.keptFor(this.options) === 0) return response;
    if (body === null) {
      await this.#kept.keep(received);
      return response;
    }
    const kept = collecting(maxBodyBytes, (bytes) => this.#kept.keep(received, bytes));
    return { status, headers, body: new StreamBody(streamOf(body).pipeThrough(kept)) };
  }
}

/** Passes a body on, and hands over all of it at its end, unless it is longer than `maxBytes` or breaks off. */
function collecting(
  maxBytes: number,
  done: (bytes: Bytes) => Promise<void>,
): TransformStream<Uint8Array, Uint8Array> {
  let chunks: Uint8Array[] | undefined = [];
  let size = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) chunks = undefined;
      chunks?.push(chunk);
      controller.enqueue(chunk);
    },
    async flush() {
      if (chunks !== undefined) await done(joinBytes(chunks, size));
    },
  });
}
