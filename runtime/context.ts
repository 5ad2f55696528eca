import type { Context as HonoContext } from "hono";
import { ClientBody } from "./client-body.js";
import { type ClientUrl, splitUrl } from "./client-url.js";
import type { Content } from "./content.js";
import { Environment, serverInformation } from "./environment.js";
import { RequestTree } from "./request-tree.js";
import type { Route } from "./route.js";
import type { JsonObject, Value } from "./values.js";

/** What a flow says when it ends: `"break"` ends all flows of the request; the response is still sent. */
// biome-ignore lint/suspicious/noConfusingVoidType: a flow without a return statement is a flow
export type Outcome = "break" | void;

export type Flow = ($: Context) => Outcome | Promise<Outcome>;

/**
 * The variables of one request: `$name` of a flow is `$.name`. There is nothing else that a name could reach: no
 * inherited member (`$.constructor` is a variable like any other), and what the engine keeps is behind a symbol.
 */
export interface Context {
  /** Variables of the flow; the predefined ones below may be overwritten. */
  [name: string]: Value;
  /** The client's request, a tree that is made when read. */
  request: Value;
  env: Value;
  server: Value;
  /** A `JsonDocument`, or the text of a body that is no JSON; set once `readBody` ran. */
  body: Value;
  /** One member per upstream request; undefined until the first. */
  upstream: Value;
  /** The most recent error; undefined until the first. */
  error: Value;
  readonly [state]: State;
}

export const state: unique symbol = Symbol("state");

/** What the engine keeps about one request, out of reach of flows. */
export class State {
  readonly client: HonoContext;
  readonly route: Route;
  /** The main content: what is sent unless something replaces it. */
  main: Content | undefined;
  /** Upstream responses by request id. */
  contents: Map<string, Content> | undefined;
  /** Status that the flow set. */
  status: number | undefined;
  /** Response header fields that the flow set, by lower-case name. */
  headers: Map<string, string | readonly string[]> | undefined;
  error: Value;
  #requestID: string | undefined;
  #url: ClientUrl | undefined;
  #body: ClientBody | undefined;
  #upstream: Value;
  #exchanges: Map<string, JsonObject> | undefined;
  #exchangesRead = true;

  constructor(client: HonoContext, route: Route) {
    this.client = client;
    this.route = route;
    this.main = undefined;
    this.contents = undefined;
    this.status = undefined;
    this.headers = undefined;
    this.error = undefined;
  }

  get method(): string {
    return this.client.req.raw.method;
  }

  /** The bindings that the runtime gave the app. */
  get bindings(): unknown {
    return this.client.env;
  }

  get body(): ClientBody {
    this.#body ??= new ClientBody(this.client.req.raw, this.bindings);
    return this.#body;
  }

  get requestID(): string {
    this.#requestID ??= crypto.randomUUID();
    return this.#requestID;
  }

  get url(): ClientUrl {
    this.#url ??= splitUrl(this.client.req.raw.url);
    return this.#url;
  }

  /** `$upstream` as it is now. A new object after each request: trees over data may be kept, so data never changes. */
  get upstream(): Value {
    if (this.#exchangesRead) return this.#upstream;
    const exchanges: Record<string, JsonObject> = Object.create(null);
    for (const [id, exchange] of this.#exchanges ?? []) exchanges[id] = exchange;
    this.#exchangesRead = true;
    this.#upstream = exchanges;
    return exchanges;
  }

  set upstream(value: Value) {
    this.#exchangesRead = true;
    this.#upstream = value;
  }

  /** Stores the outcome of an upstream request: its entry in `$upstream` and its content. */
  store(id: string, exchange: JsonObject, content: Content): void {
    this.#exchanges ??= new Map();
    this.#exchanges.set(id, exchange);
    this.#exchangesRead = false;
    this.contents ??= new Map();
    this.contents.set(id, content);
  }
}

class Variables {
  [name: string]: Value;
  readonly [state]: State;

  constructor(of: State) {
    this[state] = of;
  }

  get request(): Value {
    return keep(this, "request", new RequestTree(this[state]));
  }
  set request(value: Value) {
    keep(this, "request", value);
  }

  get env(): Value {
    return keep(this, "env", new Environment(this[state].bindings));
  }
  set env(value: Value) {
    keep(this, "env", value);
  }

  get server(): Value {
    return keep(this, "server", serverInformation(this[state].bindings));
  }
  set server(value: Value) {
    keep(this, "server", value);
  }

  get body(): Value {
    return this[state].body.value;
  }
  set body(value: Value) {
    keep(this, "body", value);
  }

  get upstream(): Value {
    return this[state].upstream;
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

/** From now on the variable is an own property, which hides the accessor. */
const keep = ($: object, name: string, value: Value): Value => {
  Object.defineProperty($, name, { value, writable: true, enumerable: true, configurable: true });
  return value;
};

Reflect.deleteProperty(Variables.prototype, "constructor");
Object.setPrototypeOf(Variables.prototype, null);

export const createContext = (client: HonoContext, route: Route): Context =>
  new Variables(new State(client, route));
