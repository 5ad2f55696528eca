/** The parts of the URL that a client asked for, as it sent them: nothing is decoded. */
export interface ClientUrl {
  /** The whole URL without its fragment. */
  readonly url: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  /** Without the `?`; `undefined` if there is none, or an empty one. */
  readonly query: string | undefined;
}

/** The parts that each request needs. */
export interface RequestUrl extends Pick<ClientUrl, "url" | "path" | "query"> {
  /** The path and the query, where nothing in the URL needs escapes in JSON. */
  readonly plainTarget?: string;
}

/** The URL of a request for a path without anything to be normalized, or to be escaped in JSON. */
export function plainUrl(url: string, target: string): RequestUrl {
  const question = target.indexOf("?");
  return {
    url,
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? undefined : target.slice(question + 1) || undefined,
    plainTarget: target,
  };
}

/**
 * Returns true if a path with a query can be taken byte for byte: it is visible ASCII, and no URL reads it as another
 * path. URLs would encode some of these characters, such as `'` in a query, although others tell them apart.
 */
export function isLiteralTarget(target: string): boolean {
  return literalTarget.test(target) && !dotSegment.test(target);
}

const literalTarget = /^\/(?:[!"$->@-[\]-~]*)(?:\?[!"$-~]*)?$/;

/** A segment that URLs take out of a path. */
const dotSegment = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Takes apart the absolute URL of a `Request`, at a tenth of the cost of `new URL`. */
export function splitUrl(href: string): ClientUrl {
  const fragment = href.indexOf("#");
  const url = fragment < 0 ? href : href.slice(0, fragment);
  const schemeEnd = url.indexOf("://");
  const question = url.indexOf("?");
  const pathEnd = question < 0 ? url.length : question;
  const slash = url.indexOf("/", schemeEnd + 3);
  const pathStart = slash < 0 || slash > pathEnd ? pathEnd : slash;
  const authority = url.slice(schemeEnd + 3, pathStart);
  const hostAndPort = authority.slice(authority.lastIndexOf("@") + 1);
  const colon = hostAndPort.indexOf(":", hostAndPort.lastIndexOf("]") + 1);
  const defaultPort = url.startsWith("https:") ? "443" : "80";
  return {
    url,
    host: colon < 0 ? hostAndPort : hostAndPort.slice(0, colon),
    port: (colon < 0 ? "" : hostAndPort.slice(colon + 1)) || defaultPort,
    path: url.slice(pathStart, pathEnd) || "/",
    query: question < 0 ? undefined : url.slice(question + 1) || undefined,
  };
}
