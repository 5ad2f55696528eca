import type { Socket } from "node:net";
import type { Exchange, Exchanges } from "./exchanges.js";

/** Bytes a second that a client has to take of what waits for it, beside the time that may pass without any. */
const slowestReader = 32 * 1024;

/** Milliseconds between two looks. */
const interval = 1000;

/** What was seen of a connection, and since when it has been so. */
interface Sight {
  readonly read: number;
  readonly written: number;
  readonly waiting: number;
  readonly since: number;
}

/**
 * Finds transfers that do not move: responses that the client does not take, and bodies that it does not send though
 * they are asked for. A request that waits for an upstream is none: nothing is wanted of the client.
 * @param stalled is told of each once
 */
export function watchTransfers(
  exchanges: Exchanges,
  idleTimeout: number,
  stalled: (exchange: Exchange) => void,
): void {
  const sights = new WeakMap<Exchange, Sight>();
  const look = (): void => {
    const now = performance.now();
    for (const exchange of exchanges) {
      const waiting = exchange.outgoing.socket ? exchange.outgoing.writableLength : 0;
      if (waiting === 0 && !isAskedFor(exchange)) sights.delete(exchange);
      else {
        const sight = seen(exchange.socket, waiting, now, sights.get(exchange));
        sights.set(exchange, sight);
        if (now - sight.since > idleTimeout + (waiting / slowestReader) * 1000) stalled(exchange);
      }
    }
  };
  setInterval(look, interval).unref?.();
}

/** The body is read as it comes, and more of it has to come. */
function isAskedFor({ incoming }: Exchange): boolean {
  return !incoming.complete && incoming.readableFlowing === true;
}

function seen(socket: Socket, waiting: number, now: number, before: Sight | undefined): Sight {
  const { bytesRead: read, bytesWritten: written } = socket;
  const isSame = before?.read === read && before.written === written && before.waiting === waiting;
  return isSame ? before : { read, written, waiting, since: now };
}
