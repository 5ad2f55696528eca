import { setMember } from "../data/model/values.js";
import type { Bytes } from "../http/body-bytes.js";
import { ask, type Outcome, settle } from "../language/actions/request.js";
import { Content } from "../request/content.js";
import type { Context } from "../request/context.js";
import { waits } from "../request/waits.js";
import type { RequestFacts } from "../upstream/plan/plan-facts.js";
import { type HandlerContent, ReadContent, wholeContent } from "./handler-content.js";
import { type HandlerContext, originOf } from "./handler-context.js";
import { jsonData } from "./json-data.js";

/**
 * A request to an upstream system: the properties and options of the flow action `request`, with the same names and
 * defaults (docs/language/actions/request.md).
 */
export interface UpstreamRequest {
  readonly url: string;
  readonly method?: string;
  /** A text, a list of parameters, or an object whose members become parameters. */
  readonly query?:
    | string
    | readonly { readonly name: string; readonly value: unknown }[]
    | { readonly [name: string]: unknown };
  /** A header field for each member; `null` and `undefined` leave it out. */
  readonly headers?: { readonly [name: string]: unknown };
  /** A text or bytes are sent as they are, anything else as JSON. `headers` may name another media type. */
  readonly body?: unknown;
  readonly options?: { readonly [name: string]: unknown };
  /** All others. */
  readonly [property: string]: unknown;
}

/** The response of an upstream system, or what stands for it where there is none. */
export interface UpstreamResponse extends HandlerContent {
  /** The status code; 502 and the like if the request failed. */
  readonly status: number;
  /** True of a status from 200 to 299 without an error. */
  readonly ok: boolean;
  /** Header fields by their names in lower case; `set-cookie` is a list if there are several. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Why there is no response, as flows see it in `$upstream/<id>/error`. */
  readonly error: UpstreamError | undefined;
}

export interface UpstreamError {
  readonly message: string;
  readonly status: number;
  readonly code: number;
  readonly info: readonly string[];
}

/**
 * Sends a request, and waits for its response. The limits, breakers and credentials of its system hold, tests and traces see it,
 * and its response is in `$upstream` and `content($, id)`. A request that fails is a response with an `error`, unless the
 * option `exit-on-error` is set.
 * @param id tells the request from others in the log, in traces and in tests
 * @throws unchanged what ends the request: it must not be kept back by a `catch`
 */
export async function upstream(
  $: HandlerContext,
  id: string,
  request: UpstreamRequest,
): Promise<UpstreamResponse> {
  const { context, facts } = originOf($);
  const observer = waits(context, "request", upstream);
  const outcome = await send(context, id, request, facts, observer);
  observer?.ended();
  settle(context, [outcome]);
  return new ReceivedResponse(outcome);
}

/** Sends several requests at once, and waits for all of them. */
export async function upstreams<Id extends string>(
  $: HandlerContext,
  requests: { readonly [I in Id]: UpstreamRequest },
): Promise<{ readonly [I in Id]: UpstreamResponse }> {
  const { context, facts } = originOf($);
  const observer = waits(context, "requests", upstreams);
  const outcomes = await Promise.all(
    Object.entries<UpstreamRequest>(requests).map(([id, request]) =>
      send(context, id, request, facts, observer),
    ),
  );
  observer?.ended();
  settle(context, outcomes);
  const responses = {} as Record<Id, UpstreamResponse>;
  for (const outcome of outcomes)
    setMember(responses as never, outcome.id, new ReceivedResponse(outcome) as never);
  return responses;
}

function send(
  context: Context,
  id: string,
  { body, ...request }: UpstreamRequest,
  facts: RequestFacts,
  observer: ReturnType<typeof waits>,
): Promise<Outcome> {
  const own = body === undefined ? facts : { ...facts, body: sentContent(body) };
  return ask(context, id, jsonData(request), own, observer);
}

function sentContent(body: unknown): Content {
  if (typeof body === "string") return new Content({ kind: "text", text: body }, "text/plain");
  if (body instanceof Uint8Array)
    return new Content({ kind: "bytes", bytes: body as Bytes }, "application/octet-stream");
  return body instanceof ReadContent ? wholeContent(body) : Content.json(jsonData(body));
}

class ReceivedResponse extends ReadContent implements UpstreamResponse {
  readonly #exchange: Outcome["exchange"];

  constructor({ content, exchange }: Outcome) {
    super(content);
    this.#exchange = exchange;
  }

  get status(): number {
    return this.#exchange.member("status") as number;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300 && this.error === undefined;
  }

  get headers(): UpstreamResponse["headers"] {
    return this.#exchange.member("headers") as UpstreamResponse["headers"];
  }

  get error(): UpstreamError | undefined {
    return this.#exchange.member("error") as UpstreamError | undefined;
  }
}
