import { decodePercent } from "../../base/percent-decode.js";
import type { JsonObject } from "../../data/model/values.js";
import { compileRoute, pathParameters, type Route, splitPath } from "../../request/route.js";
import type { CheckedRequest } from "./api.js";

/** A path of an API description. */
export interface UpstreamPath<T> {
  /** The pattern, relative to the base path: `/users/{id}`, `/files/**`. */
  readonly pattern: string;
  /** By method; `*` stands for all other methods. */
  readonly operations: Readonly<Record<string, T>>;
}

/** The operation that a request is for, or why there is none. */
export interface FoundOperation<T> {
  readonly contract: T | undefined;
  readonly problem: string;
  readonly parameters: JsonObject;
}

/** A path whose pattern has been taken apart. */
export interface CompiledPath<T> extends Pick<UpstreamPath<T>, "operations"> {
  readonly route: Route;
  /** The segments of the pattern; literals are decoded. */
  readonly segments: readonly string[];
}

export function compilePaths<T>(
  basePath: string,
  paths: readonly UpstreamPath<T>[],
): readonly CompiledPath<T>[] {
  return paths.map(({ pattern, operations }) => {
    const whole = basePath + pattern.replace(/\/\*\*$/, "");
    return {
      operations,
      route: compileRoute(basePath, pattern),
      segments: splitPath(whole).map(decodePercent),
    };
  });
}

export function findOperation<T>(
  paths: readonly CompiledPath<T>[],
  { url, method }: Pick<CheckedRequest, "url" | "method">,
): FoundOperation<T> {
  const path = url.pathname;
  const segments = splitPath(path).map(decodePercent);
  for (const { operations, route, segments: expected } of paths) {
    const parameters = isFitting(route, expected, segments) ? allParameters(route, path) : undefined;
    if (parameters === undefined) continue;
    const name = [method, "*"].find((each) => Object.hasOwn(operations, each));
    const contract = name === undefined ? undefined : operations[name];
    return { contract, problem: `Invalid method ${method.toLowerCase()}.`, parameters };
  }
  return { contract: undefined, problem: `Path ${path} not found.`, parameters: {} };
}

function isFitting(
  { wildcardAfter }: Route,
  expected: readonly string[],
  segments: readonly string[],
): boolean {
  const isLongEnough =
    wildcardAfter === undefined ? segments.length === expected.length : segments.length >= expected.length;
  return (
    isLongEnough &&
    expected.every((text, at) => (text.includes("{") ? segments[at] !== "" : text === segments[at]))
  );
}

/** Undefined if a segment with text around its parameters does not fit. */
function allParameters(route: Route, path: string): JsonObject | undefined {
  const parameters = pathParameters(route, path) ?? {};
  const names = route.parameters.flatMap((parameter) => parameter.names);
  return names.every((name) => Object.hasOwn(parameters, name)) ? parameters : undefined;
}
