import { HeldBytes } from "../base/held-bytes.js";
import { lazyGlobals } from "../base/lazy-globals.js";
import type { JsonValue, Value } from "../data/model/values.js";
import { ClientBody } from "../http/client-body.js";
import { type ClientRequest, clientAddress, type Departure, departureOf } from "../http/client-request.js";
import { type RequestUrl, splitUrl } from "../http/client-url.js";
import type { Reply } from "../http/reply.js";
import { receivedId } from "../http/request-id.js";
import { AccessRecord } from "../observe/logs/access-record.js";
import { type AlertFacts, logAlert } from "../observe/logs/log.js";
import { alertPlace } from "../observe/logs/place.js";
import { receivedParent } from "../observe/telemetry/propagation.js";
import { type Listener, RequestEvents } from "../observe/telemetry/request-events.js";
import { type TraceParent, traceParentText } from "../observe/telemetry/trace-parent.js";
import type { Content, ParseDocument } from "./content.js";
import type { FlowError } from "./engine-errors.js";
import { Environment, serverInformation } from "./env-tree.js";
import type { Facilities } from "./facilities.js";
import { RequestTree } from "./request-tree.js";
import type { Route } from "./route.js";
import type { Stored } from "./storage.js";
import { type ShownExchange, UpstreamTree } from "./upstream-tree.js";

/** The result of a flow: nothing, or `requestEnded`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a flow without a return statement is a flow
export type Outcome = "ended" | void;

/**
 * A flow that returns it has ended the request, and so do all that called it: there is an error, or the response is made.
 * With the type of all outcomes, a function may return it here and end without a word there.
 */
export const requestEnded: Outcome = "ended";

/** Answers a request. */
export type Answer = ($: Context) => Reply | Promise<Reply>;

export interface Flow {
  ($: Context): Outcome | Promise<Outcome>;
  /** The flow file that it was compiled from; known for flows that answer requests. */
  readonly file?: string;
}

/**
 * The variables of one request: `$name` of a flow is `$.name`. A name reaches nothing else: the object inherits no
 * members, so that `$.constructor` is a variable like any other, and what the engine keeps is behind a symbol.
 */
export interface Context {
  /** Variables of the flow; the predefined ones below may be overwritten. */
  [name: string]: Value;
  /** The client's request: a tree that is made when it is read. */
  request: Value;
  env: Value;
  server: Value;
  /** A `JsonDocument`, or a text if the body is no JSON; set once `readBody` has run. */
  body: Value;
  /** One member per upstream request; undefined before the first. */
  upstream: Value;
  /** The latest error; undefined before the first. */
  error: Value;
  // The object inherits nothing, but without these lines its type would have the members of all objects.
  constructor: Value;
  hasOwnProperty: Value;
  isPrototypeOf: Value;
  propertyIsEnumerable: Value;
  toLocaleString: Value;
  toString: Value;
  valueOf: Value;
  readonly [state]: State;
}

export const state: unique symbol = Symbol("state");

/** The flow, which knows the file that it is from. */
export function fromFile(file: string, flow: Flow): Flow {
  return Object.assign(flow, { file });
}

/** Stands for a variable that has been neither read nor set. */
const unread: unique symbol = Symbol("unread");

/** The settings of a flow that take the place of the app's configuration. */
export interface Settings {
  /** Seconds, as text where they are computed. A number that is not positive has no effect. */
  readonly ldapTimeout?: number | string;
}

/** How many alerts of a topic are written for each request. */
const maxAlerts = 50;

/** The names and values of those parameters of a place that a description types and the client has sent. */
export type DeclaredValues = (
  request: State,
) => (
  place: "path" | "query" | "header" | "cookie" | "formData",
) => Iterable<readonly [name: string, value: JsonValue]>;

