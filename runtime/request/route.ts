import { decodeLiteral, decodePercent, decodesPercent } from "../base/percent-decode.js";
import type { JsonObject } from "../data/model/values.js";
import { type Field, fieldsToObject } from "../http/fields.js";

/** A path pattern, base path included: which segments of a path hold parameters, and where a wildcard begins. */
export interface Route {
  /** As the API description has it, without the base path; empty if there is none. */
  readonly pattern: string;
  /** The same with the base path. */
  readonly template: string;
  readonly parameters: readonly ParameterSegment[];
  /** How many segments come before `/**`; `undefined` if the pattern does not end with it. */
  readonly wildcardAfter: number | undefined;
}

interface ParameterSegment {
  /** The position among the segments of the whole path, base path included. */
  readonly index: number;
  readonly names: readonly string[];
  /** The texts around the parameters, decoded as literals are: one more than there are names. */
  readonly literals: readonly string[];
}

/** The route of paths that match no pattern. */
export const noRoute: Route = { pattern: "", template: "", parameters: [], wildcardAfter: undefined };

export function compileRoute(basePath: string, pattern: string): Route {
  const wildcard = pattern.endsWith("/**");
  const segments = splitPath(basePath + (wildcard ? pattern.slice(0, -3) : pattern));
  const parameters = segments.flatMap((segment, index) => {
    const parts = segment.split(/\{([^{}]*)\}/);
    const names = parts.filter((_, position) => position % 2 === 1);
    const literals = parts.filter((_, position) => position % 2 === 0).map(decodeLiteral);
    return names.length > 0 ? [{ index, names, literals }] : [];
  });
  return {
    pattern,
    template: basePath + pattern,
    parameters,
    wildcardAfter: wildcard ? segments.length : undefined,
  };
}

/** `$request/params`: the decoded parameters of a path as the client sent it; `undefined` if the pattern has none. */
export function pathParameters(route: Route, path: string): JsonObject | undefined {
  return route.parameters.length === 0 ? undefined : fieldsToObject(pathFields(route, path));
}

/** The parameters of a path as the client sent it. */
export function pathFields(route: Route, path: string): readonly Field[] {
  return route.parameters.flatMap((parameter) => {
    const start = endOfSegments(path, parameter.index) + 1;
    return matchSegment(parameter, path.slice(start, endOfSegments(path, 1, start - 1)));
  });
}

/** `$request/endpoint`: the part of the path before the wildcard, or the whole path (specification, Endpoints). */
export function endpointOf(route: Route, path: string): string {
  if (route.wildcardAfter === undefined) return path;
  return path === "/" ? "" : path.slice(0, endOfSegments(path, route.wildcardAfter));
}

/** Where so many segments end, each with its slash, from `start` on; the end of the path if it has fewer. */
function endOfSegments(path: string, count: number, start = 0): number {
  let end = start;
  for (let left = count; left > 0 && end < path.length; left--) {
    const slash = path.indexOf("/", end + 1);
    end = slash < 0 ? path.length : slash;
  }
  return end;
}

/**
 * Reads a segment from its end, so that the first parameter takes as much as it can: `{name}.{ext}` finds `a.tar` and
 * `gz` in `a.tar.gz`. Unlike a regular expression, it never goes back. Delimiters that are encoded are no literals. Empty
 * if the segment does not fit.
 */
function matchSegment({ names, literals }: ParameterSegment, sent: string): readonly Field[] {
  // No part of a text that cannot be decoded would be decoded alike by all.
  const isClear = decodesPercent(sent);
  const field = (name: string, encoded: string): Field =>
    isClear && encoded.includes("%")
      ? { name, value: decodePercent(encoded), encoded }
      : { name, value: encoded };
  const segment = isClear ? decodeLiteral(sent) : decodePercent(sent);
  const [name] = names;
  if (name !== undefined && names.length === 1 && literals[0] === "" && literals[1] === "")
    return [field(name, segment)];
  const head = literals[0] ?? "";
  const tail = literals[names.length] ?? "";
  if (!segment.startsWith(head) || !segment.endsWith(tail)) return [];
  let rest = segment.slice(head.length, Math.max(segment.length - tail.length, head.length));
  const found: string[] = [];
  for (let index = names.length - 1; index > 0; index--) {
    const literal = literals[index] ?? "";
    const at = rest.lastIndexOf(literal, rest.length - literal.length - 1);
    if (at < 0 || rest.length - literal.length < 1) return [];
    found.unshift(rest.slice(at + literal.length));
    rest = rest.slice(0, at);
  }
  found.unshift(rest);
  return names.map((each, index) => field(each, found[index] ?? ""));
}

export function splitPath(path: string): string[] {
  return path === "" || path === "/" ? [] : path.slice(1).split("/");
}
