import { isObject, type JsonValue } from "../../data/model/values.js";
import { readBytes } from "../../http/body-bytes.js";
import { flowError } from "../../language/actions/error.js";
import { headersToObject } from "../../language/actions/request.js";
import { getLog } from "../../language/functions/log-functions.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../../upstream/failure.js";
import type { RequestFacts } from "../../upstream/plan/plan-facts.js";
import { planRequest, type RequestPlan } from "../../upstream/plan/request-plan.js";
import { routeOf } from "./application.js";
import { shareUpstream, shareVariables } from "./share-variables.js";
import { bindingsOf, type Carried, testOf } from "./test-run.js";

/** The origin that tests ask for; nothing is sent there. */
const origin = "http://localhost";

const maxBytes = 64 * 1024 * 1024;

/**
 * The `test-request` action: sends a request to the app under test, within the process. Sets `$status`, a number,
 * `$response`, the body as text, and `$headers`, an object with the header fields by lower-case name. Shares all
 * variables of flows with the app; afterwards, `get-log()` is what the app has logged of it.
 * @throws FlowError if the JSON describes no request
 */
export async function testRequest($: Context, config: JsonValue, facts: RequestFacts = {}): Promise<void> {
  const run = testOf($);
  const { url, method, headers, body } = plannedRequest($, config, facts);
  const request = new Request(url, {
    method,
    headers: [...headers],
    ...(body === undefined ? {} : { body, duplex: "half" as const }),
  });
  const what: Carried = { run, sharedWith: $, isTested: true };
  const response = await run.app.fetch(request, bindingsOf(what));
  const bytes = await readBytes(response.body, maxBytes);
  const target = url.pathname + url.search;
  const route = routeOf(run.app, method, url.pathname);
  const requestID = what.begun?.[state].requestID ?? "";
  run.requests.push({ requestID, method, target, route, status: response.status });
  run.options.answered?.();
  if (what.begun !== undefined) {
    shareVariables(what.begun, $);
    shareUpstream(what.begun, $);
    $[state].access.fields = getLog(what.begun);
  }
  $.status = response.status;
  $.response = new TextDecoder().decode(bytes);
  $.headers = headersToObject(response.headers);
}

function plannedRequest($: Context, config: JsonValue, facts: RequestFacts): RequestPlan {
  try {
    // Clients may send any path, so tests do.
    return planRequest($, withUrl(config), { ...facts, detours: Number.POSITIVE_INFINITY });
  } catch (thrown) {
    if (thrown instanceof RequestFailure)
      throw flowError($, undefined, `The test-request cannot be sent: ${thrown.message}`);
    throw thrown;
  }
}

/** The JSON with a URL made of `path`. */
function withUrl(config: JsonValue): JsonValue {
  if (!isObject(config)) return config;
  const { path, ...rest } = config;
  if (typeof path !== "string") return config;
  return { ...rest, url: `${origin}${path.startsWith("/") ? "" : "/"}${path}` };
}
