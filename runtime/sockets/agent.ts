import { createSecureContext, type SecureContext } from "node:tls";
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from "undici";
import { RequestFailure } from "../upstream/failure.js";
import type { Settings, TlsSettings } from "./settings.js";

/**
 * A pool of connections.
 * @throws RequestFailure if OpenSSL does not accept the settings
 */
export function createAgent({ tls, transport, proxy, isReused, connectTimeout }: Settings): Dispatcher {
  const timeout = connectTimeout === undefined ? {} : { timeout: connectTimeout };
  const secured = { ...timeout, secureContext: secureContext(tls), rejectUnauthorized: tls.isChecked };
  // With 0, undici closes a connection after each request.
  const pipelining = isReused ? 1 : 0;
  if (proxy !== undefined)
    return new ProxyAgent({
      ...proxy,
      proxyTunnel: false,
      requestTls: secured,
      proxyTls: timeout,
      pipelining,
    });
  const connect = buildConnector(secured);
  return new Agent({
    pipelining,
    connect: (target, callback) => connect({ ...target, ...transport }, callback),
  });
}

function secureContext({ certificate, isChecked, ...settings }: TlsSettings): SecureContext {
  const identity = certificate === undefined ? {} : { cert: certificate, key: certificate };
  try {
    return createSecureContext({ ...settings, ...identity });
  } catch {
    throw new RequestFailure("The request options about TLS cannot be used.");
  }
}
