import { entriesOf } from "./setting.js";

/** Where the operator allows requests to other systems to go. */
export interface UpstreamOrigins {
  allows(url: URL): boolean;
}

/**
 * Reads `FLOW_UPSTREAM_ORIGINS`: origins separated by spaces or commas, such as `https://api.example.com`, or
 * `https://*.example.com` for all names below one. `undefined` if it cannot be read.
 */
export function readOrigins(text: string): UpstreamOrigins | undefined {
  const read = entriesOf(text).map(readEntry);
  const known = read.filter((entry) => entry !== undefined);
  if (known.length === 0 || known.length < read.length) return undefined;
  const exact = new Set(known.filter(({ isBelow }) => !isBelow).map(({ place }) => key(place)));
  const below = known.filter(({ isBelow }) => isBelow).map(({ place }) => place);
  return {
    allows(url) {
      const place = placeOf(url);
      if (place === undefined) return false;
      return exact.has(key(place)) || below.some((parent) => isBelow(place, parent));
    },
  };
}

/** The server's end of a connection. */
interface Place {
  readonly protocol: string;
  readonly host: string;
  readonly port: string;
}

interface Entry {
  readonly place: Place;
  /** True if the entry stands for all names below it, and not for itself. */
  readonly isBelow: boolean;
}

/** Only a slash may follow the port. */
function readEntry(text: string): Entry | undefined {
  const [, protocol = "", wildcard, authority = ""] =
    /^(https?:|ldaps?:)\/\/(\*\.)?([^\s/?#@*\\]+)\/?$/i.exec(text) ?? [];
  const url = `${protocol}//${authority}`;
  const place = URL.canParse(url) ? placeOf(new URL(url)) : undefined;
  if (place === undefined || (wildcard !== undefined && isAddress(place.host))) return undefined;
  return { place, isBelow: wildcard !== undefined };
}

/** `undefined` for other protocols, and for hosts that HTTP cannot have. */
function placeOf({ protocol, hostname, port }: URL): Place | undefined {
  const defaultPort = defaultPorts.get(protocol);
  if (defaultPort === undefined) return undefined;
  const host = protocol.startsWith("http") ? hostname : httpHost(hostname);
  return host === undefined ? undefined : { protocol, host, port: port || defaultPort };
}

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
  ["ldap:", "389"],
  ["ldaps:", "636"],
]);

/**
 * The host as URLs of HTTP write it, which is one form for each host. URLs of other protocols keep it as it is written.
 */
function httpHost(host: string): string | undefined {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function key({ protocol, host, port }: Place): string {
  return `${protocol}//${host}:${port}`;
}

function isBelow(place: Place, parent: Place): boolean {
  return (
    place.protocol === parent.protocol && place.port === parent.port && place.host.endsWith(`.${parent.host}`)
  );
}

/** Returns true if the host is an address of IPv4 or IPv6, as URLs write it. */
function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}
