import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_URL_FULL,
} from "@opentelemetry/semantic-conventions";
import type { Exchange } from "../logs/exchange.js";
import type { ObservedExchange } from "../logs/request-log.js";
import { type TraceParent, traceParentText } from "../telemetry/trace-parent.js";
import {
  addressOf,
  cacheAttribute,
  cut,
  methodOf,
  originOf,
  otherMethod,
  verdictAttributes,
} from "./attributes.js";
import { parentOf, type Sinks } from "./traces.js";

/** One upstream request. */
export class ExchangeSpan implements ObservedExchange {
  readonly span: TraceParent | undefined;
  readonly #span: Span | undefined;
  #endTime: number | undefined;

  /**
   * @param parent the span of the action, if it is recorded
   * @param marks the fields `traceparent` that this process has made
   */
  constructor(
    private readonly sinks: Sinks,
    requestID: string,
    parent: Span | undefined,
    private readonly exchange: Exchange,
    private readonly marks: Set<string>,
  ) {
    const { sent, id, hop } = exchange;
    if (sinks.traces === undefined || parent === undefined || sent === undefined) return;
    const method = methodOf(sent.method);
    const isOther = method === otherMethod;
    const context = trace.setSpan(ROOT_CONTEXT, parent);
    const options = { kind: SpanKind.CLIENT };
    this.#span = sinks.traces.tracer.startSpan(isOther ? "HTTP" : method, options, context);
    this.span = parentOf(this.#span);
    this.#span.setAttributes({
      [ATTR_HTTP_REQUEST_METHOD]: method,
      ...(isOther && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: cut(sent.method) }),
      ...addressOf(sent.url),
      [ATTR_URL_FULL]: cut(sent.url.origin + sent.url.pathname), // queries have keys
      ...(hop > 0 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: hop }),
      ...(id !== "" && { "flow.request": cut(id) }),
      "flow.request_id": requestID,
    });
  }

  mark(headers: Map<string, string>): void {
    const before = headers.get("traceparent");
    if (this.span === undefined || before === undefined || !this.marks.has(before)) return;
    const own = traceParentText(this.span);
    this.marks.add(own); // a redirect takes its place
    headers.set("traceparent", own);
  }

  ended(): void {
    const { sent, started, ended = started, response, failure } = this.exchange;
    const outcome = outcomeOf(this.exchange);
    const cache = cacheResult(this.exchange);
    const { instruments } = this.sinks;
    if (instruments !== undefined && sent !== undefined) {
      const method = methodOf(sent.method);
      const origin = originOf(sent.url);
      const how = response?.status ?? outcome[ATTR_ERROR_TYPE];
      instruments.asked((ended - started) / 1000, `${method} ${how} ${origin.name}`, () => ({
        [ATTR_HTTP_REQUEST_METHOD]: method,
        ...origin.attributes,
        ...outcome,
      }));
      if (cache !== undefined) instruments.cached(cache);
    }
    if (!this.#span?.isRecording()) return;
    this.#span.setAttributes({ ...outcome, ...(cache !== undefined && { [cacheAttribute]: cache }) });
    if (outcome[ATTR_ERROR_TYPE] !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#endTime = Date.now();
    const isChecked = sent?.checks !== undefined && response !== undefined && failure === undefined;
    if (!isChecked) this.settled();
  }

  settled(): void {
    if (this.#endTime === undefined || !this.#span?.isRecording()) return;
    const { sent, hop, violations } = this.exchange;
    const { request, response } = sent?.checks?.verdicts ?? {};
    // A redirect leads to another request, which nobody checks.
    this.#span.setAttributes(verdictAttributes({ request: hop === 0 ? request : undefined, response }));
    if (violations?.length) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(this.#endTime);
  }
}

function outcomeOf({ response, failure, failureCode }: Exchange): Attributes {
  if (failure !== undefined || response === undefined)
    return { [ATTR_ERROR_TYPE]: failures.get(failureCode ?? 0) ?? "_OTHER" };
  const { status } = response;
  const error = status >= 400 ? { [ATTR_ERROR_TYPE]: String(status) } : undefined;
  return { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status, ...error };
}

/** What the codes of cURL in the log mean: few names, as `error.type` wants them. */
const failures: ReadonlyMap<number, string> = new Map([
  [6, "could_not_resolve_host"],
  [7, "could_not_connect"],
  [28, "timeout"],
  [56, "receive_error"],
  [60, "certificate_error"],
]);

/** `undefined` if the request does not use the cache. */
function cacheResult({ sent, response }: Exchange): string | undefined {
  if (sent?.cache?.mayAnswer !== true || response === undefined) return undefined;
  const { cacheHit, refresh } = response;
  if (refresh === true) return "revalidated";
  return cacheHit === true ? "hit" : "miss";
}
