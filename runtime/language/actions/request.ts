import { beginStretch } from "../../base/work.js";
import { isObject, type JsonObject, type JsonValue, member, setMember } from "../../data/model/values.js";
import { ClientGone, cutOff } from "../../http/client-request.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import { RequestLog } from "../../observe/logs/request-log.js";
import type { ActionObserver } from "../../observe/telemetry/request-events.js";
import { Content } from "../../request/content.js";
import { type Context, state } from "../../request/context.js";
import * as engineErrors from "../../request/engine-errors.js";
import { alert, alertRounded, engineError } from "../../request/flow-errors.js";
import { harness } from "../../request/harness.js";
import { readBody } from "../../request/read-body.js";
import { timeLeft, timeLimitError } from "../../request/time-limit.js";
import type { ShownExchange } from "../../request/upstream-tree.js";
import { waits } from "../../request/waits.js";
import { RequestFailure } from "../../upstream/failure.js";
import type { RequestFacts } from "../../upstream/plan/plan-facts.js";
import { given, givenOption } from "../../upstream/plan/read-options.js";
import { passesClientBody } from "../../upstream/plan/request-body.js";
import { planRequest, type RequestPlan } from "../../upstream/plan/request-plan.js";
import { bodySource, proxiedContent } from "../../upstream/send/proxied-content.js";
import { type Client, send } from "../../upstream/send/send.js";
import { waitFor } from "../../upstream/share.js";
import type { UpstreamResponse } from "../../upstream/upstream-messages.js";

/**
 * The `request` action: sends one request. Its result is the content `id` and the main content. If the request fails,
 * that is a system error document and the flow goes on, unless the option `exit-on-error` is set.
 * @throws FlowError
 */
export async function request(
  $: Context,
  id: string,
  config: JsonValue,
  facts: RequestFacts = {},
): Promise<void> {
  const configured = given(config, "id");
  const name = configured === undefined || configured === "" ? id || "main" : String(configured);
  const observer = waits($, "request", request);
  const outcome = await ask($, name, config, facts, observer);
  observer?.ended();
  $[state].main = outcome.content;
  settle($, [outcome]);
}

/** Sends one request. Its outcome is still to be stored. */
export function ask(
  $: Context,
  id: string,
  config: JsonValue,
  facts: RequestFacts,
  observer: ActionObserver | undefined,
): Promise<Outcome> {
  return perform($, id, () => plan($, config, facts), exitsOnError(config), observer);
}

/**
 * The `requests` action: sends all requests at once; the result of `main` becomes the main content.
 * @throws FlowError
 */
export async function requests($: Context, config: JsonValue, facts: RequestFacts = {}): Promise<void> {
  const entries: [string, JsonValue][] = isObject(config) ? Object.entries(config) : [["main", null]];
  const observer = waits($, "requests", requests);
  const outcomes = await Promise.all(entries.map(([id, each]) => ask($, id, each, facts, observer)));
  observer?.ended();
  $[state].main = outcomes.find(({ id }) => id === "main")?.content ?? $[state].main;
  settle($, outcomes);
}

function plan($: Context, config: JsonValue, facts: RequestFacts): RequestPlan | Promise<RequestPlan> {
  const make = () => planRequest($, config, facts);
  const reading = passesClientBody(config) ? readBody($) : undefined;
  return reading === undefined ? make() : reading.then(make);
}

export interface Outcome {
  readonly id: string;
  /** The entry in `$upstream`. */
  readonly exchange: ShownExchange;
  readonly content: Content;
  /** The error that ends the flow. */
  readonly exit: engineErrors.FlowError | undefined;
}

/**
 * Sends a request that is still to be planned. A plan that cannot be made, and a request that fails, are outcomes, too.
 */
export async function perform(
  $: Context,
  id: string,
  plan: () => RequestPlan | Promise<RequestPlan>,
  exits: boolean,
  observer?: ActionObserver,
): Promise<Outcome> {
  const log = new RequestLog($[state], id, observer);
  let planned: RequestPlan | undefined;
  try {
    const planning = plan();
    alertRounded($);
    planned = planning instanceof Promise ? await planning : planning;
    const response = await exchange($, id, planned, log);
    if (planned.checks !== undefined)
      log.settled(planned, { violations: [], response, body: wholeBody(response) });
    beginStretch($[state].bindings);
    return received($, id, planned, response);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailure)) {
      if (!(thrown instanceof ClientGone)) observer?.failed(engineErrors.internal.code);
      observer?.ended();
      throw thrown;
    }
    const { message, kind, info } = thrown;
    observer?.failed(kind.code);
    const isViolation = kind !== engineErrors.upstreamConnection && !kind.isRefusal;
    log.settled(planned, isViolation ? { failure: message, violations: info } : { failure: message });
    return failed($, id, planned, thrown, exits);
  }
}

function wholeBody({ body }: UpstreamResponse) {
  return body instanceof ReadableStream ? undefined : (body ?? undefined);
}

