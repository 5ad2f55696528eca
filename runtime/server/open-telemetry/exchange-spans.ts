import { type Attributes, SpanKind } from "@opentelemetry/api";
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_URL_FULL,
} from "@opentelemetry/semantic-conventions";
import { aborted } from "../../observe/logs/curl-code.js";
import { cacheResult, type Exchange, type SentExchange } from "../../observe/logs/logged-exchange.js";
import type { ObservedExchange } from "../../observe/logs/request-log.js";
import { type TraceParent, traceParentText } from "../../observe/telemetry/trace-parent.js";
import type { Instruments } from "./instruments.js";
import { RecordedSpan } from "./recorded-span.js";
import {
  addressOf,
  cacheAttribute,
  cut,
  methodOf,
  originOf,
  otherMethod,
  setVerdicts,
} from "./span-attributes.js";
import { childOf, type Traces } from "./traces.js";

/** An upstream request of a request that is not recorded. */
export class MeasuredExchange implements ObservedExchange {
  readonly span = undefined;

  constructor(
    private readonly instruments: Instruments,
    private readonly exchange: SentExchange,
  ) {}

  mark(): void {}

  ended(): void {
    measure(this.instruments, this.exchange);
  }

  settled(): void {}
}

function measure(instruments: Instruments, exchange: SentExchange): void {
  const { sent, started, ended = started } = exchange;
  const seconds = (ended - started) / 1000;
  instruments.asked(seconds, originOf(sent.url), methodOf(sent.method), outcomeName(exchange), () => ({
    [ATTR_HTTP_REQUEST_METHOD]: methodOf(sent.method),
    ...outcomeOf(exchange),
  }));
  const cache = cacheResult(exchange);
  if (cache !== undefined) instruments.cached(cache);
}

/** An upstream request that is recorded. */
export class ExchangeSpan implements ObservedExchange {
  readonly span: TraceParent;
  readonly #span: RecordedSpan;
  #isOver = false;

  /**
   * @param parent the span of the action
   * @param marks the fields `traceparent` that this process has made
   */
  constructor(
    traces: Traces,
    private readonly instruments: Instruments | undefined,
    requestID: string,
    parent: TraceParent,
    private readonly exchange: SentExchange,
    private readonly marks: Set<string>,
  ) {
    const { sent, id, hop, startedAt } = exchange;
    const method = methodOf(sent.method);
    const isOther = method === otherMethod;
    this.span = childOf(parent);
    const name = isOther ? "HTTP" : method;
    this.#span = new RecordedSpan(traces, name, SpanKind.CLIENT, this.span, parent, startedAt);
    this.#span.attributes = {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      ...(isOther && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: cut(sent.method) }),
      ...addressOf(sent.url),
      [ATTR_URL_FULL]: cut(sent.url.origin + sent.url.pathname), // queries have keys
      ...(hop > 0 && { [ATTR_HTTP_REQUEST_RESEND_COUNT]: hop }),
      ...(id !== "" && { "flow.request": cut(id) }),
      "flow.request_id": requestID,
    };
  }

  mark(headers: Map<string, string>): void {
    const before = headers.get("traceparent");
    if (before === undefined || !this.marks.has(before)) return;
    const own = traceParentText(this.span);
    this.marks.add(own); // a redirect takes its place
    headers.set("traceparent", own);
  }

  ended(): void {
    const { sent, response, failure, isShared } = this.exchange;
    if (this.instruments !== undefined) measure(this.instruments, this.exchange);
    if (this.#span.ended) return;
    const { attributes } = this.#span;
    Object.assign(attributes, outcomeOf(this.exchange));
    const cache = cacheResult(this.exchange);
    if (cache !== undefined) attributes[cacheAttribute] = cache;
    if (isShared) attributes["flow.shared"] = true;
    this.#span.hasFailed = attributes[ATTR_ERROR_TYPE] !== undefined;
    this.#isOver = true;
    const isChecked = sent.checks !== undefined && response !== undefined && failure === undefined;
    if (!isChecked) this.settled();
  }

  settled(): void {
    if (!this.#isOver || this.#span.ended) return;
    const { sent, hop, violations, startedAt, started, ended = started } = this.exchange;
    const { request, response } = sent.checks?.verdicts ?? {};
    // A redirect leads to another request, which nobody checks.
    setVerdicts(this.#span.attributes, { request: hop === 0 ? request : undefined, response });
    if (violations?.length) this.#span.hasFailed = true;
    this.#span.end(startedAt + ended - started);
  }
}

/** The status, or what has failed. A response that breaks off is a failure. */
function outcomeName({ response, failure, failureCode }: Exchange): string {
  if (failure === undefined && response !== undefined) return String(response.status);
  return failures.get(failureCode ?? 0) ?? "_OTHER";
}

function outcomeOf(exchange: Exchange): Attributes {
  const { response, failure, failureCode } = exchange;
  if (failureCode === aborted) return { "flow.client.gone": true }; // no error of the upstream
  const name = outcomeName(exchange);
  if (failure !== undefined || response === undefined) return { [ATTR_ERROR_TYPE]: name };
  const { status } = response;
  return { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status, ...(status >= 400 && { [ATTR_ERROR_TYPE]: name }) };
}

/** The meanings of the codes of cURL in the log: few names, as `error.type` wants them. */
const failures: ReadonlyMap<number, string> = new Map([
  [6, "could_not_resolve_host"],
  [7, "could_not_connect"],
  [28, "timeout"],
  [56, "receive_error"],
  [60, "certificate_error"],
  [aborted, "client_gone"],
]);
