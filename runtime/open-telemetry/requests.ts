import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  ATTR_CODE_FILE_PATH,
  ATTR_CODE_LINE_NUMBER,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import type { Exchange } from "../logs/exchange.js";
import type { ActionObserver, ObservedRequest, RequestObserver, Telemetry } from "../telemetry/telemetry.js";
import { type TraceParent, traceParentText } from "../telemetry/trace-parent.js";
import { cut, methodAttributes, methodOf, otherMethod } from "./attributes.js";
import { ExchangeSpan } from "./exchanges.js";
import { parentOf, type Sinks } from "./sinks.js";

export function observeRequests(sinks: Sinks): Telemetry {
  return { began: (request, parent) => new Observer(sinks, request, parent) };
}

class Observer implements RequestObserver {
  readonly trace: TraceParent | undefined;
  readonly #context: Context;
  readonly #span: Span | undefined;
  readonly #started = performance.now();
  readonly #active: Attributes;

  constructor(
    private readonly sinks: Sinks,
    private readonly request: ObservedRequest,
    parent: TraceParent | undefined,
  ) {
    const { method, url } = request.client;
    this.#active = {
      ...methodAttributes(method),
      [ATTR_URL_SCHEME]: url.startsWith("https:") ? "https" : "http",
    };
    sinks.instruments?.active(1, this.#active);
    this.#context = parent === undefined ? ROOT_CONTEXT : contextOf(parent);
    const { tracer } = sinks;
    if (tracer === undefined) return;
    this.#span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, this.#context);
    this.#context = trace.setSpan(this.#context, this.#span);
    this.trace = parentOf(this.#span);
    if (this.#span.isRecording()) this.#span.setAttributes(requestAttributes(request, this.#active));
  }

  waits(action: string, place: () => string | undefined): ActionObserver {
    return new ActionSpan(this.sinks, this.request, this.#context, action, place);
  }

  failed(code: number): void {
    if (code > 0) this.#span?.setAttribute("flow.error.code", code);
  }

  ended(status: number): void {
    const { instruments } = this.sinks;
    instruments?.active(-1, this.#active);
    const { template } = this.request.route;
    const error = status >= 500 ? { [ATTR_ERROR_TYPE]: String(status) } : undefined;
    const outcome = { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status, ...error };
    instruments?.served((performance.now() - this.#started) / 1000, {
      ...this.#active,
      ...outcome,
      ...(template === "" ? undefined : { [ATTR_HTTP_ROUTE]: template }),
    });
    const span = this.#span;
    if (span === undefined) return;
    if (span.isRecording()) {
      const { flow } = this.request.access;
      span.setAttributes(flow === "" ? outcome : { ...outcome, "flow.file": flow });
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }
}

function nameOf({ client, route }: ObservedRequest): string {
  const method = methodOf(client.method);
  return `${method === otherMethod ? "HTTP" : method}${route.template && ` ${route.template}`}`;
}

/** Nothing of the query, and no header field: there may be secrets. */
function requestAttributes({ client, route, requestID }: ObservedRequest, known: Attributes): Attributes {
  const { hostname, pathname, port } = new URL(client.url);
  return {
    ...known,
    [ATTR_URL_PATH]: cut(pathname),
    [ATTR_SERVER_ADDRESS]: cut(hostname),
    ...(port === "" ? undefined : { [ATTR_SERVER_PORT]: Number(port) }),
    ...(route.template === "" ? undefined : { [ATTR_HTTP_ROUTE]: route.template }),
    ...(methodOf(client.method) === otherMethod && {
      [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: cut(client.method),
    }),
    "flow.request_id": requestID,
  };
}

function contextOf({ traceID, spanID, flags }: TraceParent): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceID,
    spanId: spanID,
    traceFlags: flags & 1,
    isRemote: true,
  });
}

/** An action that waits. */
class ActionSpan implements ActionObserver {
  readonly #context: Context;
  readonly #span: Span | undefined;
  /** The fields `traceparent` that this process has made for upstream requests. Flows make others. */
  readonly #marks = new Set<string>();

  constructor(
    private readonly sinks: Sinks,
    private readonly request: ObservedRequest,
    context: Context,
    action: string,
    place: () => string | undefined,
  ) {
    const { tracer } = sinks;
    const span = trace.getSpan(context);
    if (span !== undefined) this.#marks.add(traceParentText(parentOf(span)));
    this.#context = context;
    // What is not recorded needs no span for the action: those of upstream requests carry the trace on.
    if (tracer === undefined || !span?.isRecording()) return;
    this.#span = tracer.startSpan(action, {}, context);
    this.#span.setAttributes({
      "flow.action": action,
      "flow.request_id": request.requestID,
      ...placeAttributes(place()),
    });
    this.#context = trace.setSpan(context, this.#span);
  }

  sent(exchange: Exchange): ExchangeSpan {
    const { requestID } = this.request;
    return new ExchangeSpan(this.sinks, requestID, this.#context, exchange, this.#marks);
  }

  failed(code: number): void {
    this.#span?.setAttributes({ [ATTR_ERROR_TYPE]: String(code), "flow.error.code": code });
    this.#span?.setStatus({ code: SpanStatusCode.ERROR });
  }

  ended(): void {
    if (this.#span?.isRecording()) this.#span.end();
  }
}

/** A place is a flow file, which is that of a sub-flow in sub-flows, and its line, if that is known. */
function placeAttributes(place: string | undefined): Attributes {
  if (place === undefined) return {};
  const [, file = place, line] = /^(.*):(\d+)$/s.exec(place) ?? [];
  return {
    "flow.place": place,
    "flow.file": file,
    [ATTR_CODE_FILE_PATH]: file,
    ...(line === undefined ? undefined : { [ATTR_CODE_LINE_NUMBER]: Number(line) }),
  };
}
