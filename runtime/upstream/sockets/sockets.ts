import { RequestFailure } from "../failure.js";
import type { Sockets } from "../plan/socket-options.js";
import { refuseOrigin } from "../refuse-origin.js";
import { exchange, type Target, targetOf } from "../send/exchange.js";
import { type Agent, Pool, platformAgent } from "../send/pools.js";
import { agentMaker } from "./agent.js";
import { readSettings, type Settings } from "./socket-settings.js";
import { authorization } from "./tunnel.js";

/** The facility `sockets`. */
export const sockets: Sockets = (options, connectTimeout, origins) => {
  const settings = readSettings(options, connectTimeout);
  const pools = poolsFor(settings);
  return (sending, halt) => {
    const { url } = sending;
    refuseOrigin(connectedTo(url, settings), origins);
    return exchange(poolTo(url, pools, settings), sending, halt, writtenFor(url, settings));
  };
};

/** The pools of equal settings, by the origins that they are for. */
interface Pools {
  readonly make: (isTunnelled: boolean) => (isKept: boolean) => Agent;
  readonly byOrigin: Map<string, Pool>;
}

/** Flows can compute options and URLs. What was made first is closed first; running requests can still end. */
const made = new Map<string, Pools>();
const maxSettings = 32;
const maxOrigins = 32;

function poolsFor(settings: Settings): Pools {
  const key = JSON.stringify(settings);
  const known = made.get(key);
  if (known !== undefined) return known;
  const agent = platformAgent();
  if (agent === undefined)
    throw new RequestFailure("This platform cannot carry out the request options about connections.");
  const pools = { make: agentMaker(agent, settings, undefined), byOrigin: new Map() };
  made.set(key, pools);
  const [oldest] = made;
  if (made.size > maxSettings && oldest !== undefined) {
    made.delete(oldest[0]);
    for (const pool of oldest[1].byOrigin.values()) pool.close();
  }
  return pools;
}

function poolTo(url: URL, { make, byOrigin }: Pools, settings: Settings): Pool {
  const known = byOrigin.get(url.origin);
  if (known !== undefined) return known;
  const pool = new Pool(make(isTunnelled(url, settings)));
  byOrigin.set(url.origin, pool);
  const [oldest] = byOrigin;
  if (byOrigin.size > maxOrigins && oldest !== undefined) {
    byOrigin.delete(oldest[0]);
    oldest[1].close();
  }
  return pool;
}

/** Only where neither end is secured, a proxy gets requests as they are. */
function isTunnelled({ protocol }: URL, { proxy }: Settings): boolean {
  return proxy !== undefined && (protocol === "https:" || proxy.uri.startsWith("https:"));
}

/** Behind another server, and for a proxy, the request still names the URL's host. */
function writtenFor(url: URL, settings: Settings): Target {
  const own = targetOf(url);
  const { proxy } = settings;
  if (isTunnelled(url, settings)) return own;
  const { origin } = connectedTo(url, settings);
  const host = ["host", url.host];
  if (proxy === undefined) return { ...own, origin, fields: origin === url.origin ? [] : host };
  return { origin, path: url.origin + own.path, fields: [...host, ...authorization(proxy)] };
}

/** Where the connection goes: to the proxy, or to what takes the place of the URL's host. */
function connectedTo(url: URL, { proxy, transport }: Settings): URL {
  if (proxy !== undefined) return new URL(proxy.uri);
  const { protocol = url.protocol, hostname = url.hostname, port = url.port } = transport;
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  const place = `${protocol}//${host}:${port}`;
  if (URL.canParse(place)) return new URL(place);
  throw new RequestFailure("The request option transport-server must be the name of a server.");
}
