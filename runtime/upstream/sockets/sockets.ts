import { createSecureContext, type SecureContext } from "node:tls";
import { RequestFailure, refuseOrigin } from "../failure.js";
import type { Sockets } from "../plan/socket-options.js";
import { exchange, ownTarget, type Target } from "../send/exchange.js";
import { isNode, type PoolSettings, pooled } from "../send/pools.js";
import { connectedTo, readSettings, type Settings, type TlsSettings } from "./socket-settings.js";
import { authorization, tunnels } from "./tunnel.js";

/** The facility `sockets`. */
export const sockets: Sockets = (options, connectTimeout, origins, bindings) => {
  const settings = readSettings(options);
  if (!isNode)
    throw new RequestFailure("This platform cannot carry out the request options about connections.");
  const key = JSON.stringify([settings, connectTimeout]);
  return (sending, halt) => {
    const target = writtenFor(sending.url, settings);
    refuseOrigin(connectedTo(sending.url, settings), origins);
    const make = () => poolSettings(sending.url, settings, connectTimeout);
    return exchange(pooled(target.to, key, make, bindings), sending, halt, connectTimeout, target);
  };
};

function poolSettings(url: URL, settings: Settings, connectTimeout: number | undefined): PoolSettings {
  const { tls, proxy, isReused } = settings;
  const secured = { secureContext: secureContext(tls), rejectUnauthorized: tls.isChecked };
  const made = { isSingle: !isReused, options: secured };
  if (proxy === undefined || !isTunnelled(url, settings)) return made;
  return { ...made, createConnection: tunnels(proxy, url, secured, connectTimeout) };
}

/** @throws RequestFailure if OpenSSL does not accept the settings */
function secureContext({ certificate, isChecked, ...settings }: TlsSettings): SecureContext {
  const identity = certificate === undefined ? {} : { cert: certificate, key: certificate };
  try {
    return createSecureContext({ ...settings, ...identity });
  } catch {
    throw new RequestFailure("The request options about TLS cannot be used.");
  }
}

/** Only where neither end is secured, a proxy gets requests as they are. */
function isTunnelled({ protocol }: URL, { proxy }: Settings): boolean {
  return proxy !== undefined && (protocol === "https:" || proxy.uri.startsWith("https:"));
}

/** Behind another server, and for a proxy, the request still names the URL's host. */
function writtenFor(url: URL, settings: Settings): Target {
  const own = ownTarget(url);
  const { proxy } = settings;
  if (isTunnelled(url, settings)) return own;
  const to = connectedTo(url, settings);
  if (proxy === undefined) return { ...own, to };
  return { to, path: url.origin + own.path, fields: authorization(proxy) };
}
