import type { Attributes } from "@opentelemetry/api";
import { ATTR_SERVER_ADDRESS, ATTR_SERVER_PORT } from "@opentelemetry/semantic-conventions";
import type { CacheResult, Verdicts } from "../../observe/logs/logged-exchange.js";

/** Characters of a text that comes from a client or from a flow. */
const longest = 1024;

export function cut(text: string): string {
  return text.length > longest ? text.slice(0, longest) : text;
}

/** The methods that a label may have; RFC 9110 §9 and RFC 5789. */
const methods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

export const otherMethod = "_OTHER";

export function methodOf(method: string): string {
  return methods.has(method) ? method : otherMethod;
}

/** How many origins of upstreams have labels of their own. Flows compute URLs, so that there may be any number. */
const maxOrigins = 100;

export interface Origin {
  readonly name: string;
  /** The attributes that name it in metrics. */
  readonly attributes: Attributes;
}

/** Those that have been asked first. */
const origins = new Map<string, Origin>();

const others: Origin = { name: "other", attributes: { [ATTR_SERVER_ADDRESS]: "other" } };

export function originOf(url: URL): Origin {
  const name = url.origin;
  const known = origins.get(name);
  if (known !== undefined || origins.size >= maxOrigins) return known ?? others;
  const made = { name, attributes: addressOf(url) };
  origins.set(name, made);
  return made;
}

export function addressOf({ hostname, port, protocol }: URL): Attributes {
  return {
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: port === "" ? usualPorts.get(protocol) : Number(port),
  };
}

interface Authority {
  /** The URL up to its path. */
  readonly base: string;
  readonly scheme: string;
  readonly hostname: string;
  /** `undefined` if it is the usual one. */
  readonly port: number | undefined;
}

/** That of the latest request: most servers have one. */
let latest: Authority = { base: " ", scheme: "", hostname: "", port: undefined };

/** The server that a client has asked, by the URL of the request. */
export function authorityOf(url: string): Authority {
  if (url.startsWith(latest.base)) return latest;
  const { origin, protocol, hostname, port } = new URL(url);
  latest = {
    base: `${origin}/`,
    scheme: protocol === "https:" ? "https" : "http",
    hostname: cut(hostname),
    port: port === "" ? undefined : Number(port),
  };
  return latest;
}

const usualPorts: ReadonlyMap<string, number> = new Map([
  ["http:", 80],
  ["https:", 443],
  ["ldap:", 389],
  ["ldaps:", 636],
]);

/** Sets the verdicts of descriptions on a request and on its response. */
export function setVerdicts(attributes: Attributes, { request, response }: Verdicts = {}): void {
  if (request !== undefined) attributes["flow.validation.request"] = verdictOf(request);
  if (response !== undefined) attributes["flow.validation.response"] = verdictOf(response);
}

function verdictOf(isValid: boolean): string {
  return isValid ? "valid" : "invalid";
}

/** What the cache did. */
export const cacheResults: readonly CacheResult[] = ["hit", "miss", "revalidated"];

/** The attribute for that. */
export const cacheAttribute = "flow.cache.result";
