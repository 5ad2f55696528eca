import { decodePercent } from "../../base/percent-decode.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Field } from "../../http/fields.js";
import type { Verdicts } from "../../observe/logs/logged-exchange.js";
import { type Context, state } from "../../request/context.js";
import { compileRoute, pathFields, type Route, splitPath } from "../../request/route.js";
import { RequestFailure } from "../failure.js";
import type { UpstreamResponse } from "../upstream-messages.js";
import { type CheckMode, givenOption, modeOption, stringOption } from "./read-options.js";

/** The part of a request that is checked. */
export interface CheckedRequest {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Bytes | ReadableStream<Uint8Array> | undefined;
}

/** An API description of an upstream system, which requests name with the option `definition`. */
export interface UpstreamApi {
  /**
   * Sends the request `id`, or mocks it, and checks it and its response as the options ask for it.
   * @throws RequestFailure
   */
  exchange(
    $: Context,
    id: string,
    sent: CheckedRequest,
    checks: UpstreamChecks,
    send: () => Promise<UpstreamResponse>,
  ): Promise<UpstreamResponse>;
}

/** The options of a request about its API description. */
export interface UpstreamChecks {
  readonly api: UpstreamApi;
  /** `validate-request` */
  readonly request: CheckMode;
  /** `validate-request-security` */
  readonly security: CheckMode;
  /** `validate-response` */
  readonly response: CheckMode;
  /** `mock-response` */
  readonly isMocked: boolean;
  readonly verdicts: Verdicts;
}

/**
 * The checks of a request; undefined if nothing is to be checked.
 * @param unset the value of `validate-request` and `validate-response` if they are missing, but `definition` is there
 */
export function upstreamChecks(
  $: Context,
  options: JsonObject,
  unset: CheckMode,
): UpstreamChecks | undefined {
  const name = stringOption(options, "definition");
  const otherwise = name === undefined ? false : unset;
  const request = modeOption(options, "validate-request", otherwise);
  const security = modeOption(options, "validate-request-security", false);
  const response = modeOption(options, "validate-response", otherwise);
  const isMocked = givenOption(options, "mock-response") === true;
  if (!request && !security && !response && !isMocked) return undefined;
  const { definitions = {} } = $[state].facilities;
  const api = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (api !== undefined) return { api, request, security, response, isMocked, verdicts: {} };
  const reason =
    name === undefined
      ? "names no definition"
      : `names the definition ${name}, which is not part of this app`;
  throw new RequestFailure(`The request is to be validated, but ${reason}.`, 500);
}

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
  readonly parameters: readonly Field[];
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
  return { contract: undefined, problem: `Path ${path} not found.`, parameters: [] };
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
function allParameters(route: Route, path: string): readonly Field[] | undefined {
  const parameters = pathFields(route, path);
  const count = route.parameters.reduce((sum, { names }) => sum + names.length, 0);
  return parameters.length === count ? parameters : undefined;
}
