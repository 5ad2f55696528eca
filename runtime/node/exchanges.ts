import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request that is being answered. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly socket: Socket;
}

/** What a connection has in common for all its requests, so that nothing is made for each of them. */
interface Connection {
  /** The responses that are still to be sent, the oldest first. */
  readonly open: Set<ServerResponse>;
  /** Called with each response that has been sent, or whose client has gone. */
  readonly closed: (this: ServerResponse) => void;
}

/** The requests that are being answered, by connection: a client may send several before it gets an answer. */
export class Exchanges implements Iterable<Exchange> {
  readonly #bySocket = new Map<Socket, Connection>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The requests of a connection, the oldest first. */
  of(socket: Socket): readonly Exchange[] {
    return [...(this.#bySocket.get(socket)?.open ?? [])].map((outgoing) => exchangeOf(socket, outgoing));
  }

  *[Symbol.iterator](): Iterator<Exchange> {
    for (const [socket, { open }] of this.#bySocket)
      for (const outgoing of open) yield exchangeOf(socket, outgoing);
  }

  /** Adds a request until the client has the response, or has gone. */
  add({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    const { open, closed } = this.#bySocket.get(socket) ?? this.#opened(socket);
    open.add(outgoing);
    this.#size++;
    outgoing.on("close", closed);
  }

  #opened(socket: Socket): Connection {
    const open = new Set<ServerResponse>();
    const remove = (outgoing: ServerResponse): void => {
      if (open.delete(outgoing)) this.#size--;
    };
    const connection: Connection = {
      open,
      closed() {
        remove(this);
      },
    };
    this.#bySocket.set(socket, connection);
    socket.once("close", () => {
      this.#bySocket.delete(socket);
      // Node tells only the response whose turn it is that the client has gone, and not those that wait in line.
      setImmediate(() => {
        for (const outgoing of [...open]) {
          outgoing.destroy();
          outgoing.emit("close");
        }
      });
    });
    return connection;
  }
}

function exchangeOf(socket: Socket, outgoing: ServerResponse): Exchange {
  return { incoming: outgoing.req, outgoing, socket };
}
