import { setting } from "../../base/settings.js";
import { type Dispatcher, platformDispatcher } from "./dispatcher.js";

/** The connections to one origin. */
export class Pool {
  /** Connections that are used again. */
  readonly kept: Dispatcher;
  readonly #make: (isKept: boolean) => Agent;
  #once: Dispatcher | undefined;
  #isNew = false;

  constructor(make: (isKept: boolean) => Agent) {
    const agent = make(true);
    agent.on("connect", () => {
      this.#isNew = true;
    });
    this.kept = agent;
    this.#make = make;
  }

  /** Connections for one request each. */
  get once(): Dispatcher {
    this.#once ??= this.#make(false);
    return this.#once;
  }

  /**
   * Whether the connection that a request is about to be written to has just been made. undici writes to a new connection
   * in the turn in which it tells about it.
   */
  takeNew(): boolean {
    const isNew = this.#isNew;
    this.#isNew = false;
    return isNew;
  }

  /** Ends the connections as soon as their requests are over. */
  close(): void {
    for (const agent of [this.kept, this.#once]) void (agent as Agent | undefined)?.close();
  }
}

/** What an agent of undici has beside `dispatch`. */
export interface Agent extends Dispatcher {
  on(event: "connect", listener: () => void): unknown;
  close(): Promise<void>;
}

/**
 * The connections to an origin; `undefined` where only `fetch` can send: on other platforms than Node, and where
 * somebody has replaced `fetch` or its dispatcher, for instance to go through a proxy or to test.
 * @param connectTimeout in milliseconds; `undefined` for the time that undici takes
 */
export function poolFor(url: URL, connectTimeout: number | undefined, bindings: unknown): Pool | undefined {
  if (globalThis.fetch !== ownFetch || mayBeBlocked(url.port)) return undefined;
  const makeAgent = agentClass();
  if (makeAgent === undefined) return undefined;
  const key = `${url.origin} ${connectTimeout}`;
  if (key === latest?.key) return latest.pool;
  const pool = pools.get(key) ?? new Pool(poolMaker(makeAgent, connectTimeout, bindings));
  pools.delete(key);
  pools.set(key, pool);
  latest = { key, pool };
  closeOldest();
  return pool;
}

const ownFetch = globalThis.fetch;

/** The pool that was used last comes last. */
const pools = new Map<string, Pool>();
let latest: { readonly key: string; readonly pool: Pool } | undefined;

/** Flows compute URLs and limits, so requests could make more and more pools. */
const maxPools = 256;

function closeOldest(): void {
  const [oldest] = pools;
  if (pools.size <= maxPools || oldest === undefined) return;
  pools.delete(oldest[0]);
  oldest[1].close();
}

function poolMaker(
  agent: AgentClass,
  connectTimeout: number | undefined,
  bindings: unknown,
): (isKept: boolean) => Agent {
  const connect = connectTimeout === undefined ? {} : { connect: { timeout: connectTimeout } };
  return (isKept) => new agent({ ...agentOptions(isKept, bindings), ...connect });
}

/** The options of all agents. */
export function agentOptions(isKept: boolean, bindings: unknown): object {
  return {
    connections: setting(bindings, "UPSTREAM_CONNECTIONS"),
    // The clocks of a request are enough. With 0, undici has none of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    // With 0, undici closes a connection after each request.
    pipelining: isKept ? 1 : 0,
  };
}

export type AgentClass = new (options: object) => Agent;

/** The class of the agent of the platform's `fetch`; `undefined` where there is none. */
export function platformAgent(): AgentClass | undefined {
  const agent = isNode() ? platformDispatcher()?.constructor : undefined;
  return agent?.name === "Agent" ? (agent as AgentClass) : undefined;
}

/** Others may have the dispatcher of an undici that is not the one behind their `fetch`. */
function isNode(): boolean {
  return globalThis.process?.versions?.undici !== undefined;
}

/** The class of the agent that the platform's `fetch` uses, unless somebody has put another one or a changed one there. */
function agentClass(): AgentClass | undefined {
  const dispatcher = platformDispatcher();
  if (dispatcher !== examined.dispatcher) examined = { dispatcher, agent: ordinaryClass(dispatcher) };
  return examined.agent;
}

/** The dispatcher that was looked at last: there is one, as a rule. */
let examined: { readonly dispatcher: Dispatcher | undefined; readonly agent: AgentClass | undefined } = {
  dispatcher: undefined,
  agent: undefined,
};

function ordinaryClass(dispatcher: Dispatcher | undefined): AgentClass | undefined {
  const agent = platformAgent();
  if (dispatcher === undefined || agent === undefined) return undefined;
  const isPlain = dispatcher.dispatch === agent.prototype.dispatch && hasNoOptions(dispatcher);
  return isPlain ? agent : undefined;
}

/** undici keeps the options of an agent under a symbol. What looks different is taken for changed. */
function hasNoOptions(dispatcher: Dispatcher): boolean {
  const symbol = Object.getOwnPropertySymbols(dispatcher).find(
    ({ description }) => description === "options",
  );
  const options: unknown = symbol && Reflect.get(dispatcher, symbol);
  return (
    typeof options === "object" &&
    options !== null &&
    Object.values(options).every((value) => value === undefined || value === Number.POSITIVE_INFINITY)
  );
}

/**
 * Whether `fetch` might refuse the port, because another protocol than HTTP is spoken there (Fetch standard, "bad port").
 * `fetch` then decides it.
 */
function mayBeBlocked(port: string): boolean {
  if (port === "" || port === "443") return false;
  return Number(port) < 1024 || blockedPorts.has(port);
}

/** Those from 1024 on. */
const blockedPorts: ReadonlySet<string> = new Set(
  "1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080".split(
    " ",
  ),
);
