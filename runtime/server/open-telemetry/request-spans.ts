import { type Attributes, SpanKind } from "@opentelemetry/api";
import {
  ATTR_CLIENT_ADDRESS,
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
import { RecordedSpan } from "./recorded-span.js";
import type { ServedRequests } from "./served-requests.js";
import {
  addressOf,
  authorityOf,
  cut,
  methodOf,
  originOf,
  otherMethod,
  setVerdicts,
} from "./span-attributes.js";
import { childOf, type Sinks, type Traces } from "./traces.js";

export function observeRequests(sinks: Sinks): Telemetry {
  const measured = sinks.instruments && new MeasuredActions(sinks.instruments);
  return {
    began: (request) => new Observer(sinks, measured, request),
    refused: (status) => sinks.instruments?.refused(status),
  };
}

class Observer implements Listener {
  readonly trace: TraceParent | undefined;
  /** `undefined` if the request is not recorded. */
  readonly #span: RecordedSpan | undefined;
  /** `undefined` if nothing is measured. */
  readonly #requests: ServedRequests | undefined;
  #verdicts: Verdicts | undefined;
  /** That of the error that ended the flows; 0 if there was none. */
  #code = 0;

  constructor(
    private readonly sinks: Sinks,
    private readonly measured: MeasuredActions | undefined,
    private readonly request: ObservedRequest,
  ) {
    const { traces, instruments } = sinks;
    const { client, access } = request;
    const method = methodOf(client.method);
    this.#requests = instruments?.requests(method, client.url.startsWith("https:"));
    if (this.#requests !== undefined) this.#requests.active++;
    if (traces === undefined) return;
    const parent = request.trace;
    const trace = traces.spanBelow(parent);
    this.trace = trace;
    if (trace.flags === 0) return;
    const isRemote = parent !== undefined;
    const name = nameOf(method, request);
    this.#span = new RecordedSpan(traces, name, SpanKind.SERVER, trace, parent, access.startedAt, isRemote);
  }

  waits(action: string, place: () => string | undefined, peer?: URL): ActionObserver | undefined {
    const { traces, instruments } = this.sinks;
    if (traces === undefined || this.#span === undefined) return this.measured;
    return new ActionSpan(traces, instruments, this.request, this.#span.own, action, place, peer);
  }

  checked(message: keyof Verdicts, isValid: boolean): void {
    if (this.#span === undefined) return;
    this.#verdicts ??= {};
    this.#verdicts[message] = isValid && this.#verdicts[message] !== false;
  }

  refused(why: Refusal, peer?: URL): void {
    this.sinks.instruments?.heldBack(why, peer && originOf(peer));
    const attributes = { "flow.refusal": why, ...(peer && addressOf(peer)) };
    this.#span?.addEvent("flow.refusal", attributes, now(this.request));
  }

  failed({ code }: JsonObject): void {
    this.#code = Number(code);
  }

  ended(status: number): void {
    const { route, access } = this.request;
    const { elapsed } = access;
    this.#requests?.ended(route.template, status, elapsed / 1000);
    if (status === clientGoneStatus) this.sinks.instruments?.abandoned();
    const span = this.#span;
    if (span === undefined) return;
    span.attributes = requestAttributes(this.request, status);
    if (this.#code > 0) span.attributes["flow.error.code"] = this.#code;
    setVerdicts(span.attributes, this.#verdicts);
    span.hasFailed = status >= 500;
    span.end(access.startedAt + elapsed);
  }
}

/** Milliseconds since 1970, however the clock has been set since the request came. */
function now({ access }: ObservedRequest): number {
  return access.startedAt + access.elapsed;
}

function nameOf(method: string, { route }: ObservedRequest): string {
  return `${method === otherMethod ? "HTTP" : method}${route.template && ` ${route.template}`}`;
}

/** Nothing of the query, and no header field but that of the agent: there may be secrets. */
function requestAttributes(request: ObservedRequest, status: number): Attributes {
  const { client, route, requestID, clientAddress, access } = request;
  const { hostname, port, scheme } = authorityOf(client.url);
  const method = methodOf(client.method);
  const agent = client.headers.get("user-agent");
  const attributes: Attributes = {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_URL_SCHEME]: scheme,
    [ATTR_URL_PATH]: cut(request.url.path),
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
    "flow.request_id": requestID,
  };
  // To spread optional members takes longer.
  if (port !== undefined) attributes[ATTR_SERVER_PORT] = port;
  if (route.template !== "") attributes[ATTR_HTTP_ROUTE] = route.template;
  if (clientAddress !== "") attributes[ATTR_CLIENT_ADDRESS] = clientAddress;
  if (agent !== null) attributes[ATTR_USER_AGENT_ORIGINAL] = cut(agent);
  if (access.flow !== "") attributes["flow.file"] = access.flow;
  if (access.subject !== "") attributes["user.id"] = access.subject;
  if (status >= 500) attributes[ATTR_ERROR_TYPE] = String(status);
  if (method === otherMethod) attributes[ATTR_HTTP_REQUEST_METHOD_ORIGINAL] = cut(client.method);
  return attributes;
}

/** An action that waits, and is recorded. */
class ActionSpan implements ActionObserver {
  readonly #span: RecordedSpan;
  /** The fields `traceparent` that this process has made for upstream requests. Flows make others. */
  readonly #marks = new Set<string>();

  /** @param parent the span of the request */
  constructor(
    private readonly traces: Traces,
    private readonly instruments: Instruments | undefined,
    private readonly request: ObservedRequest,
    parent: TraceParent,
    action: string,
    place: () => string | undefined,
    peer: URL | undefined,
  ) {
    this.#marks.add(traceParentText(parent));
    const kind = peer === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
    this.#span = new RecordedSpan(traces, action, kind, childOf(parent), parent, now(request));
    this.#span.attributes = {
      "flow.action": action,
      "flow.request_id": request.requestID,
      ...placeAttributes(place()),
      ...(peer && { ...addressOf(peer), [ATTR_URL_SCHEME]: peer.protocol.slice(0, -1) }),
    };
  }

  sent(exchange: SentExchange): ExchangeSpan {
    const { traces, instruments, request } = this;
    return new ExchangeSpan(traces, instruments, request.requestID, this.#span.own, exchange, this.#marks);
  }

  failed(code: number): void {
    const { attributes } = this.#span;
    attributes[ATTR_ERROR_TYPE] = String(code);
    attributes["flow.error.code"] = code;
    this.#span.hasFailed = true;
  }

  ended(): void {
    this.#span.end(now(this.request));
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