/** The data that the engine keeps about one request, where flows cannot reach it. */
export class State {
  readonly client: ClientRequest;
  /** The bindings that the platform gave the app. */
  readonly bindings: unknown;
  readonly route: Route;
  readonly facilities: Facilities;
  readonly access: AccessRecord;
  /** Set only if somebody listens to the request. */
  events: RequestEvents | undefined;
  /** The main content: what is sent unless something replaces it. */
  main: Content | undefined;
  /** Upstream responses by request id. */
  contents: Map<string, Content> | undefined;
  /** The values in locations other than contents; undefined while there is nothing. */
  stored: Stored | undefined;
  settings: Settings | undefined;
  /** The body of an upstream response that is still to be passed on; a flow has one at most. */
  stream: ReadableStream<Uint8Array> | undefined;
  /** The status that the flow set. */
  status: number | undefined;
  /** The response header fields that the flow set, by lower-case name. */
  headers: Map<string, string | readonly string[]> | undefined;
  /** The claims of the client's tokens, for every upstream request, by the lower-case name of their field. */
  upstreamFields: Map<string, string> | undefined;
  error: Value;
  /** The error that ended the flows; undefined while none has. */
  failure: FlowError | undefined;
  /** Counts the bytes of bodies; undefined while there are none. */
  held: HeldBytes | undefined;
  /** Decodes the parameters of the request; `undefined` where no description types them. */
  declared: DeclaredValues | undefined;
  /** Checks the response that the flows left before it is sent; may throw a `FlowError`. */
  checkResponse: (() => void) | undefined;
  /** The predefined variables, which `Variables` makes when they are read. */
  request: Value | typeof unread = unread;
  environment: Value | typeof unread = unread;
  server: Value | typeof unread = unread;
  bodyVariable: Value | typeof unread = unread;
  /** Undefined before the first upstream request. */
  upstream: Value | typeof unread;
  #isBodyLogged = false;
  /** How many alerts of each topic there were; undefined while there are none. Topics are few, so a map would cost more. */
  #alerts: { readonly topic: string; count: number }[] | undefined;
  #requestID: string | undefined;
  #clientAddress: string | undefined;
  #url: RequestUrl | undefined;
  #body: ClientBody | undefined;
  #departure: Departure | undefined;
  #exchanges: Map<string, ShownExchange> | undefined;

  constructor(client: ClientRequest, bindings: unknown, route: Route, facilities: Facilities) {
    this.client = client;
    this.bindings = bindings;
    this.route = route;
    this.facilities = facilities;
    this.access = new AccessRecord();
  }

  /** From now on, the listener hears what happens in the request. */
  listen(listener: Listener): RequestEvents {
    this.events ??= new RequestEvents();
    this.events.add(listener);
    return this.events;
  }

  get parseHtml(): ParseDocument | undefined {
    return this.facilities.parseHtml;
  }

  get method(): string {
    return this.client.method;
  }

  get body(): ClientBody {
    this.#body ??= new ClientBody(this.client, this.bindings, this);
    return this.#body;
  }

  get departure(): Departure {
    this.#departure ??= departureOf(this.client);
    return this.#departure;
  }

  /** Counts the bytes of bodies that the request holds until it is over. */
  hold(): HeldBytes {
    this.held ??= new HeldBytes(this.bindings);
    return this.held;
  }

  /** Bytes of the client's body; `undefined` if it was not read, or is empty. */
  get bodyLength(): number | undefined {
    return this.#body?.length || undefined;
  }

  /** Variables of the environment that the flow has asked for, and that have no text. */
  get unsetVariables(): readonly string[] {
    return this.environment instanceof Environment ? this.environment.unset : [];
  }

  /** `$body` as the client sent it. JSON that does not parse is logged, the first time that it is read. */
  get bodyValue(): Value {
    const { value, isMalformed } = this.body;
    if (isMalformed && !this.#isBodyLogged) {
      this.#isBodyLogged = true;
      this.alert("body", "The client's body is declared as application/json and does not parse.");
    }
    return value;
  }

  /** Empty where it is not known. */
  get clientAddress(): string {
    this.#clientAddress ??= clientAddress(this.client, this.bindings) ?? "";
    return this.#clientAddress;
  }

  /** To be called before anything waits: nobody knows the address of a client that has gone, or has its response. */
  keepAddress(): void {
    this.#clientAddress = this.clientAddress;
  }

  get requestID(): string {
    this.#requestID ??= receivedId(this.client, this.bindings) ?? lazyGlobals.uuid();
    return this.#requestID;
  }

  /** The span that the request belongs to; `undefined` if nobody names one. */
  get trace(): TraceParent | undefined {
    return this.events?.trace ?? receivedParent(this.client.headers);
  }

  /** The field `traceparent` of upstream requests, if it is not the client's. */
  get ownTrace(): string | undefined {
    const trace = this.events?.trace;
    return trace && traceParentText(trace);
  }

  get url(): RequestUrl {
    this.#url ??= this.client.urlParts ?? splitUrl(this.client.url);
    return this.#url;
  }

