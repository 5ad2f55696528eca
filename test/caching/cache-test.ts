import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { LogLine } from "../support/log.js";
import { ask, flow } from "../support/samples.js";
import { type Answer, type CountingUpstream, countingUpstream, type Fields } from "./upstream.js";

/** One upstream request of a flow. */
export interface CachedRequest {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Header fields of the client's own request. */
  readonly client?: Readonly<Record<string, string>>;
}

/** The response that the flow has got. */
export interface Got {
  readonly body: string;
  readonly status: number;
  readonly hit: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: readonly LogLine[];
}

const optionNames = [
  "use-http-cache",
  "force-cache-ttl",
  "force-cache-refresh",
  "respect-client-cache-headers",
  "stale-if-error",
  "stale-while-revalidate",
  "follow-redirects",
  "set-response-headers",
  "basic-auth-credentials",
];
const options = optionNames.map((name) => `"${name}": {{ $body/json/options/${name} }}`).join(", ");

/** An app whose flow sends the request that its client describes. Each has a cache of its own. */
const cachedApp = (): Promise<Hono> =>
  flow(`<!-- app ${apps++} -->
<request>
{
  "url": {{ $body/json/url }},
  "method": {{ $body/json/method }},
  "headers": {{ $body/json/headers }},
  "options": { ${options} }
}
</request>
<template>
{
  "body": {{ body("main") }},
  "status": {{ $upstream/main/status }},
  "hit": {{ $upstream/main/cacheHit }},
  "headers": {{ $upstream/main/headers }}
}
</template>`);

let apps = 0;

/** An app and an upstream for the tests of a file; each test has a URL of its own, and a clock that it sets. */
export class CacheTest {
  server!: CountingUpstream;
  url = "";
  #app!: Hono;

  /** @param defaults the options of requests */
  constructor(private readonly defaults: Readonly<Record<string, unknown>>) {
    beforeAll(async () => {
      this.server = await countingUpstream();
      this.#app = await cachedApp();
    });
    beforeEach(() => {
      this.url = this.server.fresh();
      vi.useFakeTimers({ toFake: ["Date"] });
    });
    afterEach(() => vi.useRealTimers());
    afterAll(() => this.server.stop());
  }

  /** Another app takes the place of the app; what was in its memory is lost. */
  async restart(): Promise<void> {
    this.#app = await cachedApp();
  }

  /** Seconds go by. */
  pass(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1000);
  }

  /** The upstream gives all requests this answer from now on. */
  fixed(headers: Fields, answer: Answer = {}): void {
    this.server.answer = () => ({ headers, ...answer });
  }

  async ask({ client = {}, ...request }: CachedRequest = {}): Promise<Got> {
    const json = { url: this.url, ...request, options: { ...this.defaults, ...request.options } };
    const response = await ask(this.#app, { json, headers: client });
    return { ...(response.json() as Omit<Got, "log">), log: response.log };
  }

  /** The bodies that two requests get, one after the other: `["1", "1"]` if the second is from the cache. */
  async twice(first: CachedRequest = {}, second = first): Promise<readonly string[]> {
    return [(await this.ask(first)).body, (await this.ask(second)).body];
  }
}
