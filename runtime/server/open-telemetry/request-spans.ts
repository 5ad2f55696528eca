import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  ATTR_CLIENT_ADDRESS,
  ATTR_CODE_FILE_PATH,
  ATTR_CODE_LINE_NUMBER,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
  ATTR_USER_AGENT_ORIGINAL,
} from "@opentelemetry/semantic-conventions";
import type { JsonObject } from "../../data/model/values.js";
import { clientGoneStatus } from "../../http/client-request.js";
import type { SentExchange, Verdicts } from "../../observe/logs/logged-exchange.js";
import type { ObservedExchange } from "../../observe/logs/request-log.js";
import type { ActionObserver, Listener, Refusal } from "../../observe/telemetry/request-events.js";
import type { ObservedRequest, Telemetry } from "../../observe/telemetry/telemetry.js";
import { type TraceParent, traceParentText } from "../../observe/telemetry/trace-parent.js";
import { ExchangeSpan, MeasuredExchange } from "./exchange-spans.js";
import type { Instruments } from "./instruments.js";
import { routeOf, type ServedRequests, statusAttributes } from "./served-requests.js";
import { addressOf, cut, methodOf, originOf, otherMethod, verdictAttributes } from "./span-attributes.js";
import { parentOf, type Sinks, type Traces } from "./traces.js";

export function observeRequests(sinks: Sinks): Telemetry {
  const measured = sinks.instruments && new MeasuredActions(sinks.instruments);
  return {
    began: (request, parent) => new Observer(sinks, measured, request, parent),
    refused: (status) => sinks.instruments?.refused(status),
  };
}

class Observer implements Listener {
  readonly trace: TraceParent | undefined;
  /** `undefined` if the request is not recorded. */
  readonly #span: Span | undefined;
  /** `undefined` if nothing is measured. */
  readonly #requests: ServedRequests | undefined;
  #verdicts: Verdicts | undefined;

  constructor(
    private readonly sinks: Sinks,
    private readonly measured: MeasuredActions | undefined,
    private readonly request: ObservedRequest,
    parent: TraceParent | undefined,
  ) {
    const { traces, instruments } = sinks;
    const { client } = request;
    const method = methodOf(client.method);
    const scheme = client.url.startsWith("https:") ? "https" : "http";
    this.#requests = instruments?.requests(method, scheme);
    if (this.#requests !== undefined) this.#requests.active++;
    if (traces === undefined) return;
    this.trace = traces.unrecorded(parent);
    if (this.trace !== undefined) return;
    this.#span = traces.start(nameOf(method, request), parent);
    this.trace = parentOf(this.#span);
    this.#span.setAttributes(requestAttributes(request, method, scheme));
  }

  waits(action: string, place: () => string | undefined, peer?: URL): ActionObserver | undefined {
    const { traces, instruments } = this.sinks;
    if (traces === undefined || this.#span === undefined) return this.measured;
    return new ActionSpan(traces, instruments, this.request, this.#span, action, place, peer);
  }

  checked(message: keyof Verdicts, isValid: boolean): void {
    if (this.#span === undefined) return;
    this.#verdicts ??= {};
    this.#verdicts[message] = isValid && this.#verdicts[message] !== false;
  }

  refused(why: Refusal, peer?: URL): void {
    this.sinks.instruments?.heldBack(why, peer && originOf(peer));
    this.#span?.addEvent("flow.refusal", { "flow.refusal": why, ...(peer && addressOf(peer)) });
  }

  failed({ code }: JsonObject): void {
    if (Number(code) > 0) this.#span?.setAttribute("flow.error.code", Number(code));
  }

  ended(status: number): void {
    const { route, access } = this.request;
    this.#requests?.ended(route.template, status, access.elapsed / 1000);
    if (status === clientGoneStatus) this.sinks.instruments?.abandoned();
    const span = this.#span;
    if (span === undefined) return;
    const { flow, subject } = access;
    span.setAttributes({
      ...statusAttributes(status),
      ...(flow !== "" && { "flow.file": flow }),
      ...(subject !== "" && { "user.id": subject }),
      ...verdictAttributes(this.#verdicts),
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

function nameOf(method: string, { route }: ObservedRequest): string {
  return `${method === otherMethod ? "HTTP" : method}${route.template && ` ${route.template}`}`;
}

/** Nothing of the query, and no header field but that of the agent: there may be secrets. */
function requestAttributes(
  { client, route, requestID, clientAddress }: ObservedRequest,
  method: string,
  scheme: string,
): Attributes {
  const { hostname, pathname, port } = new URL(client.url);
  const agent = client.headers.get("user-agent");
  return {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    ...(method === otherMethod && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: cut(client.method) }),
    [ATTR_URL_SCHEME]: scheme,
    [ATTR_URL_PATH]: cut(pathname),
    [ATTR_SERVER_ADDRESS]: cut(hostname),
    ...(port === "" ? undefined : { [ATTR_SERVER_PORT]: Number(port) }),
    ...routeOf(route.template),
    "flow.request_id": requestID,
    ...(clientAddress !== "" && { [ATTR_CLIENT_ADDRESS]: clientAddress }),
    ...(agent !== null && { [ATTR_USER_AGENT_ORIGINAL]: cut(agent) }),
  };
}

/** An action that waits, and is recorded. */
class ActionSpan implements ActionObserver {
  readonly #span: Span;
  /** The fields `traceparent` that this process has made for upstream requests. Flows make others. */
  readonly #marks = new Set<string>();

  /** @param parent the span of the request */
  constructor(
    private readonly traces: Traces,
    private readonly instruments: Instruments | undefined,
    private readonly request: ObservedRequest,
    parent: Span,
    action: string,
    place: () => string | undefined,
    peer: URL | undefined,
  ) {
    this.#marks.add(traceParentText(parentOf(parent)));
    const kind = peer === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
    this.#span = traces.tracer.startSpan(action, { kind }, trace.setSpan(ROOT_CONTEXT, parent));
    this.#span.setAttributes({
      "flow.action": action,
      "flow.request_id": request.requestID,
      ...placeAttributes(place()),
      ...(peer && { ...addressOf(peer), [ATTR_URL_SCHEME]: peer.protocol.slice(0, -1) }),
    });
  }

  sent(exchange: SentExchange): ExchangeSpan {
    const { traces, instruments, request } = this;
    return new ExchangeSpan(traces, instruments, request.requestID, this.#span, exchange, this.#marks);
  }

  failed(code: number): void {
    this.#span.setAttributes({ [ATTR_ERROR_TYPE]: String(code), "flow.error.code": code });
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  ended(): void {
    if (this.#span.isRecording()) this.#span.end();
  }
}

/** Actions that wait, and are not recorded. Their upstream requests are measured all the same. */
class MeasuredActions implements ActionObserver {
  constructor(private readonly instruments: Instruments) {}

  sent(exchange: SentExchange): ObservedExchange {
    return new MeasuredExchange(this.instruments, exchange);
  }

  failed(): void {}

  ended(): void {}
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
