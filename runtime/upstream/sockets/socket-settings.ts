import type { JsonObject } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import { basicAuthorization } from "../plan/headers.js";
import { booleanOption, givenOption, numberOption, stringOption } from "../plan/read-options.js";
import type { SocketOptions } from "../plan/socket-options.js";

/** How connections are made, as plain data: requests with equal settings share connections. */
export interface Settings {
  readonly tls: TlsSettings;
  readonly transport: Transport;
  readonly proxy: ProxyServer | undefined;
  readonly isReused: boolean;
}

/** Where to connect to, in place of the URL's host. */
export interface Transport {
  readonly protocol?: string;
  readonly hostname?: string;
  readonly port?: string;
}

export interface ProxyServer {
  readonly uri: string;
  /** The value of `Proxy-Authorization`. */
  readonly token?: string;
}

/** Settings as the module `tls` names them. */
export interface TlsSettings {
  readonly minVersion?: TlsVersion;
  readonly maxVersion?: TlsVersion;
  readonly ciphers?: string;
  readonly isChecked: boolean;
  /** PEM with a certificate and its private key. */
  readonly certificate?: string;
  readonly passphrase?: string;
}

type TlsVersion = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";

/** @throws RequestFailure */
export function readSettings({ options, certificate }: SocketOptions): Settings {
  const transport = transportOf(options);
  const proxy = proxyOf(options);
  if (proxy !== undefined && Object.keys(transport).length > 0)
    throw new RequestFailure("The request option proxy-server excludes those about the transport.");
  return {
    tls: tlsOf(options, certificate),
    transport,
    proxy,
    isReused: !booleanOption(options, "disable-connection-reuse"),
  };
}

function tlsOf(options: JsonObject, certificate: string | undefined): TlsSettings {
  const ciphers = stringOption(options, "tls-ciphers");
  const passphrase = stringOption(options, "client-certificate-password");
  if (passphrase !== undefined && certificate === undefined)
    throw new RequestFailure("The request option client-certificate-password needs client-certificate-file.");
  return {
    ...tlsVersions(stringOption(options, "tls-version") ?? "auto"),
    ...(ciphers && { ciphers }),
    isChecked: !booleanOption(options, "ignore-certificate-errors"),
    ...(certificate !== undefined && { certificate }),
    ...(passphrase !== undefined && { passphrase }),
  };
}

/** `TLSv1` is any version from 1.0 on; the other names mean just that version. */
function tlsVersions(name: string): Pick<TlsSettings, "minVersion" | "maxVersion"> {
  switch (name) {
    case "auto":
      return {};
    case "TLSv1":
      return { minVersion: "TLSv1" };
    case "TLSv1.0":
      return { minVersion: "TLSv1", maxVersion: "TLSv1" };
    case "TLSv1.1":
    case "TLSv1.2":
    case "TLSv1.3":
      return { minVersion: name, maxVersion: name };
    default:
      throw new RequestFailure("The request option tls-version is no version of TLS.");
  }
}

function transportOf(options: JsonObject): Transport {
  const protocol = stringOption(options, "transport-protocol")?.toLowerCase();
  if (protocol !== undefined && protocol !== "http" && protocol !== "https")
    throw new RequestFailure("The request option transport-protocol must be http or https.");
  const hostname = stringOption(options, "transport-server");
  if (hostname !== undefined && !/^[\w.:-]+$/.test(hostname))
    throw new RequestFailure("The request option transport-server must be the name of a server.");
  const port = numberOption(options, "transport-port");
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port <= 65_535))
    throw new RequestFailure("The request option transport-port must be an integer from 1 to 65535.");
  return {
    ...(protocol !== undefined && { protocol: `${protocol}:` }),
    ...(hostname !== undefined && { hostname }),
    ...(port !== undefined && { port: String(port) }),
  };
}

function proxyOf(options: JsonObject): ProxyServer | undefined {
  const server = stringOption(options, "proxy-server");
  const credentials = stringOption(options, "proxy-credentials");
  if (!server) {
    if (givenOption(options, "proxy-server") === undefined && credentials === undefined) return undefined;
    throw new RequestFailure("The request option proxy-server is missing.");
  }
  const uri = proxyUri(server);
  if (uri === undefined)
    throw new RequestFailure("The request option proxy-server must be a host with a port.");
  return credentials === undefined ? { uri } : { uri, token: basicAuthorization(credentials) };
}

/** The URI of a proxy that is given as `host:port`, or as a URL with nothing else in it. */
function proxyUri(server: string): string | undefined {
  try {
    const url = new URL(server.includes("://") ? server : `http://${server}`);
    return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Where the connection goes: to the proxy, or to what takes the place of the URL's host. */
export function connectedTo(url: URL, { proxy, transport }: Pick<Settings, "proxy" | "transport">): URL {
  if (proxy !== undefined) return new URL(proxy.uri);
  const { protocol = url.protocol, hostname = url.hostname, port = url.port } = transport;
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  const place = `${protocol}//${host}:${port}`;
  if (URL.canParse(place)) return new URL(place);
  throw new RequestFailure("The request option transport-server must be the name of a server.");
}
