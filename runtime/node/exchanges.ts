import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request that is being answered. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly socket: Socket;
}

/** The requests that are being answered, by connection: a client may send several before it gets an answer. */
export class Exchanges implements Iterable<Exchange> {
  readonly #bySocket = new Map<Socket, Set<Exchange>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The requests of a connection, the oldest first. */
  of(socket: Socket): readonly Exchange[] {
    return [...(this.#bySocket.get(socket) ?? [])];
  }

  *[Symbol.iterator](): Iterator<Exchange> {
    for (const exchanges of this.#bySocket.values()) yield* exchanges;
  }

  /** Adds a request until the client has the response, or has gone. */
  add(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const open = this.#bySocket.get(socket) ?? this.#opened(socket);
    const exchange = { incoming, outgoing, socket };
    open.add(exchange);
    this.#size++;
    outgoing.once("close", () => {
      if (open.delete(exchange)) this.#size--;
    });
  }

  #opened(socket: Socket): Set<Exchange> {
    const open = new Set<Exchange>();
    this.#bySocket.set(socket, open);
    socket.once("close", () => {
      this.#bySocket.delete(socket);
      // Node tells only the response whose turn it is that the client has gone, and not those that wait in line.
      setImmediate(() => {
        for (const { outgoing } of [...open]) {
          outgoing.destroy();
          outgoing.emit("close");
        }
      });
    });
    return open;
  }
}
