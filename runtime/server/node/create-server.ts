import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { logProcessAlert } from "../../observe/logs/log.js";
import { refused } from "../../observe/telemetry/telemetry.js";
import { whenAllTaken } from "./all-taken.js";
import type { Application } from "./application.js";
import { Exchanges } from "./exchanges.js";
import { shielded } from "./faults.js";
import { cutShort, overload, refuse, refuseUnread } from "./refusal.js";
import { RequestFields } from "./request-fields.js";
import { headProblem, malformedTarget, type Problem } from "./request-head.js";
import { requestListener } from "./request-listener.js";
import { answerFault } from "./send-reply.js";
import type { ServerLimits } from "./server-limits.js";
import { watchTransfers } from "./stalled-transfers.js";

/** Milliseconds between two looks for connections whose time is over. */
const checkInterval = 1000;

/** Milliseconds between two looks for connections that rest, while the server ends. */
const restInterval = 100;

/** Milliseconds that a client has to send its next request on a connection that is about to end. */
const restTime = 1000;

/** A server whose end loses no requests of clients that keep their connections. */
export interface DrainingServer extends Server {
  /** From now on, answers say that their connections end. */
  drain(): void;
  /** True once it has been closed, also where it has never listened. */
  isClosed: boolean;
}

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse, isExpected?: boolean) => void;

/**
 * A server that refuses what the app should not see: malformed requests, more requests than the process bears, and
 * requests that do not arrive. It answers them with the system error document, and logs them.
 * @param hostname for requests without a `Host` field, which HTTP/1.0 allows
 */
export function createServer(app: Application, hostname: string, limits: ServerLimits): DrainingServer {
  const { headTimeout, arrivalTimeout, idleTimeout, keepAliveTimeout } = limits;
  const exchanges = new Exchanges();
  /** Connections that have been answered, and are about to end. */
  const ending = new WeakSet<Socket>();
  const answer = requestListener(app, hostname);
  const reject = (incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void => {
    if (refuse(incoming, outgoing, problem) === "close") ending.add(incoming.socket);
  };
  const handled =
    (work: Handle): Handle =>
    (incoming, outgoing) => {
      try {
        work(incoming, outgoing);
      } catch (error) {
        answerFault(error, outgoing);
      }
    };
  /** The app gets the request unless it is refused. */
  const admit: Handle = (incoming, outgoing, isExpected = false) => {
    const connection = exchanges.came(incoming, outgoing);
    const fields = new RequestFields(incoming.rawHeaders);
    const problem =
      headProblem(incoming, fields) ?? (exchanges.size < limits.maxRequests ? undefined : overload);
    if (problem !== undefined) return reject(incoming, outgoing, problem);
    exchanges.add(connection, outgoing);
    if (isExpected) outgoing.writeContinue();
    answer(incoming, outgoing, fields);
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
    handled((incoming, outgoing) => admit(incoming, outgoing)),
  );
  // Without this, Node would ask for the body first, and refuse other expectations by itself.
  server.on(
    "checkContinue",
    handled((incoming, outgoing) => admit(incoming, outgoing, true)),
  );
  server.on(
    "checkExpectation",
    handled((incoming, outgoing) => {
      exchanges.came(incoming, outgoing);
      reject(incoming, outgoing, unknownExpectation);
    }),
  );
  server.maxHeadersCount = 0; // 0: no limit; Node would leave out further fields without a word
  limitConnections(server, exchanges, limits);
  server.on("connect", ({ socket }) =>
    shielded(socket, () => refuseBehind(exchanges, socket, malformedTarget))(),
  );
  /** Connections that bring no more requests, but are still to bring the answers of those before. */
  const failing = new WeakSet<Socket>();
  const failed = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    if (failing.has(socket)) return;
    failing.add(socket);
    if (ending.has(socket)) {
      if (exchanges.of(socket).length === 0) socket.destroySoon();
    }
    // One that was opened in advance and never used, or whose request has been answered.
    else if (socket.bytesRead === 0 || exchanges.bringsRest(socket)) socket.destroy();
    else refuseBehind(exchanges, socket, problems.get(error.code ?? "") ?? malformed);
  };
  server.on("clientError", (error, socket: Socket) => shielded(socket, failed)(error, socket));
  watchTransfers(exchanges, idleTimeout, ({ socket }) =>
    shielded(socket, interrupt)(exchanges, socket, tooSlow),
  );
  // In Bun, a server of HTTP is none of these.
  const isNet = (server as object) instanceof NetServer;
  const closeListener: NetServer["close"] = isNet ? NetServer.prototype.close : server.close;
  const draining: DrainingServer = Object.assign(server, {
    isClosed: false,
    drain: () => exchanges.drain(),
    // Node's cluster calls it as well. That of HTTP servers ends all connections that rest at this moment, although their
    // clients may be sending.
    close(done?: (error?: Error) => void) {
      draining.isClosed = true;
      exchanges.drain();
      const looks = setInterval(() => exchanges.endResting(restTime), restInterval);
      server.once("close", () => clearInterval(looks));
      const closed = () => void closeListener.call(server, done);
      if (server.listening) whenAllTaken(() => exchanges.taken, closed);
      else closed();
      return server;
    },
  });
  return draining;
}

/** Refuses what comes on a connection behind complete requests, once these have been answered. */
function refuseBehind(exchanges: Exchanges, socket: Socket, problem: Problem): void {
  const [current] = exchanges.of(socket);
  const next = (): void => {
    if (socket.writable) refuseBehind(exchanges, socket, problem);
  };
  if (current?.incoming.complete) current.outgoing.once("close", shielded(socket, next));
  else interrupt(exchanges, socket, problem);
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
function limitConnections(server: Server, exchanges: Exchanges, limits: ServerLimits): void {
  const reportDropped = countDropped(limits);
  const opened = (socket: Socket): void => {
    if (exchanges.connections < limits.maxConnections) {
      void socket.remoteAddress; // Node remembers it, also when the client has gone
      exchanges.opened(socket);
    } else {
      socket.destroy();
      reportDropped();
      refused();
    }
  };
  server.prependListener("connection", (socket: Socket) => shielded(socket, opened)(socket));
}

/** Counts connections that were closed at once, and logs their number once a second. */
function countDropped(limits: ServerLimits): () => void {
  let count = 0;
  const report = (): void => {
    logProcessAlert(
      "limit",
      `${count} connections were refused, because there are ${limits.maxConnections}.`,
    );
    count = 0;
  };
  return () => {
    if (count === 0) setTimeout(report, 1000).unref?.();
    count++;
  };
}
