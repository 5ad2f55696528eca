import { connect as connectTls, type SecureContext } from "node:tls";
import { serverName, withoutBrackets } from "../send/exchange.js";
import type { CreateConnection } from "../send/pools.js";
import { showsCertificate } from "../shown-certificates.js";
import type { ProxyServer } from "./socket-settings.js";

type Socket = Parameters<NonNullable<Parameters<CreateConnection>[1]>>[1];

/** The end of a tunnel, as TLS asks for it. */
interface Secured {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

/**
 * Makes connections through a proxy, which is asked for a tunnel (RFC 9110 §9.3.6).
 * @param timeout milliseconds until there is a tunnel, with TLS if the URL asks for it
 */
export function tunnels(proxy: ProxyServer, url: URL, secured: Secured, timeout = 10_000): CreateConnection {
  const place = url.port === "" ? `${url.hostname}:${url.protocol === "https:" ? 443 : 80}` : url.host;
  return (_, connected) => {
    const { protocol, hostname, port } = new URL(proxy.uri);
    const { request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
    const asking = request({
      agent: false,
      host: withoutBrackets(hostname),
      port,
      method: "CONNECT",
      path: place,
      headers: ["host", url.host, ...authorization(proxy), "proxy-connection", "keep-alive"],
    });
    const clock = setTimeout(() => end(new TunnelTimeout()), timeout);
    let end = (error: Error): void => void asking.destroy(error);
    const tell = (error: Error | null, socket?: Socket): void => {
      clearTimeout(clock);
      connected?.(error, socket as Socket);
      connected = undefined;
    };
    asking.on("error", (error) => tell(error));
    asking.on("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode !== 200) {
        socket.on("error", () => {}).destroy();
        tell(new Error(`The proxy makes no tunnel, but answers with the status ${statusCode}.`));
      } else if (url.protocol === "https:") {
        const servername = serverName(url);
        const options = { ...secured, socket, host: withoutBrackets(url.hostname) };
        const made = connectTls(servername === "" ? options : { ...options, servername });
        end = (error) => void made.destroy(error);
        made.once("secureConnect", () => {
          showsCertificate(url, made);
          tell(null, made);
        });
        made.on("error", (error) => tell(error));
      } else tell(null, socket);
    });
    asking.end();
    return undefined;
  };
}

export function authorization({ token }: ProxyServer): string[] {
  return token === undefined ? [] : ["proxy-authorization", token];
}

class TunnelTimeout extends Error {
  readonly code = "ETIMEDOUT";
}
