import type { Hono } from "hono";
import type { LogLine } from "../support/log.js";
import { ask, flow } from "../support/samples.js";

/** One upstream request of a flow. */
export interface CachedRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Header fields of the client's own request. */
  readonly client?: Readonly<Record<string, string>>;
}

/** What the flow has got. */
export interface Got {
  readonly body: string;
  readonly status: number;
  readonly hit: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: readonly LogLine[];
}

const options = [
  "use-http-cache",
  "force-cache-ttl",
  "force-cache-refresh",
  "respect-client-cache-headers",
  "follow-redirects",
  "set-response-headers",
  "basic-auth-credentials",
  "transport-server",
]
  .map((name) => `"${name}": {{ $body/json/options/${name} }}`)
  .join(", ");

/** An app whose flow sends the request that its client describes. `more` makes it an app, and so a cache, of its own. */
export const cachedApp = (more = ""): Promise<Hono> =>
  flow(`${more}
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

export async function get(app: Hono, { client = {}, ...request }: CachedRequest): Promise<Got> {
  const response = await ask(app, { json: request, headers: client });
  return { ...(response.json() as Omit<Got, "log">), log: response.log };
}
