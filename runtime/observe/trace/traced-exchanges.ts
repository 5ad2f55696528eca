import { cacheResult, type Exchange } from "../logs/logged-exchange.js";
import type { UpstreamEvent, UpstreamTiming } from "./format.js";
import { traceBounds } from "./kept-message.js";
import { shownText } from "./mask-text.js";
import type { Masks } from "./masks.js";
import { receivedResponse } from "./told-messages.js";

/** The parts of an upstream request that are kept, as far as it has come. */
export type ShownExchange = Omit<UpstreamEvent, "kind" | "at" | "place" | "request">;

/** The parts of an event that come after the request. */
export function shownExchange(exchange: Exchange, masks: Masks): ShownExchange {
  const { id, service, hop, sent, result, failure, isReused, violations, isMocked, isShared } = exchange;
  return {
    ...{ id, hop, timing: timingOf(exchange), attempt: sent?.attempt, service },
    response: receivedResponse(exchange, masks, traceBounds),
    result,
    failure: failure && shownText(failure, masks),
    isReused,
    cache: cacheResult(exchange),
    violations: violations?.slice(0, traceBounds.fields).map((one) => shownText(one, masks)),
    ...{ isMocked, isShared },
  };
}

function timingOf({ started, connected, firstByte, ended }: Exchange): UpstreamTiming {
  const since = (time: number | undefined) => time && Math.round((time - started) * 1000) / 1000;
  return { connected: since(connected), firstByte: since(firstByte), ended: since(ended) };
}
