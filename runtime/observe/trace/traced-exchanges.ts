import { cacheResult, type Exchange, type SentRequest } from "../logs/logged-exchange.js";
import { shownBody, shownSentBody, unseenBody } from "./bodies.js";
import type { ShownFields, ShownRequest, ShownResponse, UpstreamEvent, UpstreamTiming } from "./format.js";
import { shownText } from "./mask-text.js";
import type { Masks } from "./masks.js";
import { shownField, shownUrl } from "./traced-credentials.js";

/** Characters of a URL and of the value of a field, and how many fields are kept. */
export const maxUrl = 8_192;
const maxField = 8_192;
const maxFields = 200;

/** The parts of an upstream request that are kept, as far as it has come. */
export type ShownExchange = Omit<UpstreamEvent, "kind" | "at" | "place" | "request">;

export function shownSent(sent: SentRequest | undefined, masks: Masks): ShownRequest {
  if (sent === undefined) return { method: "", target: "", fields: [], body: undefined };
  const { url, method, headers, body } = sent;
  return {
    method,
    target: shownUrl(url.href, masks, maxUrl),
    fields: shownFields([...headers], masks),
    body: shownSentBody(body, headers.get("content-type") ?? "", masks),
  };
}

/** The parts of an event that come after the request. */
export function shownExchange(exchange: Exchange, masks: Masks): ShownExchange {
  const { id, service, hop, sent, result, failure, isReused, violations, isMocked, isShared } = exchange;
  return {
    id,
    hop,
    timing: timingOf(exchange),
    ...known({
      attempt: sent?.attempt,
      service,
      response: shownUpstreamResponse(exchange, masks),
      result,
      failure: failure && shownText(failure, masks),
      isReused,
      cache: cacheResult(exchange),
      violations: violations?.slice(0, maxFields).map((one) => shownText(one, masks)),
      isMocked,
      isShared,
    }),
  };
}

function timingOf({ started, connected, firstByte, ended }: Exchange): UpstreamTiming {
  const since = (time: number | undefined) => time && Math.round((time - started) * 1000) / 1000;
  return known({ connected: since(connected), firstByte: since(firstByte), ended: since(ended) });
}

type Known<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that nothing is known of. */
function known<T extends object>(members: T): Known<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<T>;
}

function shownUpstreamResponse(
  { response, body, bytes, ended }: Exchange,
  masks: Masks,
): ShownResponse | undefined {
  if (response === undefined) return undefined;
  const { status, headers } = response;
  const fields: (readonly [string, string])[] = [];
  headers.forEach((value, name) => {
    fields.push([name, value]);
  });
  const type = headers.get("content-type") ?? "";
  return {
    status,
    fields: shownFields(fields, masks),
    body:
      body !== undefined
        ? body.byteLength > 0
          ? shownBody(body, type, masks)
          : undefined
        : ended === undefined && bytes === undefined
          ? undefined
          : unseenBody(type, masks, bytes),
  };
}

export function shownFields(fields: readonly (readonly [string, string])[], masks: Masks): ShownFields {
  return fields
    .slice(0, maxFields)
    .map(([name, value]) => [masks.beginning(name, 200), shownField(name, value, masks, maxField)] as const);
}
