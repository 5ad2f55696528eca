import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Application } from "./application.js";
import { type ApiNames, buildInfo } from "./process-events.js";
import type { AdminSettings } from "./process-settings.js";
import type { Recordings } from "./recording-module.js";
import type { Metrics } from "./telemetry-module.js";
import { failingUpstream } from "./upstream-probes.js";

/** The facts that the admin port tells. */
export interface Watched {
  readonly app: Application;
  /** Why this process wants no requests now, in a few words; `undefined` if it does. */
  unready(): string | undefined;
  /** Those that may change are asked for each time. */
  readonly settings: Pick<AdminSettings, "readyUrls">;
  /** `undefined` if there is no description, or if it does not say. */
  readonly api: ApiNames | undefined;
  /** `undefined` if there are none. */
  readonly metrics: Metrics | undefined;
  /** The requests that were kept, as JSON; `undefined` if none are. */
  readonly recordings: Pick<Recordings, "list"> | undefined;
}

/** A probe is small, and alone on its connection. */
const maxHeadBytes = 8192;
const maxConnections = 64;

/** Milliseconds that a connection has, from its begin to the answer. */
const patience = 5_000;

/**
 * The server of the admin port. It has limits of its own, which are small: who floods it takes nothing from the clients
 * of the app but the time to open connections. Each connection carries one request.
 */
export function createAdminServer(watched: Watched): Server {
  const { metrics, recordings } = watched;
  const info = { ...buildInfo(watched.api), ...partsOf(watched.app) };
  const pages: ReadonlyMap<string, (outgoing: ServerResponse) => void> = new Map([
    ["/healthz", (outgoing) => sendText(outgoing, 200, "alive")],
    [
      "/readyz",
      (outgoing) =>
        void unready(watched).then((reason) =>
          sendText(outgoing, reason === undefined ? 200 : 503, reason ?? "ready"),
        ),
    ],
    ...(metrics === undefined ? [] : [["/metrics", madePage(metricsType, metrics)] as const]),
    ...(recordings === undefined
      ? []
      : [["/recordings", madePage("application/json", () => recordings.list())] as const]),
    ["/info", (outgoing) => send(outgoing, 200, "application/json", infoOf(info))],
  ]);
  const server = createServer(
    {
      maxHeaderSize: maxHeadBytes,
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: 1000,
    },
    ({ method = "", url = "" }: IncomingMessage, outgoing) => {
      const page = pages.get(url.replace(/\?.*/s, ""));
      if (page === undefined) sendText(outgoing, 404, "not found");
      else if (method === "GET" || method === "HEAD") page(outgoing);
      else sendText(outgoing.setHeader("allow", "GET, HEAD"), 405, "only GET and HEAD");
    },
  );
  server.setTimeout(patience, (socket: Socket) => socket.destroy());
  limitConnections(server);
  return server;
}

/** Prometheus's name for its text format. */
const metricsType = "text/plain; version=0.0.4; charset=utf-8";

function madePage(type: string, make: () => Promise<string>): (outgoing: ServerResponse) => void {
  const made = seldom(make);
  return (outgoing) =>
    void made().then(
      (text) => send(outgoing, 200, type, text),
      () => sendText(outgoing, 503, "not known now"),
    );
}

/** Milliseconds for which a page is told again. Who asks for them all the time takes no more from the app than others. */
const pageAge = 1_000;

function seldom(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      setTimeout(() => {
        made = undefined;
      }, pageAge).unref();
    }
    return made;
  };
}

/** The oldest connection makes room for a new one: those who hold connections do not keep out a probe. */
function limitConnections(server: Server): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    for (const oldest of open) {
      if (open.size < maxConnections) break;
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

async function unready({ unready: own, settings }: Watched): Promise<string | undefined> {
  const reason = own();
  if (reason !== undefined) return reason;
  const failing = await failingUpstream(settings.readyUrls);
  // It may have begun to drain meanwhile.
  return own() ?? (failing && `no answer from ${failing}`);
}

/** How many flow files are told. */
const maxFlows = 1_000;

/** How many paths of the description the app has, and the flow files that answer requests. */
function partsOf({ routes = [] }: Application): {
  readonly routes: number;
  readonly flows: readonly string[];
} {
  const handlers = routes.map(({ handler }) => handler as { readonly files?: readonly string[] } | undefined);
  const files = new Set(handlers.flatMap((handler) => handler?.files ?? []));
  const paths = new Set(routes.map(({ path }) => path));
  return { routes: paths.size, flows: [...files].sort().slice(0, maxFlows) };
}

function infoOf(info: object): string {
  return JSON.stringify({ ...info, uptime: Math.floor(process.uptime()), node: process.version });
}

function sendText(outgoing: ServerResponse, status: number, text: string): void {
  send(outgoing, status, "text/plain", `${text}\n`);
}

function send(outgoing: ServerResponse, status: number, type: string, body: string): void {
  outgoing.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
  });
  outgoing.end(body);
}
