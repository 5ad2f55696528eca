import { processVariable } from "../../base/environment-variables.js";
import { setting } from "../../base/settings.js";
import { namedUpstreams } from "../named-upstreams.js";

type Socket = InstanceType<typeof import("node:net")["Socket"]>;
export type Agent = InstanceType<typeof import("node:http")["Agent"]>;
type AgentOptions = ConstructorParameters<typeof import("node:https")["Agent"]>[0];

/** Makes the connections of a socket, where an agent's own way does not do. */
export type CreateConnection = Agent["createConnection"];

/** Settings of connections beside the place that they lead to. */
export interface PoolSettings {
  /** Each connection is for one request. */
  readonly isSingle?: boolean;
  readonly options?: AgentOptions;
  readonly createConnection?: CreateConnection;
}

/** The connections to one origin. */
export class Pool {
  readonly isSecure: boolean;
  /** Connections that are used again, as a rule. */
  readonly agent: Agent;
  readonly isKept: boolean;
  /** Begins a request. */
  readonly request: typeof import("node:http")["request"];
  /** Makes text of single bytes. */
  readonly latin1: InstanceType<typeof import("node:string_decoder")["StringDecoder"]>;
  readonly #settings: PoolSettings;
  /** Milliseconds. */
  readonly #announced = new WeakMap<Socket, number>();
  /** When connections are too old to be used again, by `performance.now()`. */
  readonly #ends = new WeakMap<Socket, number>();
  /** Milliseconds. */
  readonly #age: number;

  constructor({ origin, protocol }: URL, settings: PoolSettings, bindings: unknown) {
    this.isSecure = protocol === "https:";
    const own = namedUpstreams().find((one) => one.origin === origin)?.connectionAge;
    this.#age = (own ?? setting(bindings, "UPSTREAM_CONNECTION_AGE")) * 1000;
    this.isKept = settings.isSingle !== true;
    this.request = process.getBuiltinModule("node:http").request;
    this.latin1 = new (process.getBuiltinModule("node:string_decoder").StringDecoder)("latin1");
    this.#settings = settings;
    const maxSockets = setting(bindings, "UPSTREAM_CONNECTIONS");
    this.agent = this.#make({ keepAlive: this.isKept, maxSockets });
    this.agent.keepSocketAlive = (socket) => this.#keep(socket as Socket);
  }

  /** A connection for one request. */
  once(): Agent {
    return this.#make({});
  }

  /** Notes how long the server keeps a connection, by its field `Keep-Alive`. */
  announce(socket: Socket, field: string): void {
    const seconds = /\btimeout=(\d+)/.exec(field)?.[1];
    if (seconds !== undefined) this.#announced.set(socket, Math.min(Number(seconds), maxSeconds) * 1000);
  }

  /**
   * Returns whether the connection is used again. The server may be about to close it. One that is old is not: a new one
   * asks anew where the server is.
   */
  #keep(socket: Socket): boolean {
    const time = Math.min((this.#announced.get(socket) ?? usualTime + spare) - spare, this.#timeLeft(socket));
    if (time <= 0) return false;
    try {
      if (socket.timeout !== time) socket.setTimeout(time);
      socket.unref();
      return true;
    } catch {
      return false; // nobody else would catch it
    }
  }

  /** Counts from the end of the first request. Connections that began together do not end together. */
  #timeLeft(socket: Socket): number {
    const now = performance.now();
    const known = this.#ends.get(socket);
    const end = known ?? now + this.#age * (1 - Math.random() / 4);
    if (known === undefined) this.#ends.set(socket, end);
    return Math.ceil(end - now);
  }

  /** Ends the connections as soon as their requests are over. */
  close(): void {
    this.agent.maxFreeSockets = 0;
    for (const sockets of Object.values(this.agent.freeSockets)) {
      for (const socket of [...(sockets ?? [])]) socket.destroy();
    }
  }

  #make(options: AgentOptions): Agent {
    const { Agent } = process.getBuiltinModule(this.isSecure ? "node:https" : "node:http");
    const { createConnection, options: more } = this.#settings;
    return Object.assign(
      new Agent({ ...options, ...more }),
      { getName },
      createConnection && { createConnection },
    );
  }
}

/**
 * The name of a connection, by which an agent finds those that are free. All of one agent lead to one place in one way, so
 * that it is enough to whom TLS speaks: of all options, Node makes a name three times for each request.
 */
function getName(options?: { readonly servername?: string | undefined }): string {
  return options?.servername || "any";
}

/** Milliseconds for which a connection is kept that nothing is sent over. */
const usualTime = 4000;
/** A connection is not used any more when the server is about to close it. */
const spare = 1000;
const maxSeconds = 600;

/**
 * The connections to an origin, made as the settings ask that the key stands for. Flows compute URLs and options, so
 * requests could make more and more pools: those that were not used for the longest time are closed.
 */
export function pooled(to: URL, key: string, make: () => PoolSettings, bindings?: unknown): Pool {
  if (to.origin === latest?.origin && key === latest.key) return latest.pool;
  const name = `${to.origin} ${key}`;
  const pool = pools.get(name) ?? new Pool(to, make(), bindings);
  pools.delete(name);
  pools.set(name, pool);
  latest = { origin: to.origin, key, pool };
  const [oldest] = pools;
  if (pools.size > maxPools && oldest !== undefined) {
    pools.delete(oldest[0]);
    oldest[1].close();
  }
  return pool;
}

/** The pool that was used last comes last. */
const pools = new Map<string, Pool>();
let latest: { readonly origin: string; readonly key: string; readonly pool: Pool } | undefined;
const maxPools = 256;

/**
 * The connections to the origin of a URL; `undefined` where `fetch` has to send: on other platforms than Node, where
 * somebody has replaced it, for instance to test, where it goes through the proxies of the environment, and for ports
 * that it may refuse.
 */
export function poolFor(url: URL, bindings: unknown): Pool | undefined {
  if (globalThis.fetch !== ownFetch || !isNode || mayBeBlocked(url.port)) return undefined;
  if (processVariable("NODE_USE_ENV_PROXY")) return undefined;
  return pooled(url, "", () => ({}), bindings);
}

const ownFetch = globalThis.fetch;

/** Others have `node:http`, too, on top of their own clients. */
export const isNode = globalThis.process?.versions?.undici !== undefined;

/**
 * Returns true if `fetch` might refuse the port, because another protocol than HTTP is spoken there (Fetch
 * standard, "bad port"). `fetch` then decides it.
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
