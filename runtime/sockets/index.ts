/**
 * Upstream requests over connections that the platform's `fetch` cannot make: with proxies, versions of TLS, client
 * certificates and so on. Only apps that name such options load it.
 * @module
 */
import { type Dispatcher, fetch as undiciFetch } from "undici";
import type { Sockets } from "../actions/socket-options.js";
import { createAgent } from "./agent.js";
import { readSettings } from "./settings.js";

/** The facility `sockets`. */
export const sockets: Sockets = (options, connectTimeout) => {
  const settings = readSettings(options, connectTimeout);
  const key = JSON.stringify(settings);
  let agent = agents.get(key);
  if (agent === undefined) {
    agent = createAgent(settings);
    closeOldest();
    agents.set(key, agent);
  }
  const dispatcher = agent;
  return ((input: URL, init: object) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as typeof fetch;
};

/** Flows can compute options, so there is an end to it. Who still has a request running can end it. */
const closeOldest = (): void => {
  const [oldest] = agents;
  if (agents.size < maxAgents || oldest === undefined) return;
  const [key, agent] = oldest;
  agents.delete(key);
  void agent.close();
};

const agents = new Map<string, Dispatcher>();
const maxAgents = 32;
