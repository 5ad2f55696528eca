import { setting } from "../../base/settings.js";
import type { Reply } from "../../http/reply.js";
import type { Exchange } from "../../observe/logs/logged-exchange.js";
import type { Listener } from "../../observe/telemetry/request-events.js";
import { subscribe } from "../../request/context.js";

/** Upstream requests of a request that the field names. */
const maxNamed = 20;

/**
 * With `FLOW_SERVER_TIMING`, answers have a field `Server-Timing` (W3C): the time until the answer was known, and that of
 * each upstream request, by its ID.
 */
export function tellTimes(): void {
  if (setting(undefined, "SERVER_TIMING")) subscribe(() => new Times());
}

class Times implements Listener {
  readonly #exchanges = new Set<Exchange>();

  exchanged(exchange: Exchange): void {
    if (this.#exchanges.size < maxNamed) this.#exchanges.add(exchange);
  }

  answered(reply: Reply, seconds: number): Reply {
    const times = [metric("total", seconds * 1000)];
    // An answer that is passed on as it comes has no end yet.
    for (const { id, started, ended } of this.#exchanges)
      if (ended !== undefined && /^[\w-]+$/.test(id)) times.push(metric(id, ended - started));
    const head: string[] = [];
    for (let index = 0; index < reply.head.length; index += 2) {
      const [name, value] = [reply.head[index] as string, reply.head[index + 1] as string];
      if (name === field) times.unshift(value);
      else head.push(name, value);
    }
    return { ...reply, head: [...head, field, times.join(", ")] };
  }
}

const field = "server-timing";

function metric(name: string, milliseconds: number): string {
  return `${name};dur=${Math.round(milliseconds * 1000) / 1000}`;
}
