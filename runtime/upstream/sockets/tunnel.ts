import { type ConnectionOptions, connect as connectTls, type SecureContext } from "node:tls";
import type { Dispatcher } from "../send/dispatcher.js";
import type { ProxyServer } from "./socket-settings.js";

type Socket = NonNullable<ConnectionOptions["socket"]>;

/** How undici asks for a connection. */
export interface Wanted {
  /** With the port, unless it is the usual one. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
}

export type Connected = (error: Error | null, socket: unknown) => void;

/** What the end of a tunnel needs to know about TLS. */
interface Secured {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Makes connections through a proxy, which is asked for a tunnel (RFC 9110 §9.3.6). */
export function tunnels(
  agent: Dispatcher,
  proxy: ProxyServer,
  secured: Secured,
): (wanted: Wanted, connected: Connected) => void {
  return (wanted, connected) => {
    const path = wanted.port === "" ? `${wanted.host}:${usualPort(wanted)}` : wanted.host;
    const headers = ["host", wanted.host, ...authorization(proxy), "proxy-connection", "keep-alive"];
    const handler = {
      onConnect() {},
      onError: (error: Error) => connected(error, null),
      onUpgrade(status: number, _: unknown, socket: Socket) {
        if (status !== 200) {
          socket.on("error", () => {}).destroy();
          connected(new Error(`The proxy makes no tunnel, but answers with the status ${status}.`), null);
        } else if (wanted.protocol === "https:") secure(socket, wanted, secured, connected);
        else connected(null, socket);
      },
    };
    agent.dispatch({ origin: new URL(proxy.uri).origin, method: "CONNECT", path, headers }, handler);
  };
}

export function authorization({ token }: ProxyServer): string[] {
  return token === undefined ? [] : ["proxy-authorization", token];
}

function usualPort({ protocol }: Wanted): number {
  return protocol === "https:" ? 443 : 80;
}

/** Speaks TLS with the server at the end of a tunnel. */
function secure(
  socket: Socket,
  { hostname }: Wanted,
  { secureContext, rejectUnauthorized, timeout }: Secured,
  connected: Connected,
): void {
  const options = { socket, secureContext, rejectUnauthorized, host: hostname, ALPNProtocols: ["http/1.1"] };
  const secured = connectTls(isAddress.test(hostname) ? options : { ...options, servername: hostname });
  const clock = setTimeout(() => secured.destroy(new ConnectTimeout()), timeout);
  let isTold = false;
  const tell: Connected = (error, made) => {
    clearTimeout(clock);
    if (!isTold) connected(error, made);
    isTold = true;
  };
  secured.once("secureConnect", () => tell(null, secured));
  secured.on("error", (error) => tell(error, null));
}

/** IPv4, or IPv6. A server is not asked for by its address (RFC 6066 §3). */
const isAddress = /^[\d.]+$|:/;

class ConnectTimeout extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
}
