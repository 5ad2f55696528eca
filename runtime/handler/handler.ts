import { Deadline } from "../base/timeout.js";
import type { Bytes } from "../http/body-bytes.js";
import { Content } from "../request/content.js";
import { type Context, type Outcome, requestEnded, state } from "../request/context.js";
import { timeLeft, timeLimitError } from "../request/time-limit.js";
import type { RequestFacts } from "../upstream/plan/plan-facts.js";
import { endedByFlow } from "./answer.js";
import { type HandlerContext, handlerContext } from "./handler-context.js";
import { type HandlerRequest, ReadRequest } from "./handler-request.js";

/** The result of a handler: nothing, what `fail` returns, or a `Response` that is sent as it is. */
export type HandlerResult = Outcome | Response;

/** A handler, as `handler` makes it and the app calls it. */
export interface Handler {
  readonly run: ($: HandlerContext, request: HandlerRequest) => HandlerResult | Promise<HandlerResult>;
}

/**
 * Makes a handler of an operation, or one that flows call: the default export of a module that `x-flow-handler` or `<sub-flow>` names.
 * It runs where a flow would: after validation, tokens, limits and the init flow. What it throws is logged, and ends the request as an
 * error does in a flow.
 * @typeParam Operation what `openapi-typescript` says of the operation: `operations["getOrder"]`
 */
export function handler<Operation = unknown>(
  run: ($: HandlerContext, request: HandlerRequest<Operation>) => HandlerResult | Promise<HandlerResult>,
): Handler {
  return { run: run as Handler["run"] };
}

/**
 * Runs a handler in place of a flow: at once, unless it waits. For generated code.
 * @param facts what the build knows of its upstream requests
 * @throws FlowError, TimeLimitError, and whatever the handler throws
 */
export function handle($: Context, { run }: Handler, facts: RequestFacts = {}): Outcome | Promise<Outcome> {
  try {
    const running = run(handlerContext($, facts), new ReadRequest($));
    return running instanceof Promise ? inTime($, running) : ended($, running);
  } catch (thrown) {
    return stopped(thrown);
  }
}

/** The outcome of a handler that waits, unless its time is over before. */
function inTime($: Context, running: Promise<HandlerResult>): Promise<Outcome> {
  return new Promise<HandlerResult>((resolve, reject) => {
    const deadline = new Deadline(timeLeft($), () => reject(timeLimitError($)));
    running.then(
      (result) => {
        deadline.end();
        resolve(result);
      },
      (thrown: unknown) => {
        deadline.end();
        reject(thrown);
      },
    );
  }).then((result) => ended($, result), stopped);
}

/** Whoever forgets to return what `fail` returns has failed all the same. */
function ended($: Context, result: HandlerResult): Outcome {
  if (result instanceof Response) respondWith($, result);
  return $[state].failure === undefined ? undefined : requestEnded;
}

/** @throws what is no end of the request by a flow or by `fail` */
function stopped(thrown: unknown): Outcome {
  if (thrown !== endedByFlow && thrown !== requestEnded) throw thrown;
  return requestEnded;
}

/** Makes a `Response` the answer to the client. */
function respondWith($: Context, { status, headers, body }: Response): void {
  const own = $[state];
  const fields = new Map<string, string | readonly string[]>();
  headers.forEach((value, name) => {
    if (name !== "set-cookie") fields.set(name, value);
  });
  // It is the response, whatever a flow before it has said.
  own.status = undefined;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields.set("set-cookie", cookies);
  const type = headers.get("content-type") ?? undefined;
  if (body === null) own.main = new Content(empty, type, status, fields);
  else {
    own.stream = body;
    own.main = new Content({ kind: "stream", stream: body }, type, status, fields);
  }
}

const empty = { kind: "bytes", bytes: new Uint8Array() as Bytes } as const;
