import type { JsonObject } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import { given, pairsMember, stringMember } from "./config.js";
import { refuseDetours, urlDetours } from "./detours.js";
import { encodeBytes, percentEncode, type UrlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";

/**
 * Where a `request` goes: `url`, with `query` in place of its own query.
 * @throws RequestFailure
 */
export function requestUrl(config: JsonObject, facts: RequestFacts, encoding: UrlEncoding): URL {
  const text = stringMember(config, "url") || facts.url;
  if (!text) throw new RequestFailure("The request has no URL.");
  refuseDetours(urlDetours(text), facts.detours);
  const url = httpUrl(inCharset(text, encoding), "URL");
  setQuery(url, config, encoding);
  return url;
}

/** @throws RequestFailure if the text is no absolute URL of HTTP */
export function httpUrl(text: string, what: "URL" | "origin"): URL {
  const url = parseHttpUrl(text);
  if (url === undefined) throw new RequestFailure(`The request has no valid http or https ${what}.`);
  removeFragment(url);
  return url;
}

/**
 * Encodes what is not ASCII, which a URL would write in UTF-8. Host names are left, since they have an encoding of
 * their own.
 */
function inCharset(text: string, { charset }: UrlEncoding): string {
  if (charset === undefined) return text;
  const [authority = ""] = /^[a-z]+:\/\/[^/?#]*/i.exec(text) ?? [];
  const rest = text.slice(authority.length);
  return authority + rest.replace(/[^\0-\x7f]+/gu, (characters) => encodeBytes(charset(characters)));
}

/**
 * Sets the query; an empty one means that the URL keeps its own.
 * @throws RequestFailure
 */
export function setQuery(url: URL, config: JsonObject, encoding: UrlEncoding): void {
  const query = queryString(config, encoding);
  if (query !== "") url.search = query;
}

/** `undefined` if the text is no absolute URL of HTTP. */
export function parseHttpUrl(text: string, base?: URL): URL | undefined {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the fragment. Setting a part of a URL parses the whole anew, so it is done only if there is a fragment. */
export function removeFragment(url: URL): void {
  if (url.href.includes("#")) url.hash = "";
}

export function removeCredentials(url: URL): void {
  if (url.username !== "") url.username = "";
  if (url.password !== "") url.password = "";
}

function queryString(config: JsonObject, encoding: UrlEncoding): string {
  const query = given(config, "query");
  if (typeof query === "string") return inCharset(query, encoding);
  return (pairsMember(config, "query") ?? [])
    .map(([name, value]) => `${percentEncode(name, encoding)}=${percentEncode(value, encoding)}`)
    .join("&");
}
