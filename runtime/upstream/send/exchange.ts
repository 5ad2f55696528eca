import { errorCode } from "../../base/timeout.js";
import { flowTo, piecesOf, type Sink } from "../../http/body-bytes.js";
import { codingsOf, takesAll } from "../../http/content-codings.js";
import { statusesWithoutContent } from "../../http/methods.js";
import { FieldList } from "../../http/received-fields.js";
import type { Halt } from "../halt.js";
import { isRepeatable } from "../options/retry.js";
import type { CacheableResponse } from "../plan/cache.js";
import { showsCertificate } from "../shown-certificates.js";
import type { Sending } from "../upstream-messages.js";
import { targetOf } from "../written-url.js";
import { decodedBody, decodersOf } from "./decoding.js";
import type { Sender } from "./incoming-body.js";
import type { Agent, Pool } from "./pools.js";

type Http = typeof import("node:http");
type RequestOptions = Parameters<typeof import("node:https")["request"]>[1];
type ClientRequest = InstanceType<Http["ClientRequest"]>;
type IncomingMessage = InstanceType<Http["IncomingMessage"]>;
type Socket = InstanceType<typeof import("node:net")["Socket"]>;

/** The place that a request is written for, where that is not its URL. */
export interface Target {
  /** The origin to connect to. */
  readonly to: URL;
  readonly path: string;
  /** Names and values of fields, one after the other. */
  readonly fields: readonly string[];
}

/**
 * Sends a request over a connection of the pool. This takes a quarter of the time of `fetch`, whose steps, streams and
 * objects it leaves out; what goes over the wire is the same.
 * @param connectTimeout in milliseconds
 */
export function exchange(
  pool: Pool,
  sending: Sending,
  halt: Halt,
  connectTimeout: number | undefined,
  target: Target = ownTarget(sending.url),
): Promise<CacheableResponse> {
  return new Promise((resolve, reject) => {
    const sent = new Exchange(pool, sending, target, connectTimeout ?? usualTimeout, { resolve, reject });
    halt.tell((reason) => sent.halt(reason));
    sent.send(pool.agent, pool.isKept);
  });
}

/** Milliseconds for a connection that nothing else limits. */
const usualTimeout = 10_000;

interface Outcome {
  resolve(response: CacheableResponse): void;
  reject(reason: Error): void;
}

class Exchange implements Sender {
  readonly #pool: Pool;
  readonly #sending: Sending;
  readonly #target: Target;
  readonly #connectTimeout: number;
  readonly #outcome: Outcome;
  #request: ClientRequest | undefined;
  /** Bytes that had come over the connection before the request was written. */
  #readBefore = 0;
  #response: IncomingMessage | undefined;
  #halted: Error | undefined;
  /** Where the body goes; `undefined` before the response, and for one without content. */
  #sink: Sink | undefined;
  /** Lets a streamed body flow again; `undefined` before it has begun to. */
  #goOn: (() => void) | undefined;
  /** Something of a streamed body, and the head before it, may have gone out. */
  #isBegun = false;

  constructor(pool: Pool, sending: Sending, target: Target, connectTimeout: number, outcome: Outcome) {
    this.#pool = pool;
    this.#sending = sending;
    this.#target = target;
    this.#connectTimeout = connectTimeout;
    this.#outcome = outcome;
  }

