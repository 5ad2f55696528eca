import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { errorCode } from "../../../runtime/base/timeout.js";
import type { Certify } from "../../shared/certificates.js";
import { messageOf } from "../../shared/values.js";

/** Sees what goes through tunnels. */
export interface TunnelWatcher {
  /** A request in a tunnel that was opened. */
  request(origin: URL, incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** A tunnel into which nobody can look. Returns what is to be called at its end. */
  unseen(incoming: IncomingMessage): (failure?: string) => void;
  tell(text: string): void;
}

/** Certificates that are kept. */
const maxContexts = 500;

/** The first byte of a TLS connection (RFC 8446, section 5.1). */
const handshake = 0x16;

/** The tunnels of a proxy (`CONNECT`). With an authority that the system trusts, TLS in them is opened. */
export class Tunnels {
  /** It listens nowhere. */
  readonly #inside: Server;
  readonly #origins = new WeakMap<object, URL>();
  readonly #used = new WeakSet<object>();
  readonly #sockets = new Set<Socket>();
  readonly #contexts = new Map<string, SecureContext>();
  #isTold = false;

  constructor(
    private readonly certify: Certify | undefined,
    private readonly watcher: TunnelWatcher,
  ) {
    this.#inside = createServer((incoming, outgoing) => {
      const origin = this.#origins.get(incoming.socket);
      this.#used.add(incoming.socket);
      if (origin !== undefined) watcher.request(origin, incoming, outgoing);
    });
    this.#inside.requestTimeout = 0;
  }

  connect(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const { url = "" } = incoming;
    const [, host = "", port = ""] = /^\[?([\w.:-]{1,253}?)\]?:(\d{1,5})$/.exec(url) ?? [];
    if (!URL.canParse(`https://${url}`) || host === "") {
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      return;
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.certify === undefined) {
      this.#pass(incoming, socket, head, Number(port), host);
      return;
    }
    socket.write(established);
    if (head.length > 0) socket.unshift(head);
    const failed = (): void => void socket.destroy();
    socket.once("error", failed);
    socket.once("data", (first: Buffer) => {
      socket.off("error", failed);
      socket.pause();
      if (first[0] !== handshake) {
        this.#pass(incoming, socket, first, Number(port), host, true);
        return;
      }
      socket.unshift(first);
      this.#open(incoming, socket, host);
    });
  }

  #open(incoming: IncomingMessage, socket: Socket, host: string): void {
    let secureContext: SecureContext;
    try {
      secureContext = this.#contextFor(host);
    } catch (error) {
      // A name that no certificate can have ends no other connection.
      this.watcher.unseen(incoming)(messageOf(error));
      socket.destroy();
      return;
    }
    const open = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
    this.#origins.set(open, new URL(`https://${incoming.url}`));
    let failure = "closed before a request came";
    open.on("error", (error) => {
      failure = errorCode(error) || messageOf(error);
      open.destroy();
    });
    open.once("close", () => {
      if (this.#used.has(open)) return;
      this.watcher.unseen(incoming)(failure);
      if (!this.#isTold)
        this.watcher.tell(
          `a tunnel to ${host}: ${failure}. Does the system trust the authority of --proxy-ca?`,
        );
      this.#isTold = true;
    });
    this.#inside.emit("connection", open);
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #contextFor(host: string): SecureContext {
    const known = this.#contexts.get(host) ?? createSecureContext(this.certify?.(host, [host]));
    this.#contexts.delete(host);
    this.#contexts.set(host, known);
    const [oldest = host] = this.#contexts.keys();
    if (this.#contexts.size > maxContexts) this.#contexts.delete(oldest);
    return known;
  }

  #pass(
    incoming: IncomingMessage,
    socket: Socket,
    first: Buffer,
    port: number,
    host: string,
    isEstablished = false,
  ): void {
    const over = this.watcher.unseen(incoming);
    let failure: string | undefined;
    const other = connect(port, host, () => {
      if (!isEstablished) socket.write(established);
      other.write(first);
      socket.pipe(other).pipe(socket);
    });
    const end = (): void => {
      socket.destroy();
      other.destroy();
    };
    other.on("error", (error) => {
      failure = errorCode(error) || messageOf(error);
    });
    for (const each of [socket, other]) each.on("error", end).on("close", end);
    other.once("close", () => over(failure));
  }
}

const established = "HTTP/1.1 200 Connection Established\r\n\r\n";
