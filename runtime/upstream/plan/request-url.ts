import { percentEncodeBytes } from "../../base/percent-decode.js";
import type { JsonObject } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import { targetIn, targetOf, WrittenUrl, withTarget } from "../written-url.js";
import { percentEncode, type UrlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";
import { given, pairsMember, stringMember } from "./read-options.js";

/**
 * How many parts of a path lead elsewhere than they seem to. These are segments `.` and `..`, which a URL drops, for
 * `..` together with the segment before (WHATWG URL, "path state"), and backslashes, which it takes for slashes.
 * Servers decode `%2F` and `%5C` and cut off `;…` before they do the same, so these end a segment, too.
 */
export function pathDetours(path: string): number {
  return suspect.test(path) ? (path.replace(/[\t\n\r]+/g, "").match(detours)?.length ?? 0) : 0;
}

/** How many there are in the path of a URL. */
export function urlDetours(url: string): number {
  return suspect.test(url) ? pathDetours(url.replace(/[?#].*/s, "")) : 0;
}

/** @throws RequestFailure if there are more than the flow itself writes: the others come from its data */
export function refuseDetours(found: number, written = 0): void {
  if (found > written) throw new RequestFailure(detour);
}

export const detour = "The path of the request has a segment . or .., or a backslash.";

/** A quick test: most paths have nothing of the kind. URLs leave out tabs and line ends. */
const suspect = /[\t\n\r\\]|(?:\/|%2[Ff]|%5[Cc])(?:\.|%2[Ee])/;

/** At their ends, URLs leave out spaces and control characters, too. */
const detours = /\\|(?<=[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=[/\\;]|%2f|%5c|%3b|[\0-\x20]*$)/gi;

/**
 * Where a `request` goes: `url`, with `query` in place of its own query.
 * @throws RequestFailure
 */
export function requestUrl(config: JsonObject, facts: RequestFacts, encoding: UrlEncoding): URL {
  const text = stringMember(config, "url") || facts.url;
  if (!text) throw new RequestFailure("The request has no URL.");
  refuseDetours(urlDetours(text), facts.detours);
  return withQuery(httpUrl(inCharset(text, encoding), "URL"), config, encoding);
}

/**
 * Returns the URL without its fragment. Others may get the same object, so nobody may change it.
 * @throws RequestFailure if the text is no absolute URL of HTTP
 */
export function httpUrl(text: string, what: "URL" | "origin"): URL {
  const known = knownUrls.get(text);
  if (known !== undefined) return known;
  const parsed = parseHttpUrl(text);
  if (parsed === undefined) throw new RequestFailure(`The request has no valid http or https ${what}.`);
  const url = asWritten(parsed, text);
  if (knownUrls.size >= mostKnown) knownUrls.clear();
  if (text.length <= longestKnown) knownUrls.set(text, url);
  return url;
}

/** By their texts: most requests go where others have gone, and parsing takes longer than looking up. */
const knownUrls = new Map<string, URL>();
const mostKnown = 256;
const longestKnown = 500;

/**
 * Encodes what is not ASCII, which a URL would write in UTF-8. Host names are left, since they have an encoding of
 * their own.
 */
function inCharset(text: string, { charset }: UrlEncoding): string {
  if (charset === undefined) return text;
  const [authority = ""] = /^[a-z]+:\/\/[^/?#]*/i.exec(text) ?? [];
  const rest = text.slice(authority.length);
  return authority + rest.replace(/[^\0-\x7f]+/gu, (characters) => percentEncodeBytes(charset(characters)));
}

/**
 * Returns the URL with the query of the request; an empty one means that the URL keeps its own.
 * @throws RequestFailure
 */
export function withQuery(url: URL, config: JsonObject, encoding: UrlEncoding): URL {
  const query = queryString(config, encoding);
  if (query === "") return url;
  const asked = new URL(url);
  asked.search = query;
  return withTarget(asked, `${targetOf(url).replace(/\?.*/s, "")}?${query.replace(/^\?/, "")}`);
}

/** The same URL, if it has no user and no password. */
export function withoutCredentials(url: URL): URL {
  if (url.username === "" && url.password === "") return url;
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return url instanceof WrittenUrl ? new WrittenUrl(bare, url.target) : bare;
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

/** What a server is asked for by the text of a URL: all but the fragment, as it stands there. */
export function asWritten(url: URL, text: string): URL {
  if (url.href.includes("#")) url.hash = ""; // which parses the whole anew
  return withTarget(url, targetIn(text) ?? "");
}

function queryString(config: JsonObject, encoding: UrlEncoding): string {
  const query = given(config, "query");
  if (query === undefined) return "";
  if (typeof query === "string") return inCharset(query, encoding);
  return (pairsMember(config, "query") ?? [])
    .map(([name, value]) => `${percentEncode(name, encoding)}=${percentEncode(value, encoding)}`)
    .join("&");
}
