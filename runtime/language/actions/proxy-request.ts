import type { JsonValue } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { waits } from "../../request/waits.js";
import type { RequestFacts } from "../../upstream/plan/plan-facts.js";
import { planProxy } from "../../upstream/plan/proxy.js";
import { given, givenOption } from "../../upstream/plan/read-options.js";
import { perform, settle } from "./request.js";

/**
 * The `proxy-request` action: sends the client's request on to another server. Its result is the content `main` and the
 * main content. If that becomes the response to the client, it has the upstream's status and header fields, too.
 * @throws FlowError
 */
export async function proxyRequest($: Context, config: JsonValue, facts: RequestFacts = {}): Promise<void> {
  const observer = waits($, "proxy-request", proxyRequest);
  const plan = () => planProxy($, config, facts);
  const outcome = await perform($, "main", plan, exitsOnError(config), observer);
  observer?.ended();
  $[state].main = outcome.content;
  settle($, [outcome]);
}

/** Unlike in `request`, the option is on if there is a definition. */
function exitsOnError(config: JsonValue): boolean {
  const options = given(config, "options") ?? null;
  return (givenOption(options, "exit-on-error") ?? givenOption(options, "definition") !== undefined) === true;
}
