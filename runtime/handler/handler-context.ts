import { JsonDocument } from "../data/json/json-node.js";
import { Selection, type Value } from "../data/model/values.js";
import type { Context, state } from "../request/context.js";
import { Environment } from "../request/env-tree.js";
import type { RequestFacts } from "../upstream/plan/plan-facts.js";
import { jsonData } from "./json-data.js";
import { isNodeList, nodeSet } from "./node-list.js";
import { plainValue } from "./plain-value.js";
import type { Untyped } from "./untyped.js";

/**
 * The variables that flows and handlers of the app set, by name. The generated `variables.ts` adds them, so that the type
 * checker knows which there are.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the generated code of an app adds its members
export interface Variables {}

/**
 * The variables of one request: `$name` of a flow is `$.name`. JSON is plain data, and nodes of XML are what `select` takes.
 * What a handler sets, flows read, and the other way round.
 */
export interface HandlerContext extends Variables {
  /** The environment variables. One that is not set is `undefined`. */
  readonly env: { readonly [name: string]: string | undefined };
  /** The latest error, as flows see it in `$error`; `undefined` before the first. */
  readonly error: Untyped;
  /** The responses to upstream requests so far, as flows see them in `$upstream`. */
  readonly upstream: Untyped;
}

/** What a handler gets, and what the build knows of its requests. */
interface Origin {
  readonly context: Context;
  readonly facts: RequestFacts;
}

/** Leads from the `$` of a handler to that of flows. */
const origin: unique symbol = Symbol("origin");

/** The `$` of flows behind that of a handler. */
export function contextOf($: HandlerContext): Context {
  return originOf($).context;
}

/** The `$` of flows, and what the build knows of the requests that the handler sends. */
export function originOf($: HandlerContext): Origin {
  const found: unknown = Reflect.get($, origin);
  if (found === undefined) throw new TypeError("The first argument has to be the $ of the handler.");
  return found as Origin;
}

/** The variables of a request for a handler. */
export function handlerContext(context: Context, facts: RequestFacts): HandlerContext {
  return new Proxy<Origin>({ context, facts }, variables) as unknown as HandlerContext;
}

const variables: ProxyHandler<Origin> = {
  get(of, name) {
    const $ = of.context;
    if (typeof name === "symbol") return name === origin ? of : $[name as typeof state];
    if (name === "env" && $.env instanceof Environment) return new Proxy($.env, environment);
    return plainValue($[name]);
  },
  set({ context: $ }, name, value: unknown) {
    if (typeof name === "symbol") return false;
    $[name] = value === undefined ? undefined : storable(value);
    return true;
  },
  deleteProperty({ context: $ }, name) {
    if (typeof name === "symbol") return false;
    $[name] = undefined;
    return true;
  },
  has: ({ context }, name) => typeof name === "string" && context[name] !== undefined,
  ownKeys: ({ context }) => Object.keys(context),
  getOwnPropertyDescriptor({ context }, name) {
    const value = typeof name === "string" ? context[name] : undefined;
    return value === undefined
      ? undefined
      : { value: plainValue(value), enumerable: true, configurable: true, writable: true };
  },
};

/** `$env` as an object whose members are looked up when they are read. */
const environment: ProxyHandler<Environment> = {
  get: (variables, name) => (typeof name === "string" ? variables.member(name) : undefined),
  has: (variables, name) => typeof name === "string" && variables.member(name) !== undefined,
  ownKeys: (variables) => Object.keys(variables.toJson()),
  getOwnPropertyDescriptor(variables, name) {
    const value = typeof name === "string" ? variables.member(name) : undefined;
    return value === undefined ? undefined : { value, enumerable: true, configurable: true };
  },
  set: () => false,
};

/** A value as a variable of a flow holds it. Nodes stay the same. */
function storable(value: unknown): Value {
  // Numbers that JSON does not have are values of variables all the same.
  if (value instanceof Selection || typeof value === "number") return value;
  if (isNodeList(value)) return nodeSet(value);
  const json = jsonData(value);
  return json === null ? new JsonDocument(null) : json;
}
