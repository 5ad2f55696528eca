import { connect as openSocket, type Socket } from "node:net";
import { type ConnectionOptions, connect as openSecure, type TLSSocket } from "node:tls";
import { serverName, withoutBrackets } from "../../upstream/send/exchange.js";
import { earliest } from "./certificates.js";

/** Milliseconds that a system has to take a connection. */
const patience = 3_000;

/** Milliseconds that a system has after the handshake to refuse the client's certificate: TLS 1.3 tells it late. */
const afterHandshake = 300;

export interface Reached {
  /** A code of Node or OpenSSL, as a rule; `undefined` if there is a connection. */
  readonly problem: string | undefined;
  /** The earliest end of the certificates that were shown, in milliseconds since 1970. */
  readonly expires: number | undefined;
}

const defaultPorts: Readonly<Record<string, number>> = {
  "https:": 443,
  "ldap:": 389,
  "ldaps:": 636,
  "redis:": 6379,
  "rediss:": 6379,
};

/** The protocols that begin with TLS. */
const secured = /^(?:https|ldaps|rediss):$/;

/** Connects to the host of a URL, with TLS if its protocol asks for it, and sends no request. Never takes long. */
export function connect(to: URL, name = to, tls: ConnectionOptions = {}): Promise<Reached> {
  return new Promise((resolve) => {
    let socket: Socket | undefined;
    let expires: number | undefined;
    let late: NodeJS.Timeout | undefined;
    const done = (problem?: string): void => {
      clearTimeout(clock);
      clearTimeout(late);
      socket?.destroy();
      resolve({ problem, expires });
    };
    const clock = setTimeout(() => done("no answer"), patience);
    const place = {
      host: withoutBrackets(to.hostname),
      port: Number(to.port) || (defaultPorts[to.protocol] ?? 80),
    };
    const failed = ({ code, message }: NodeJS.ErrnoException): void => done(code ?? message);
    const opened = (secure: TLSSocket): void => {
      expires = earliest(secure);
      late = setTimeout(done, afterHandshake);
      secure.once("session", () => done());
      secure.once("close", () => done("closed"));
    };
    try {
      if (secured.test(to.protocol)) {
        const servername = serverName(name);
        const secure = openSecure({ ...place, ...tls, ...(servername !== "" && { servername }) });
        socket = secure.once("secureConnect", () => opened(secure));
      } else socket = openSocket(place).once("connect", () => done());
      socket.on("error", failed);
    } catch (error) {
      failed(error as NodeJS.ErrnoException);
    }
  });
}

/** What to do about a problem of a connection. */
export function adviceFor(problem: string): string {
  return (
    advice.find(([pattern]) => pattern.test(problem))?.[1] ??
    "Is that the right address, and is the system well?"
  );
}

const advice: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "Nothing listens there: is the system running, and is the port right?"],
  [/^(?:ENOTFOUND|EAI_)/, "Its name has no address here: is it right, and does the DNS know it?"],
  [
    /^(?:no answer|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    "Does a firewall, or a policy of the network, let the app reach it?",
  ],
  [/EXPIRED/, "Whoever runs it has to renew its certificate."],
  [/NOT_YET_VALID/, "Is the clock of this machine right?"],
  [/ALTNAME/, "Its certificate is for another name: does the URL have the right one?"],
  [
    /SELF_SIGNED|UNABLE_TO|ISSUER|UNTRUSTED/,
    "Name its authority: by ca of client-certificate in x-flow-upstreams, or for all systems by NODE_EXTRA_CA_CERTS.",
  ],
  [
    /ALERT|^closed$|^ECONNRESET$/,
    "Does it want a client certificate, or another one? client-certificate in x-flow-upstreams names it.",
  ],
  [/^(?:EPROTO|ERR_SSL)/, "Does it speak TLS at this port, in a version that is allowed?"],
];
