import type { IncomingMessage } from "node:http";
import { passedPaths } from "../try/pass-on.js";
import type { Token } from "./token.js";

/** The demands on a request to the page's server, so that no other page can send it in a user's name. */
export interface Guard {
  readonly port: number;
  readonly isLoopback: boolean;
  readonly isSecure: boolean;
  /** The word that others than this machine need. */
  readonly token: Token | undefined;
}

/** Names of this machine that no name server gives to anybody else. */
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Why a request is refused; `undefined` if it may pass. */
export function refusal(
  { headers, method = "" }: IncomingMessage,
  path: string,
  { port, isLoopback, isSecure }: Guard,
): string | undefined {
  const host = (headers.host ?? "").toLowerCase();
  // A name that somebody else's name server leads here (DNS rebinding) is none of these.
  if (isLoopback && !isOneOf(loopbackNames, host, port)) return "The host is not this machine.";
  const isReading = method === "GET" || method === "HEAD";
  const { origin } = headers;
  if (origin !== undefined && origin !== `${isSecure ? "https" : "http"}://${host}`)
    return "The request comes from another origin.";
  const site = headers["sec-fetch-site"];
  // An answer of the app is never shown as a page of this origin: no document can ask for it by itself.
  const isPassed = path.startsWith(passedPaths);
  const isVisit = isReading && path === "/" && headers["sec-fetch-mode"] === "navigate";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isVisit)
    return "The request comes from another site.";
  if ((!isReading || isPassed) && headers["x-flowc"] !== "1") return "The header field x-flowc is missing.";
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (!isReading && !isPassed && hasBody && type !== "application/json") return "The body has to be JSON.";
  return undefined;
}

function isOneOf(names: ReadonlySet<string>, host: string, port: number): boolean {
  const colon = host.lastIndexOf(":");
  const hasPort = colon > host.lastIndexOf("]");
  const name = hasPort ? host.slice(0, colon) : host;
  return names.has(name) && (hasPort ? host.slice(colon + 1) === String(port) : port === 80);
}
