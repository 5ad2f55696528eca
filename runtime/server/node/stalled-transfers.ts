import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Exchange, Exchanges } from "./exchanges.js";

/**
 * How many bytes a client must take each second of what waits for it. It gets this time in addition to the idle
 * timeout.
 */
const slowestReader = 32 * 1024;

/** Milliseconds between two looks. */
const interval = 1000;

/** The state in which a connection was seen, and since when nothing has changed. */
interface Sight {
  readonly read: number;
  readonly written: number;
  readonly waiting: number;
  readonly since: number;
}

/**
 * Finds transfers that stand still: responses that the client does not take, and bodies that it does not send although
 * somebody reads them. A request that waits for an upstream is no such transfer: nothing is expected of the client.
 * @param stalled is called once for each
 */
export function watchTransfers(
  exchanges: Exchanges,
  idleTimeout: number,
  stalled: (exchange: Exchange) => void,
): void {
  const sights = new WeakMap<ServerResponse, Sight>();
  const look = (): void => {
    const now = performance.now();
    for (const exchange of exchanges) {
      const waiting = exchange.outgoing.socket ? exchange.outgoing.writableLength : 0;
      if (waiting === 0 && !isAskedFor(exchange)) sights.delete(exchange.outgoing);
      else {
        const sight = seen(exchange.socket, waiting, now, sights.get(exchange.outgoing));
        sights.set(exchange.outgoing, sight);
        if (now - sight.since > idleTimeout + (waiting / slowestReader) * 1000) stalled(exchange);
      }
    }
  };
  setInterval(look, interval).unref?.();
}

/** Returns true if somebody reads the body, and more of it is to come. */
function isAskedFor({ incoming }: Exchange): boolean {
  return !incoming.complete && incoming.readableFlowing === true;
}

function seen(socket: Socket, waiting: number, now: number, before: Sight | undefined): Sight {
  const { bytesRead: read, bytesWritten: written } = socket;
  const isSame = before?.read === read && before.written === written && before.waiting === waiting;
  return isSame ? before : { read, written, waiting, since: now };
}
