import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { logText, processAlert } from "../logs/log.js";
import { refused } from "../telemetry/telemetry.js";
import { Exchanges } from "./exchanges.js";
import { cutShort, overload, refuse, refuseUnread } from "./refusal.js";
import { headProblem, malformedTarget, type Problem } from "./request-head.js";
import { type Application, requestListener } from "./request-listener.js";
import type { ServerLimits } from "./server-limits.js";
import { watchTransfers } from "./stalled-transfers.js";

/** Milliseconds between two looks for connections whose time is over. */
const checkInterval = 1000;

/**
 * A server that refuses what the app should not see: malformed requests, more requests than the process bears, and
 * requests that do not arrive. It answers them with the system error document, and logs them.
 * @param hostname for requests without a `Host` field, which HTTP/1.0 allows
 */
export function createServer(app: Application, hostname: string, limits: ServerLimits): Server {
  const { headTimeout, arrivalTimeout, idleTimeout, keepAliveTimeout } = limits;
  const exchanges = new Exchanges();
  /** Connections that have been answered, and are about to end. */
  const ending = new WeakSet<Socket>();
  const answer = requestListener(app, hostname);
  const reject = (incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void => {
    if (refuse(incoming, outgoing, problem) === "close") ending.add(incoming.socket);
  };
  /** Whether the app may have the request; if not, it is refused. */
  const admits = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const problem = headProblem(incoming) ?? (exchanges.size < limits.maxRequests ? undefined : overload);
    if (problem !== undefined) reject(incoming, outgoing, problem);
    else exchanges.add(incoming, outgoing);
    return problem === undefined;
  };
  const server = createHttpServer(
    {
      headersTimeout: headTimeout,
      requestTimeout: arrivalTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: checkInterval,
      maxHeaderSize: limits.maxHeadBytes,
      requireHostHeader: false, // requests without it are refused here, and logged
    },
    (incoming, outgoing) => {
      if (admits(incoming, outgoing)) answer(incoming, outgoing);
    },
  );
  // Without this, Node would ask for the body first, and refuse other expectations by itself.
  server.on("checkContinue", (incoming, outgoing) => {
    if (!admits(incoming, outgoing)) return;
    outgoing.writeContinue();
    answer(incoming, outgoing);
  });
  server.on("checkExpectation", (incoming, outgoing) => reject(incoming, outgoing, unknownExpectation));
  server.maxHeadersCount = 0; // 0: no limit; Node would leave out further fields without a word
  limitConnections(server, limits.maxConnections);
  server.on("connect", (_, socket) => refuseUnread(socket, malformedTarget));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    if (ending.has(socket)) return socket.destroySoon();
    if (socket.bytesRead === 0) return void socket.destroy(); // opened in advance and never used
    interrupt(exchanges, socket, problems.get(error.code ?? "") ?? malformed);
  });
  watchTransfers(exchanges, idleTimeout, ({ socket }) => interrupt(exchanges, socket, tooSlow));
  return server;
}

/**
 * Ends a connection. It is answered only if the client can tell which request the answer is for: no request, or just
 * one, has begun.
 */
function interrupt(exchanges: Exchanges, socket: Socket, problem: Problem): void {
  const [current, ...others] = exchanges.of(socket);
  if (current === undefined) refuseUnread(socket, problem);
  else if (others.length > 0 || current.outgoing.headersSent || current.incoming.complete) socket.destroy();
  else cutShort(socket, problem);
}

const malformed: Problem = { status: 400, info: "The request is malformed." };
const tooSlow: Problem = { status: 408, info: "The request did not arrive in time." };

const unknownExpectation: Problem = { status: 417, info: "The only expectation is 100-continue." };

const problems: ReadonlyMap<string, Problem> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", tooSlow],
  ["HPE_HEADER_OVERFLOW", { status: 431, info: "The header fields of the request are too large." }],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", { status: 413, info: "The request body is malformed." }],
]);

/**
 * Closes connections beyond the limit. Node's own `maxConnections` would have workers that are full hand each connection
 * back, again and again.
 */
function limitConnections(server: Server, limit: number): void {
  const reportDropped = countDropped(limit);
  let count = 0;
  server.prependListener("connection", (socket: Socket) => {
    if (count >= limit) {
      socket.destroy();
      reportDropped();
      refused();
      return;
    }
    count++;
    void socket.remoteAddress; // Node remembers it, also when the client has gone
    socket.once("close", () => count--);
  });
}

/** Counts connections that were closed at once, and logs their number once a second. */
function countDropped(limit: number): () => void {
  let count = 0;
  const report = (): void => {
    logText(processAlert("limit", `${count} connections were refused, because there are ${limit}.`));
    count = 0;
  };
  return () => {
    if (count === 0) setTimeout(report, 1000).unref?.();
    count++;
  };
}
