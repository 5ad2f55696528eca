import {
  type Attributes,
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
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import type { Exchange, Verdicts } from "../logs/exchange.js";
import type { ActionObserver, ObservedRequest, RequestObserver, Telemetry } from "../telemetry/telemetry.js";
import { type TraceParent, traceParentText } from "../telemetry/trace-parent.js";
import { addressOf, cut, methodOf, otherMethod, verdictAttributes } from "./attributes.js";
import { ExchangeSpan } from "./exchanges.js";
import { parentOf, type Sinks } from "./traces.js";

export function observeRequests(sinks: Sinks): Telemetry {
  return {
    began: (request, parent) => new Observer(sinks, request, parent),
    refused: (status) => sinks.instruments?.refused(status),
  };
}

class Observer implements RequestObserver {
  readonly trace: TraceParent | undefined;
  /** `undefined` if the request is not recorded. */
  readonly #span: Span | undefined;
  readonly #method: string;
  readonly #scheme: string;
  readonly #verdicts: Verdicts = {};

  constructor(
    private readonly sinks: Sinks,
    private readonly request: ObservedRequest,
    parent: TraceParent | undefined,
  ) {
    const { method, url } = request.client;
    this.#method = methodOf(method);
    this.#scheme = url.startsWith("https:") ? "https" : "http";
    sinks.instruments?.active(1, this.#method, this.#scheme);
    if (sinks.traces === undefined) return;
    const { own, span } = sinks.traces.began(nameOf(this.#method, request), parent);
    this.trace = own;
    this.#span = span;
    span?.setAttributes(requestAttributes(request, this.#method, this.#scheme));
  }

  waits(action: string, place: () => string | undefined, peer?: URL): ActionObserver {
    return new ActionSpan(this.sinks, this.request, this.#span, action, place, peer);
  }

  checked(message: keyof Verdicts, isValid: boolean): void {
    this.#verdicts[message] = isValid && this.#verdicts[message] !== false;
  }

  failed(code: number): void {
    if (code > 0) this.#span?.setAttribute("flow.error.code", code);
  }

  ended(status: number): void {
    const { instruments } = this.sinks;
    if (instruments !== undefined) {
      instruments.active(-1, this.#method, this.#scheme);
      const { route, access } = this.request;
      const { template } = route;
      const seconds = access.elapsed / 1000;
      instruments.served(seconds, `${this.#method} ${this.#scheme} ${status} ${template}`, () => ({
        [ATTR_HTTP_REQUEST_METHOD]: this.#method,
        [ATTR_URL_SCHEME]: this.#scheme,
        ...outcomeOf(status),
        ...routeOf(template),
      }));
    }
    const span = this.#span;
    if (span === undefined) return;
    const { flow } = this.request.access;
    span.setAttributes({
      ...outcomeOf(status),
      ...(flow !== "" && { "flow.file": flow }),
      ...verdictAttributes(this.#verdicts),
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

function outcomeOf(status: number): Attributes {
  return {
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
    ...(status >= 500 && { [ATTR_ERROR_TYPE]: String(status) }),
  };
}

function routeOf(template: string): Attributes | undefined {
  return template === "" ? undefined : { [ATTR_HTTP_ROUTE]: template };
}

function nameOf(method: string, { route }: ObservedRequest): string {
  return `${method === otherMethod ? "HTTP" : method}${route.template && ` ${route.template}`}`;
}

/** Nothing of the query, and no header field: there may be secrets. */
function requestAttributes(
  { client, route, requestID }: ObservedRequest,
  method: string,
  scheme: string,
): Attributes {
  const { hostname, pathname, port } = new URL(client.url);
  return {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    ...(method === otherMethod && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: cut(client.method) }),
    [ATTR_URL_SCHEME]: scheme,
    [ATTR_URL_PATH]: cut(pathname),
    [ATTR_SERVER_ADDRESS]: cut(hostname),
    ...(port === "" ? undefined : { [ATTR_SERVER_PORT]: Number(port) }),
    ...routeOf(route.template),
    "flow.request_id": requestID,
  };
}

/** An action that waits. */
class ActionSpan implements ActionObserver {
  readonly #span: Span | undefined;
  /** The fields `traceparent` that this process has made for upstream requests. Flows make others. */
  readonly #marks = new Set<string>();

  /** @param parent the span of the request, if it is recorded */
  constructor(
    private readonly sinks: Sinks,
    private readonly request: ObservedRequest,
    parent: Span | undefined,
    action: string,
    place: () => string | undefined,
    peer: URL | undefined,
  ) {
    if (sinks.traces === undefined || parent === undefined) return;
    this.#marks.add(traceParentText(parentOf(parent)));
    const kind = peer === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
    this.#span = sinks.traces.tracer.startSpan(action, { kind }, trace.setSpan(ROOT_CONTEXT, parent));
    this.#span.setAttributes({
      "flow.action": action,
      "flow.request_id": request.requestID,
      ...placeAttributes(place()),
      ...(peer && { ...addressOf(peer), [ATTR_URL_SCHEME]: peer.protocol.slice(0, -1) }),
    });
  }

  sent(exchange: Exchange): ExchangeSpan {
    return new ExchangeSpan(this.sinks, this.request.requestID, this.#span, exchange, this.#marks);
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
