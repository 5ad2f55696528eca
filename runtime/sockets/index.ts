/**
 * Upstream requests over connections that the platform's `fetch` cannot make: with proxies, versions of TLS, client
 * certificates and so on. Only apps whose flows use such options load it.
 * @module
 */
import { type Dispatcher, fetch as undiciFetch } from "undici";
import { RequestFailure } from "../upstream/failure.js";
import type { Sockets } from "../upstream/plan/socket-options.js";
import { refuseOrigin } from "../upstream/refuse-origin.js";
import type { Dispatcher as Sender } from "../upstream/send/dispatcher.js";
import { exactFields } from "../upstream/send/exact-fields.js";
import { createAgent } from "./agent.js";
import { readSettings, type Settings } from "./settings.js";

/** The facility `sockets`. */
export const sockets: Sockets = (options, connectTimeout, origins) => {
  const settings = readSettings(options, connectTimeout);
  const key = JSON.stringify(settings);
  let agent = agents.get(key);
  if (agent === undefined) {
    agent = createAgent(settings);
    closeOldest();
    agents.set(key, agent);
  }
  const dispatcher = agent;
  return ((input: URL, init: { readonly headers: [string, string][] }) => {
    refuseOrigin(connectedTo(input, settings), origins);
    const exact = exactFields(dispatcher as unknown as Sender, new Map(init.headers));
    return undiciFetch(input, { ...init, dispatcher: exact as unknown as Dispatcher });
  }) as unknown as typeof fetch;
};

/** Where the connection goes: to the proxy, or to what takes the place of the URL's host. */
function connectedTo(url: URL, { proxy, transport }: Settings): URL {
  if (proxy !== undefined) return new URL(proxy.uri);
  const { protocol = url.protocol, hostname = url.hostname, port = url.port } = transport;
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  const place = `${protocol}//${host}:${port}`;
  if (URL.canParse(place)) return new URL(place);
  throw new RequestFailure("The request option transport-server must be the name of a server.");
}

/**
 * Closes the pool that was made first, once there are too many: flows can compute options. Its running requests can
 * still end.
 */
function closeOldest(): void {
  const [oldest] = agents;
  if (agents.size < maxAgents || oldest === undefined) return;
  const [key, agent] = oldest;
  agents.delete(key);
  void agent.close();
}

const agents = new Map<string, Dispatcher>();
const maxAgents = 32;