  send(agent: Agent, isKept: boolean): void {
    if (this.#halted !== undefined) return;
    const { url, method, body } = this.#sending;
    const { to, path } = this.#target;
    const options: RequestOptions = {
      agent,
      protocol: to.protocol,
      host: withoutBrackets(to.hostname),
      port: to.port || (this.#pool.isSecure ? 443 : 80),
      method,
      path,
      headers: sentFields(this.#target, this.#sending, isKept),
    };
    if (this.#pool.isSecure) options.servername = serverName(url);
    const request = this.#pool.request(options);
    this.#request = request;
    request.on("socket", (socket) => this.#attempt(this.#onSocket, socket));
    request.on("response", (response) => this.#attempt(this.#onResponse, response));
    request.on("upgrade", () => this.halt(new Error(refusals.get(101))));
    request.on("error", (error) => this.#onError(request, error));
    if (body instanceof ReadableStream) this.#write(request, body);
    else if (body === null) request.end();
    else if (body.byteLength > longestJoined) request.end(body);
    else {
      // Head and body go out as one piece if there is a connection to write it to before the request ends.
      request.write(this.#pool.latin1.write(body), "latin1");
      request.once("socket", () => process.nextTick(() => this.#attempt(() => request.end(), undefined)));
    }
  }

  /** Ends the request, wherever it is. */
  halt(reason: Error): void {
    if (this.#halted !== undefined) return;
    this.#halted = reason;
    this.#outcome.reject(reason); // without effect once there is a response
    this.#sink?.fail(reason);
    this.stop();
  }

  /** The socket gets no error to tell: once it is free for another request, nobody listens, and the process would end. */
  stop(): void {
    this.#halted ??= new Error("Nobody wants the rest.");
    this.#request?.destroy();
  }

  resume(): void {
    this.#response?.resume();
  }

  /** Nobody else would catch what a listener throws: it fails this request, and not the process. */
  #attempt<T, R>(step: (this: Exchange, value: T) => R, value: T): R | undefined {
    try {
      return step.call(this, value);
    } catch (error) {
      this.halt(error as Error);
      return undefined;
    }
  }

  #onSocket(socket: Socket): void {
    const request = this.#request as ClientRequest;
    const { log } = this.#sending;
    this.#readBefore = socket.bytesRead;
    if (request.reusedSocket || !socket.connecting) {
      log?.connected(request.reusedSocket);
      return;
    }
    const clock = setTimeout(() => this.halt(new ConnectTimeout()), this.#connectTimeout);
    request.once("close", () => clearTimeout(clock));
    socket.once(this.#pool.isSecure ? "secureConnect" : "connect", () => {
      clearTimeout(clock);
      log?.connected(false);
      if (this.#pool.isSecure) showsCertificate(this.#target.to, socket);
    });
  }

  #onResponse(response: IncomingMessage): void {
    const { statusCode: status = 0, statusMessage: statusText = "" } = response;
    this.#response = response;
    response.on("error", (error) => this.#fail(error));
    const refusal = refusals.get(status);
    if (refusal !== undefined) {
      this.halt(new Error(refusal));
      return;
    }
    const headers = new FieldList(response.rawHeaders);
    const announced = headers.get("keep-alive");
    if (announced !== null) this.#pool.announce(response.socket, announced);
    const isCoded = staysCoded(headers.get("content-encoding"), this.#sending.acceptedCodings, status);
    if (this.#sending.method === "HEAD" || statusesWithoutContent.has(status)) {
      this.#outcome.resolve({ status, statusText, headers, body: null, isCoded });
      this.#ignore(response);
      return;
    }
    const { body, sink } = decodedBody(isCoded ? [] : decodersOf(headers.get("content-encoding")), this);
    this.#sink = sink;
    response.on("data", (piece: Uint8Array) => this.#attempt(this.#onPiece, piece));
    response.on("end", () => this.#attempt(this.#onEnd, undefined));
    this.#outcome.resolve({ status, statusText, headers, body, isCoded });
  }

  #onPiece(piece: Uint8Array): void {
    if (this.#sink?.push(piece) === false) this.#response?.pause();
  }

  /** Reads what comes although there can be no content, which keeps the connection usable. */
  #ignore(response: IncomingMessage): void {
    let ignored = 0;
    response.on("data", (piece: Uint8Array) => {
      ignored += piece.byteLength;
      if (ignored > maxIgnored) this.stop();
    });
    response.on("end", () => this.#onEnd());
  }

  /** A peer that has answered need not take the rest of a body. */
  #onEnd(): void {
    this.#sink?.end();
    if (this.#request?.writableEnded === false) this.stop();
  }

  /** Writes a body as fast as the connection takes it. If nothing of it has gone out, it goes on with the next request. */
  #write(request: ClientRequest, body: ReadableStream<Uint8Array>): void {
    request.on("close", () => {
      if (request === this.#request && !request.writableEnded) piecesOf(body).drop();
    });
    request.on("drain", () => this.#attempt(() => this.#goOn?.(), undefined));
    this.#goOn ??= flowTo(
      {
        push: (piece) => this.#attempt(this.#onSentPiece, piece) ?? true,
        end: () => void this.#attempt(this.#onSentEnd, undefined),
        fail: (reason) => this.halt(reason),
      },
      piecesOf(body),
    );
  }

  #onSentPiece(piece: Uint8Array): boolean {
    this.#isBegun = true;
    const request = this.#request as ClientRequest;
    return request.destroyed || request.write(piece);
  }

  #onSentEnd(): void {
    this.#isBegun = true;
    this.#request?.end();
  }

  #onError(request: ClientRequest, error: Error): void {
    if (this.#mayRepeat(request, error)) this.send(this.#pool.once(), false);
    else this.#fail(error);
  }

  /**
   * Returns true if the peer was about to close a connection that had been used before, and has not answered the request:
   * not a byte of a response has come. It may have carried it out, so the request must be one that can be carried out twice
   * (RFC 9110 §9.2.2), and still be there. One whose body has not begun has not been written at all.
   */
  #mayRepeat({ reusedSocket, socket }: ClientRequest, error: Error): boolean {
    const { method, body } = this.#sending;
    const isUnseen = reusedSocket && socket?.bytesRead === this.#readBefore;
    if (!isUnseen || this.#halted !== undefined || !isClosedByPeer(error)) return false;
    return body instanceof ReadableStream ? !this.#isBegun : isRepeatable(method);
  }

  #fail(error: Error): void {
    if (this.#halted !== undefined) return;
    this.#outcome.reject(error);
    this.#sink?.fail(error);
  }
}

/** Bytes of the longest body that is sent together with the head. */
const longestJoined = 16_384;

/** Statuses that make no sense, as for `fetch`. */
const refusals: ReadonlyMap<number, string> = new Map([
  [101, "Nobody asked for another protocol."],
  [407, "There is no proxy that could ask for credentials."],
]);

class ConnectTimeout extends Error {
  readonly code = "ETIMEDOUT";
}

/** The bytes that are read after a response that has no content. */
const maxIgnored = 65_536;

/** Returns true for the error of a connection that was open when the request was written. */
export function isClosedByPeer(error: unknown): boolean {
  return closedByPeer.has(errorCode(error));
}

const closedByPeer: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export function ownTarget(url: URL): Target {
  return { to: url, path: targetOf(url), fields: [] };
}

/** The name of a host, or its address as sockets take it. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

/** The name that a server is asked for; empty for an address (RFC 6066 §3). */
export function serverName({ hostname }: URL): string {
  return /^[\d.]+$|:/.test(hostname) ? "" : hostname;
}

/** The fields that are asked for, those that `fetch` adds to them, and those of the connection. */
function sentFields(
  { fields: first }: Target,
  { url, method, headers: asked, body, acceptedCodings }: Sending,
  isKept: boolean,
): string[] {
  const fields = ["host", url.host, "connection", isKept ? "keep-alive" : "close", ...first];
  asked.forEach((value, name) => {
    fields.push(name, value);
  });
  if (!asked.has("accept")) fields.push("accept", "*/*");
  if (!asked.has("accept-encoding"))
    fields.push("accept-encoding", acceptedCodings ?? encodings(url.protocol, asked.has("range")));
  if (body instanceof ReadableStream) {
    if (!asked.has("content-length")) fields.push("transfer-encoding", "chunked");
  } else if (body !== null || !withoutContent.has(method))
    fields.push("content-length", String(body?.byteLength ?? 0));
  return fields;
}

/** Methods whose requests have, as a rule, no content (RFC 9110 §8.6). */
const withoutContent: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/** A part of a coded content cannot be decoded, whoever takes it. */
function staysCoded(field: string | null, accepted: string | undefined, status: number): boolean {
  if (field === null || accepted === undefined) return false;
  return status === 206 || takesAll(accepted, codingsOf(field));
}

/** Half of an encoded content cannot be decoded. Brotli is for connections that nobody between meddles with. */
function encodings(protocol: string, isPart: boolean): string {
  if (isPart) return "identity";
  return protocol === "https:" ? "br, gzip, deflate" : "gzip, deflate";
}
