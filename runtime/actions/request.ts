import { Content } from "../content.js";
import { type Context, state } from "../context.js";
import { alert, engineError, engineErrors, type FlowError } from "../errors.js";
import { RequestLog } from "../logs/request-log.js";
import { type JsonObject, type JsonValue, setMember } from "../values.js";
import { readBody } from "./read-body.js";
import { passesClientBody } from "./request-body.js";
import { given, isObject } from "./request-config.js";
import { RequestFailure } from "./request-failure.js";
import { planRequest, type RequestPlan } from "./request-plan.js";
import { send, type UpstreamResponse } from "./send.js";

/**
 * The `request` action: sends one request; its result is the content `id` and the main content. A request that fails
 * leaves a system error document there and the flow goes on, unless the option `exit-on-error` is set.
 * @throws FlowError
 */
export const request = async ($: Context, id: string, config: JsonValue): Promise<void> => {
  const configured = given(config, "id");
  const name = configured === undefined || configured === "" ? id || "main" : String(configured);
  const outcome = await perform($, name, config);
  $[state].main = outcome.content;
  settle($, [outcome]);
};

/** The `requests` action: sends all at once; the result of `main` becomes the main content. @throws FlowError */
export const requests = async ($: Context, config: JsonValue): Promise<void> => {
  const entries: [string, JsonValue][] = isObject(config) ? Object.entries(config) : [["main", null]];
  const outcomes = await Promise.all(entries.map(([id, each]) => perform($, id, each)));
  $[state].main = outcomes.find(({ id }) => id === "main")?.content ?? $[state].main;
  settle($, outcomes);
};

interface Outcome {
  readonly id: string;
  readonly exchange: JsonObject;
  readonly content: Content;
  /** The error that ends the flow. */
  readonly exit: FlowError | undefined;
}

const perform = async ($: Context, id: string, config: JsonValue): Promise<Outcome> => {
  let plan: RequestPlan | undefined;
  try {
    if (passesClientBody(config)) await readBody($);
    plan = planRequest($, config);
    return received(id, await exchange($, id, plan));
  } catch (thrown) {
    if (!(thrown instanceof RequestFailure)) throw thrown;
    return failed($, id, plan?.url.href ?? "", thrown, exitsOnError(config));
  }
};

const exchange = ($: Context, id: string, plan: RequestPlan): Promise<UpstreamResponse> => {
  const sending = () => send(plan, new RequestLog($, id));
  return plan.checks === undefined ? sending() : plan.checks.api.exchange($, plan, plan.checks, sending);
};

const received = (id: string, { url, status, headers, bytes }: UpstreamResponse): Outcome => ({
  id,
  exchange: { url, status, cacheHit: false, headers: headersToObject(headers) },
  content: new Content({ kind: "bytes", bytes }, headers.get("content-type") ?? undefined),
  exit: undefined,
});

const failed = ($: Context, id: string, url: string, failure: RequestFailure, exits: boolean): Outcome => {
  const target = url.split("?", 1)[0] || "nowhere"; // a query may hold keys, which are nothing for a log
  const topic = failure.kind === engineErrors.upstreamConnection ? "request" : "validation";
  alert($, topic, `${failure.kind.message}: request ${id} to ${target}: ${failure.message}`);
  const error = engineError($, failure.kind, failure.info, failure.status);
  return {
    id,
    exchange: { url, status: failure.status, cacheHit: false, headers: {}, error: error.document },
    content: Content.json({ error: error.document }, failure.status),
    exit: exits ? error : undefined,
  };
};

const settle = ($: Context, outcomes: readonly Outcome[]): void => {
  for (const { id, exchange, content } of outcomes) $[state].store(id, exchange, content);
  const exit = outcomes.find((outcome) => outcome.exit !== undefined)?.exit;
  if (exit === undefined) return;
  $[state].error = exit.document;
  throw exit;
};

/** Read by itself: it also counts where the rest of the JSON is unusable. */
const exitsOnError = (config: JsonValue): boolean =>
  given(given(config, "options") ?? null, "exit-on-error") === true;

const headersToObject = (headers: Headers): JsonObject => {
  const members: Record<string, string | string[]> = {};
  headers.forEach((value, name) => {
    setMember(members, name, value);
  });
  const cookies = headers.getSetCookie();
  if (cookies.length > 1) members["set-cookie"] = cookies;
  return members;
};