function exchange($: Context, id: string, plan: RequestPlan, log: RequestLog): Promise<UpstreamResponse> {
  const client = new WaitingClient($, id, plan.url);
  const sending = () => send(harness ? harness.planned($, id, plan) : plan, client, log);
  return plan.checks === undefined ? sending() : plan.checks.api.exchange($, id, plan, plan.checks, sending);
}

/** The client's request behind an upstream request. */
class WaitingClient implements Client {
  constructor(
    private readonly $: Context,
    private readonly id: string,
    private readonly url: URL,
  ) {}

  timeLeft(): number {
    return timeLeft(this.$);
  }

  timeIsOver(): Error {
    return timeLimitError(this.$);
  }

  take(bytes: number): boolean {
    return this.$[state].hold().take("upstream", bytes);
  }

  waitFor(origin: string): (() => void) | undefined {
    const current = this.$[state];
    return waitFor(origin, current, current.bindings);
  }

  cutOff(reason: string): boolean {
    alertFailure(this.$, this.id, this.url, new RequestFailure(reason));
    return cutOff(this.$[state].bindings);
  }

  ended(bytes: number): void {
    this.$[state].access.streamEnded?.(bytes);
  }
}

function received($: Context, id: string, plan: RequestPlan, response: UpstreamResponse): Outcome {
  const content = plan.isProxied ? passedContent($, id, response) : contentOf(response);
  return { id, exchange: new ReceivedExchange(response, plan.guard?.facts), content, exit: undefined };
}

/** Most flows read the status at most, so the object with all fields is made when somebody asks for more. */
class ReceivedExchange implements ShownExchange {
  #json: JsonObject | undefined;

  /** @param more members behind the others */
  constructor(
    private readonly response: UpstreamResponse,
    private readonly more: JsonObject | undefined,
  ) {}

  json(): JsonObject {
    const { url, status, cacheHit, headers } = this.response;
    this.#json ??= { url, status, cacheHit, headers: headersToObject(headers), ...this.more };
    return this.#json;
  }

  member(name: string): JsonValue | undefined {
    return name === "status" ? this.response.status : member(this.json(), name);
  }

  get cookies(): readonly string[] {
    return this.response.headers.getSetCookie();
  }
}

function passedContent($: Context, id: string, response: UpstreamResponse): Content {
  return proxiedContent(response, (names) =>
    alert(
      $,
      "request",
      `The response to the request ${id} has malformed header fields, which are left out: ${JSON.stringify(names)}.`,
    ),
  );
}

function contentOf(response: UpstreamResponse): Content {
  return new Content(bodySource(response), response.headers.get("content-type") ?? undefined);
}

function failed(
  $: Context,
  id: string,
  plan: RequestPlan | undefined,
  failure: RequestFailure,
  exits: boolean,
): Outcome {
  alertFailure($, id, plan?.url, failure);
  const error = engineError($, failure.kind, failure.info, failure.status);
  const exchange: JsonObject = {
    url: plan?.url.href ?? "",
    status: failure.status,
    cacheHit: false,
    headers: {},
    error: error.document,
    ...plan?.guard?.facts,
  };
  return {
    id,
    exchange: { json: () => exchange, member: (name) => member(exchange, name), cookies: [] },
    content: Content.json({ error: error.document }, failure.status),
    exit: exits ? error : undefined,
  };
}

function alertFailure(
  $: Context,
  id: string,
  url: URL | undefined,
  { kind, status, message, detail }: RequestFailure,
): void {
  const target = url?.href.split("?", 1)[0] ?? "nowhere"; // a query may hold keys, which must not be in the log
  const unset = url === undefined ? $[state].unsetVariables.map((name) => ` $env/${name} is not set.`) : [];
  const topic = kind === engineErrors.upstreamConnection || kind.isRefusal ? "request" : "validation";
  alert(
    $,
    topic,
    `${kind.message}: request ${id} to ${target}: ${message}${detail && ` ${detail}`}${unset.join("")}`,
    {
      request: id,
      status,
      code: kind.code,
    },
  );
}

/**
 * Stores outcomes where the flow finds them.
 * @throws FlowError the first one that ends the flow
 */
export function settle($: Context, outcomes: readonly Outcome[]): void {
  for (const { id, exchange, content } of outcomes) $[state].store(id, exchange, content);
  const exit = outcomes.find((outcome) => outcome.exit !== undefined)?.exit;
  if (exit === undefined) return;
  $[state].error = exit.document;
  throw exit;
}

/** Reads the option by itself: it counts even if the rest of the JSON cannot be used. */
function exitsOnError(config: JsonValue): boolean {
  return givenOption(given(config, "options") ?? null, "exit-on-error") === true;
}

/** Header fields by lower-case name. `set-cookie` is an array if there is more than one. */
export function headersToObject(headers: ReceivedFields): JsonObject {
  const members: Record<string, string | string[]> = {};
  headers.forEach((value, name) => {
    setMember(members, name, value);
  });
  const cookies = headers.getSetCookie();
  if (cookies.length > 1) members["set-cookie"] = cookies;
  return members;
}
