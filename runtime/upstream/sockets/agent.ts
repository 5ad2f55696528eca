import { createSecureContext, type SecureContext } from "node:tls";
import { RequestFailure } from "../failure.js";
import { type Agent, type AgentClass, agentOptions } from "../send/pools.js";
import type { Settings, TlsSettings } from "./socket-settings.js";
import { tunnels } from "./tunnel.js";

/** Milliseconds for a connection that no option limits; undici takes as many. */
const usualTimeout = 10_000;

/**
 * Makes pools of connections as the settings ask. The class is that of the platform's `fetch`, so no client of HTTP has to
 * be part of the app.
 * @throws RequestFailure if OpenSSL does not accept the settings
 */
export function agentMaker(
  agent: AgentClass,
  { tls, proxy, isReused, connectTimeout }: Settings,
  bindings: unknown,
): (isTunnelled: boolean) => (isKept: boolean) => Agent {
  const timeout = connectTimeout ?? usualTimeout;
  const secured = { timeout, secureContext: secureContext(tls), rejectUnauthorized: tls.isChecked };
  const options = (isKept: boolean) => agentOptions(isKept && isReused, bindings);
  return (isTunnelled) => (isKept) => {
    if (proxy === undefined) return new agent({ ...options(isKept), connect: secured });
    const toProxy = new agent({ ...options(isKept), headersTimeout: timeout, connect: { timeout } });
    if (!isTunnelled) return toProxy;
    return new agent({ ...options(isKept), connect: tunnels(toProxy, proxy, secured) });
  };
}

function secureContext({ certificate, isChecked, ...settings }: TlsSettings): SecureContext {
  const identity = certificate === undefined ? {} : { cert: certificate, key: certificate };
  try {
    return createSecureContext({ ...settings, ...identity });
  } catch {
    throw new RequestFailure("The request options about TLS cannot be used.");
  }
}
