import { setting } from "../environment/settings.js";

/** Where requests to other systems may go, as the operator says. */
export interface UpstreamOrigins {
  allows(url: URL): boolean;
  /** The setting cannot be read, so that nothing is allowed. */
  readonly isMalformed: boolean;
}

/**
 * `FLOW_UPSTREAM_ORIGINS`: origins with spaces or commas between them, such as `https://api.example.com` and, for all names
 * below one, `https://*.example.com`. `undefined` where it is not set: everything is allowed.
 */
export function upstreamOrigins(bindings: unknown): UpstreamOrigins | undefined {
  const text = setting(bindings, "UPSTREAM_ORIGINS");
  if (text === undefined) return undefined;
  if (text !== last.text) last = { text, origins: readOrigins(text) };
  return last.origins;
}

function readOrigins(text: string): UpstreamOrigins {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const read = entries.map(readEntry);
  const known = read.filter((entry) => entry !== undefined);
  if (known.length === 0 || known.length < read.length) return nothing;
  const exact = new Set(known.filter(({ isBelow }) => !isBelow).map(({ place }) => key(place)));
  const below = known.filter(({ isBelow }) => isBelow).map(({ place }) => place);
  return {
    isMalformed: false,
    allows(url) {
      const place = placeOf(url);
      if (place === undefined) return false;
      return exact.has(key(place)) || below.some((parent) => isBelow(place, parent));
    },
  };
}

const nothing: UpstreamOrigins = { isMalformed: true, allows: () => false };

/** What was read last: an app has one such setting. */
let last = { text: "", origins: nothing };

/** One end of a connection. */
interface Place {
  readonly protocol: string;
  readonly host: string;
  readonly port: string;
}

interface Entry {
  readonly place: Place;
  /** It stands for all names below it, and not for itself. */
  readonly isBelow: boolean;
}

/** Nothing may follow the port but a slash. */
function readEntry(text: string): Entry | undefined {
  const [, protocol = "", wildcard, authority = ""] =
    /^(https?:|ldaps?:)\/\/(\*\.)?([^\s/?#@*\\]+)\/?$/i.exec(text) ?? [];
  const url = `${protocol}//${authority}`;
  const place = URL.canParse(url) ? placeOf(new URL(url)) : undefined;
  if (place === undefined || (wildcard !== undefined && isAddress(place.host))) return undefined;
  return { place, isBelow: wildcard !== undefined };
}

/** `undefined` for other protocols, and for hosts that none of these can have. */
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

/** A URL of another protocol leaves its host as it is written; one of HTTP has one form for each. */
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

/** Of IPv6 or IPv4, as URLs write them. */
function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}
