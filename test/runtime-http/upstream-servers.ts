/** Upstream systems for tests of `request` and `requests`, and the requests that they have seen. */
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import {
  type Context,
  type Flow,
  type JsonObject,
  type JsonValue,
  json,
  request,
  respond,
  type ServiceOptions,
} from "../../runtime/index.js";
import { type ClientRequest, type ClientResponse, send } from "../support/client.js";
import { deadUrl, type RunningServer, received, reply, upstream } from "../support/servers.js";
import { appOf } from "./support.js";
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly port: number | undefined;
}

export let server: RunningServer;
export let other: RunningServer;
export let dead: string;
export const seen: Seen[] = [];
/** Answers those who wait for each other. */
const waiting: (() => void)[] = [];

/** Starts the upstream systems for the tests of a file. */
export function useUpstreams(): void {
  beforeAll(async () => {
    dead = await deadUrl();
    other = await upstream(async (incoming, response) => {
      await record(incoming);
      reply(response, 200, { other: true });
    });
    server = await upstream(async (incoming, response) => {
      await record(incoming);
      const url = new URL(incoming.url ?? "/", "http://upstream.test");
      const [, kind, argument] = url.pathname.split("/");
      switch (kind) {
        case "status":
          return reply(response, Number(argument), { status: argument }, { "x-up": "1" });
        case "redirect":
          response.writeHead(Number(argument), { location: url.searchParams.get("to") ?? "" });
          return response.end("moved");
        case "loop":
          response.writeHead(302, { location: "/loop" });
          return response.end();
        case "slow":
          await new Promise((resolve) => setTimeout(resolve, Number(argument)));
          return reply(response, 200, { slow: argument });
        // Answers nobody before that many have asked.
        case "together":
          waiting.push(() => reply(response, 200, { together: argument }));
          if (waiting.length === Number(argument)) for (const answer of waiting.splice(0)) answer();
          return undefined;
        case "hang":
          return undefined;
        case "half":
          response.writeHead(200, { "content-type": "text/plain" });
          return response.write("half");
        case "break":
          return incoming.socket.destroy();
        case "bytes":
          response.writeHead(200, {
            "content-type": "image/png; x=Y",
            "set-cookie": ["a=1", "b=2"],
            "X-Up": "Kept",
          });
          return response.end(Buffer.from([0, 255, 128, 10]));
        case "latin1":
          response.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" });
          return response.end(Buffer.from([0xe4]));
        case "xml":
          return reply(response, 200, "<r><a>1</a></r>", { "content-type": "application/xml" });
        case "xml-latin1":
          response.writeHead(200, { "content-type": "application/xml" });
          return response.end(
            Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><a>\xe4</a></r>', "latin1"),
          );
        case "broken":
          return reply(response, 200, "{", { "content-type": "application/json" });
        case "big":
          return reply(response, 200, "x".repeat(Number(argument)));
        case "chunks":
          response.writeHead(200);
          for (let rest = Number(argument); rest > 0; rest--) response.write("x");
          return response.end();
        default:
          return reply(response, 200, { ok: true });
      }
    });
  });

  afterAll(async () => {
    await server.stop();
    await other.stop();
  });

  beforeEach(() => {
    seen.length = 0;
  });
}

export const record = async (incoming: IncomingMessage): Promise<void> => {
  const text = await received(incoming);
  seen.push({
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    headers: incoming.headers,
    body: text,
    port: incoming.socket.remotePort,
  });
};

export const run = (
  flow: Flow,
  client: ClientRequest = {},
  options?: Partial<ServiceOptions>,
): Promise<ClientResponse> => send(appOf(flow, options), { path: "/api/x", ...client });

/** Sends one request and responds with what `read` finds then. */
export const resultOf = async (
  config: JsonValue,
  read: ($: Context) => unknown,
  client?: ClientRequest,
): Promise<unknown> => {
  const response = await run(async ($) => {
    await request($, "up", config);
    respond($, (read($) ?? null) as JsonValue);
  }, client);
  return response.json();
};

/** Returns one request with that JSON as the upstream saw it; `path` is below the server. */
export const sent = async (config: JsonObject, path = "/", client?: ClientRequest): Promise<Seen> => {
  const failure = await resultOf({ url: server.url + path, ...config }, ($) => json($.error), client);
  expect(failure).toBeNull();
  const last = seen.at(-1);
  if (last === undefined) throw new Error("Nothing was sent.");
  return last;
};

/** The `info` of the failure that the JSON leads to; nothing may be sent. */
export const refused = async (config: JsonValue): Promise<string> => {
  const error = (await resultOf(config, ($) => json($.error))) as {
    code: number;
    status: number;
    info: string[];
  };
  expect([error.code, error.status, seen]).toEqual([3201, 502, []]);
  return error.info.join();
};