  /**
   * Logs an `engine_alert`, with the fields `extra` after its own. A loop may alert at each item that a client sends, so
   * only the first alerts of a topic are written: finding the place of one takes as long as thousands of steps.
   * @param known where it comes from, if it is known
   */
  alert(topic: string, message: string, extra?: AlertFacts, known?: string): void {
    this.#alerts ??= [];
    let counted = this.#alerts.find((one) => one.topic === topic);
    if (counted === undefined) {
      counted = { topic, count: 0 };
      this.#alerts.push(counted);
    }
    if (++counted.count <= maxAlerts) this.#write(topic, message, extra, known);
  }

  /** Logs how many alerts were not written. To be called once the flows are over. */
  alertLeftOut(): void {
    if (this.#alerts === undefined) return;
    for (const { topic, count } of this.#alerts) {
      if (count > maxAlerts)
        this.#write(topic, `${count - maxAlerts} more alerts of the request are left out.`);
    }
  }

  #write(topic: string, message: string, extra?: AlertFacts, known?: string): void {
    const { requestID, access, trace, events } = this;
    events?.tell(topic, { kind: "alert", value: () => message }, "alert");
    const place = known ?? alertPlace(access.flow);
    events?.alerted(place);
    const { startedAt } = access;
    logAlert({ startedAt, requestID, topic, message, place, trace }, extra, this.bindings);
  }

  /**
   * `$upstream` as it is now. Each upstream request makes a new object: trees over data may be kept, so the data must
   * never change.
   */
  upstreamTree(): UpstreamTree {
    return new UpstreamTree(new Map(this.#exchanges));
  }

  /** The cookies that upstream responses have set, in the order of the requests. */
  get upstreamCookies(): readonly string[] {
    return [...(this.#exchanges?.values() ?? [])].flatMap(({ cookies }) => cookies);
  }

  /**
   * Stores the result of an upstream request: its content, and its entry in `$upstream`, which is made when it is read.
   */
  store(id: string, exchange: ShownExchange, content: Content): void {
    this.#exchanges ??= new Map();
    this.#exchanges.set(id, exchange);
    this.upstream = unread;
    this.contents ??= new Map();
    this.contents.set(id, content);
    if (content.source.kind === "stream") this.stream = content.source.stream;
  }
}

/** The predefined variables of a request. A flow may overwrite each. */
class Variables {
  [name: string]: Value;
  readonly [state]: State;

  constructor(of: State) {
    this[state] = of;
  }

  get request(): Value {
    const own = this[state];
    if (own.request === unread) own.request = new RequestTree(own);
    return own.request;
  }
  set request(value: Value) {
    this[state].request = value;
  }

  get env(): Value {
    const own = this[state];
    if (own.environment === unread) own.environment = new Environment(own.bindings);
    return own.environment;
  }
  set env(value: Value) {
    this[state].environment = value;
  }

  get server(): Value {
    const own = this[state];
    if (own.server === unread) own.server = serverInformation(own.bindings);
    return own.server;
  }
  set server(value: Value) {
    this[state].server = value;
  }

  /** The value is not kept when it is read, since it is empty before the body has been read. */
  get body(): Value {
    const own = this[state];
    return own.bodyVariable === unread ? own.bodyValue : own.bodyVariable;
  }
  set body(value: Value) {
    this[state].bodyVariable = value;
  }

  get upstream(): Value {
    const own = this[state];
    if (own.upstream === unread) own.upstream = own.upstreamTree();
    return own.upstream;
  }
  set upstream(value: Value) {
    this[state].upstream = value;
  }

  get error(): Value {
    return this[state].error;
  }
  set error(value: Value) {
    this[state].error = value;
  }
}

Reflect.deleteProperty(Variables.prototype, "constructor");
Object.setPrototypeOf(Variables.prototype, null);

export function createContext(
  client: ClientRequest,
  bindings: unknown,
  route: Route,
  facilities: Facilities,
): Context {
  const $ = new Variables(new State(client, bindings, route, facilities)) as Context;
  for (const subscriber of subscribers) {
    const listener = subscriber($);
    if (listener !== undefined) $[state].listen(listener);
  }
  return $;
}

/** Called with each request that begins; what it returns listens to the request. */
type Subscriber = ($: Context) => Listener | undefined;

const subscribers: Subscriber[] = [];

/** Lets something listen to the requests of the whole process. */
export function subscribe(subscriber: Subscriber): void {
  subscribers.push(subscriber);
}
