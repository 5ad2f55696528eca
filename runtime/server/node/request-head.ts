import type { IncomingMessage } from "node:http";
import type { refusedStatuses } from "../../observe/telemetry/telemetry.js";
import { isPlainTarget } from "./plain-url.js";
import type { RequestFields } from "./request-fields.js";

/** The fault in the head of a request that Node's parser has accepted; `undefined` if there is none. */
export function headProblem(
  { rawHeaders, url = "", httpVersionMinor }: IncomingMessage,
  fields: RequestFields,
): Problem | undefined {
  if (rawHeaders.length > 2 * maxFields) return tooManyFields;
  if (!fields.areNamed) return wrongName;
  const host = fields.get("host");
  // There must be exactly one `Host` field; HTTP/1.0 may do without (RFC 9112 §3.2). Several are none when joined.
  if (host === null ? httpVersionMinor > 0 : !isHost(host)) return wrongHost;
  const coding = fields.get("transfer-encoding");
  if (coding !== null && coding.toLowerCase() !== "chunked") return wrongCoding;
  return isPlainTarget(url) || isTarget(url) ? undefined : malformedTarget;
}

export interface Problem {
  readonly status: (typeof refusedStatuses)[number];
  readonly info: string;
}

/** Node would leave out fields beyond its own limit, without a word. */
const maxFields = 200;

const tooManyFields: Problem = { status: 431, info: `The request has more than ${maxFields} header fields.` };
const wrongName: Problem = { status: 400, info: "The name of a header field is malformed." };
const wrongHost: Problem = {
  status: 400,
  info: "The request needs exactly one Host field that names a host.",
};
const wrongCoding: Problem = { status: 400, info: "The only transfer coding is chunked." };
export const malformedTarget: Problem = { status: 400, info: "The request target is malformed." };

/** A host and an optional port (RFC 9110 §7.2), and nothing that means something else in a URL. */
function isHost(text: string): boolean {
  if (text === latestHost) return true;
  if (knownHosts.has(text)) {
    latestHost = text;
    return true;
  }
  if (!hostAndPort.test(text) || !isInUrl(text)) return false;
  if (knownHosts.size >= maxKnownHosts) knownHosts.clear();
  knownHosts.add(text);
  return true;
}

/** RFC 3986 §3.2.2, without percent-encoding, and without delimiters, which no host name has. */
const hostAndPort = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Returns true if a URL keeps the host as it is. The syntax alone is not enough: `a:99999` and `1.2.3.256`
 * are no hosts, and `1` would become `0.0.0.1`.
 */
function isInUrl(host: string): boolean {
  const url = `http://${host}/`;
  return URL.canParse(url) && new URL(url).hostname === host.toLowerCase().replace(/:\d*$/, "");
}

/**
 * Hosts that have been checked. A server has few names, and checking each request anew would take longer than all the
 * rest here.
 */
const knownHosts = new Set<string>();
/** The one that was asked for last. To compare texts takes less than to look one up in a set. */
let latestHost: string | undefined;
const maxKnownHosts = 100;

/**
 * A path with a query, or a URL (RFC 9112 §3.2). A fragment is never sent, and some readers take a backslash for a
 * slash.
 */
function isTarget(target: string): boolean {
  if (target.includes("#")) return false;
  let path = target;
  if (!target.startsWith("/")) {
    const [origin = "", host = ""] = absolute.exec(target) ?? [];
    if (!isHost(host)) return false;
    path = target.slice(origin.length);
  }
  const backslash = path.indexOf("\\");
  const question = path.indexOf("?");
  return backslash < 0 || (question >= 0 && question < backslash);
}

const absolute = /^https?:\/\/([^/?]*)/;
