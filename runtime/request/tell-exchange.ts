import type { Exchange, SentRequest, UpstreamService } from "../observe/logs/logged-exchange.js";
import { type Context, state } from "./context.js";

/** Takes what has become known of an exchange. */
export type TellMore = (known: Partial<Exchange>) => void;

/** Tells those who debug or watch a request of an exchange that no action has asked for; `undefined` if nobody does. */
export function tellExchange(
  $: Context,
  id: string,
  service: UpstreamService,
  sent: () => SentRequest | undefined,
): TellMore | undefined {
  const { events } = $[state];
  if (events === undefined) return undefined;
  const [startedAt, started] = [Date.now(), performance.now()];
  const exchange: Exchange = { id, service, hop: 0, sent: sent(), startedAt, started };
  events.exchanged(exchange);
  return (known) => events.exchanged(Object.assign(exchange, known));
}
