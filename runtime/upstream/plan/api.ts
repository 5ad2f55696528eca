import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Verdicts } from "../../observe/logs/logged-exchange.js";
import type { Context } from "../../request/context.js";
import { state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type { UpstreamResponse } from "../upstream-response.js";
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
