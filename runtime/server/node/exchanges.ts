import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { shielded } from "./faults.js";

/** A request that is being answered. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly socket: Socket;
}

/** The state that all requests of a connection share, so that nothing is made for each of them. */
interface Connection {
  /** The responses that are still to be sent, the oldest first. A set would cost more: there is seldom more than one. */
  readonly open: ServerResponse[];
  /** Called with each response that has been sent, or whose client has gone. */
  readonly closed: (this: ServerResponse) => void;
  /** The request that came last, until it has come as a whole and is answered: it may have brought a long body. */
  latest: IncomingMessage | undefined;
  /** While the server drains: how many bytes had come, and since when nothing has happened. */
  rest: { readonly read: number; readonly since: number } | undefined;
}

/** The connections, and the requests that are being answered: a client may send several before it gets an answer. */
export class Exchanges implements Iterable<Exchange> {
  readonly #bySocket = new Map<Socket, Connection>();
  #size = 0;
  #taken = 0;
  #isDraining = false;

  get size(): number {
    return this.#size;
  }

  get connections(): number {
    return this.#bySocket.size;
  }

  /** How many connections there have been. */
  get taken(): number {
    return this.#taken;
  }

  /** The requests of a connection, the oldest first. */
  of(socket: Socket): readonly Exchange[] {
    return (this.#bySocket.get(socket)?.open ?? []).map((outgoing) => exchangeOf(socket, outgoing));
  }

  *[Symbol.iterator](): Iterator<Exchange> {
    for (const [socket, { open }] of this.#bySocket)
      for (const outgoing of [...open]) yield exchangeOf(socket, outgoing);
  }

  /** Returns true if the connection still brings the body of a request that has been answered. */
  bringsRest(socket: Socket): boolean {
    const { latest, open } = this.#bySocket.get(socket) ?? {};
    return latest?.complete === false && open?.length === 0;
  }

  /** Notes a request. While the server drains, the connection ends with the answer to the last one. */
  came(incoming: IncomingMessage, outgoing: ServerResponse): Connection {
    const connection = this.#bySocket.get(incoming.socket) ?? this.opened(incoming.socket);
    connection.latest = incoming;
    if (this.#isDraining) {
      outgoing.shouldKeepAlive = false;
      const before = connection.open.at(-1);
      if (before?.headersSent === false) before.shouldKeepAlive = true;
    }
    return connection;
  }

  /** Adds a request until the client has the response, or has gone. */
  add(connection: Connection, outgoing: ServerResponse): void {
    connection.open.push(outgoing);
    this.#size++;
    outgoing.on("close", connection.closed);
  }

  /** Adds a connection until it is closed. */
  opened(socket: Socket): Connection {
    this.#taken++;
    const open: ServerResponse[] = [];
    const remove = (outgoing: ServerResponse): void => {
      const index = open.indexOf(outgoing);
      if (index < 0) return;
      if (index === 0) open.shift();
      else open.splice(index, 1);
      this.#size--;
    };
    const connection: Connection = {
      open,
      closed() {
        remove(this);
        if (connection.latest === this.req && this.req.complete) connection.latest = undefined;
      },
      latest: undefined,
      rest: undefined,
    };
    // Node tells only the response whose turn it is that the client has gone, and not those that wait in line.
    const tellOthers = shielded(socket, () => {
      for (const outgoing of [...open]) {
        remove(outgoing);
        outgoing.destroy();
        outgoing.emit("close");
      }
    });
    socket.once(
      "close",
      shielded(socket, () => {
        this.#bySocket.delete(socket);
        setImmediate(tellOthers);
      }),
    );
    this.#bySocket.set(socket, connection);
    return connection;
  }

  /** From now on, the last answer on each connection says that it ends. */
  drain(): void {
    this.#isDraining = true;
    for (const { open } of this.#bySocket.values()) {
      const last = open.at(-1);
      if (last?.headersSent === false) last.shouldKeepAlive = false;
    }
  }

  /** Ends connections on which nothing has happened for so many milliseconds. */
  endResting(patience: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#bySocket) {
      const { bytesRead: read } = socket;
      if (connection.open.length > 0) connection.rest = undefined;
      else if (connection.rest?.read !== read) connection.rest = { read, since: now };
      else if (now - connection.rest.since >= patience) shielded(socket, () => socket.destroySoon())();
    }
  }
}

function exchangeOf(socket: Socket, outgoing: ServerResponse): Exchange {
  return { incoming: outgoing.req, outgoing, socket };
}
