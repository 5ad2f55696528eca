import type { Context as HonoContext } from "hono";
import { decodeLiteral, withoutTrailing } from "../../base/percent-decode.js";
import { beginStretch } from "../../base/work.js";
import { byteLength } from "../../http/body-bytes.js";
import { ClientGone, type ClientRequest, clientGoneStatus } from "../../http/client-request.js";
import { splitUrl } from "../../http/client-url.js";
import { type Reply, toResponse } from "../../http/reply.js";
import { idField, withId } from "../../http/request-id.js";
import { logAccess } from "../../observe/logs/access-log.js";
import {
  type Answer,
  type Context,
  createContext,
  type Flow,
  type Outcome,
  type State,
  state,
} from "../../request/context.js";
import * as engineErrors from "../../request/engine-errors.js";
import type { Facilities } from "../../request/facilities.js";
import { engineError, failWith } from "../../request/flow-errors.js";
import { honoPath } from "../../request/hono-path.js";
import { compileRoute, noRoute, type Route } from "../../request/route.js";
import type { UpstreamFacilities } from "../../upstream/plan/upstream-facilities.js";
import { checkSettings } from "./check-settings.js";
import type { Cors } from "./cors.js";
import { DebugSwitch, type Setters } from "./debug-switch.js";
import { discardOutput, systemErrorReply, toReply } from "./make-reply.js";
import { cancelStream } from "./passed-response.js";
import { unexpectedError } from "./unexpected-error.js";

export interface ServiceOptions extends Facilities, UpstreamFacilities {
  /** The beginning of all paths of the API; `""` or `/` if the API has all paths. */
  readonly basePath: string;
  /** Runs before the flow of a path. */
  readonly init?: Flow;
  /** Runs after an error. */
  readonly error?: Flow;
  /** Runs for paths outside of `basePath`. */
  readonly outside?: Flow;
  readonly cors?: Cors;
  /** The actions that set a variable, by its name, for debugging; only `eval` sets the others. */
  readonly setBy?: Setters;
}

type Handle = (context: HonoContext) => Response | Promise<Response>;

export interface Handler extends Handle {
  /** The same without a context of Hono and a `Response`, for servers that need neither. */
  reply(client: ClientRequest, bindings: unknown): Reply | Promise<Reply>;
  /** The flow files that answer. */
  readonly files: readonly string[];
}

/** A server that wants to call the handler of unmatched paths itself, since a Hono app does not tell it. */
interface UnmatchedFinder {
  findsUnmatched?(handler: Pick<Handler, "reply">): void;
}

export interface Service {
  /**
   * The handler of a path pattern, relative to the base path; `*` stands for every method without a flow of its own.
   * The `guards` of a method run before the init flow, in this order: validation, security, mocking.
   */
  path(
    pattern: string,
    operations: Readonly<Record<string, Flow>>,
    guards?: Readonly<Record<string, readonly Flow[]>>,
  ): [path: string, handler: Handler];
  /** The handler of every path that no pattern matches. */
  readonly notFound: Handle;
}

/** Binds flows to handlers of a Hono app: the init flow, the flow, the response, and what follows an error. */
export function service(options: ServiceOptions): Service {
  const basePath = withoutTrailing(options.basePath, "/");
  const { init, error: errorFlow, outside, cors } = options;

  /** `undefined` before the first request: only then it is known what the platform hands to the app. */
  let areSettingsRight: boolean | undefined;
  const debugging = new DebugSwitch(options.setBy);
  const handler = (route: Route, answer: Answer, flows: Iterable<Flow> = []): Handler => {
    const reply: Handler["reply"] = (client, bindings) => {
      const own = createContext(client, bindings, route, options);
      areSettingsRight ??= checkSettings(bindings);
      if (!areSettingsRight) return complete(own[state], refuseAll(own));
      const $ = debugging.watch(own);
      const made = answer($);
      if (!(made instanceof Promise)) return complete($[state], made);
      $[state].keepAddress();
      return made.then((settled) => complete($[state], awaited($[state], settled)));
    };
    const handle: Handle = ({ req, env }) => {
      const made = reply(req.raw, env);
      return made instanceof Promise ? made.then(toResponse) : toResponse(made);
    };
    return Object.assign(handle, { reply, files: [...flows].flatMap(({ file }) => file ?? []) });
  };
  const refuse: Answer = ($) => run($, errorFlow, [refusePath]);
  const unknownBelow = handler(noRoute, cors === undefined ? refuse : cors.around(refuse));
  const beside: Answer = ($) => {
    const { client, access } = $[state];
    if (cors !== undefined && client.method === "OPTIONS") return methodNotAllowed;
    if (outside === undefined) return acceptsHtml(client.headers) ? notFoundPage : notFoundText;
    access.flow = outside.file ?? "";
    return run($, errorFlow, [outside]);
  };
  const unknownBeside = handler(noRoute, cors === undefined ? beside : cors.outside(beside));

  const decodedBase = decodeLiteral(basePath);
  const unmatched = (path: string) =>
    isBelow(decodeLiteral(path), decodedBase) ? unknownBelow : unknownBeside;

  return {
    path(pattern, operations, guards = {}) {
      const route = compileRoute(basePath, pattern);
      const flows = new Map(
        Object.entries(operations).map(([method, flow]) => {
          const before = guards[method] ?? [];
          return [method, init === undefined ? [...before, flow] : [...before, init, flow]] as const;
        }),
      );
      const answer: Answer = ($) => {
        const found = flowsFor(flows, $[state].method);
        $[state].access.flow = found?.at(-1)?.file ?? "";
        return run($, errorFlow, found ?? [() => refuseMethod($, [...flows.keys()])]);
      };
      const made =
        cors === undefined ? answer : cors.around(answer, pageMethods(flows), flows.has("OPTIONS"));
      return [honoPath(basePath, pattern), handler(route, made, Object.values(operations))];
    },

    notFound: (context) => {
      const { findsUnmatched } = (context.env ?? {}) as UnmatchedFinder;
      findsUnmatched?.({
        reply: (client, bindings) =>
          unmatched((client.urlParts ?? splitUrl(client.url)).path).reply(client, bindings),
      });
      return unmatched(splitUrl(context.req.url).path)(context);
    },
  };
}

/** The answer to every request while a setting is wrong. The log says which one. */
function refuseAll($: Context): Reply {
  return systemErrorReply($, engineError($, engineErrors.internal, engineErrors.unprocessed));
}

/** The response, unless the client has gone while the flows waited. */
function awaited(current: State, reply: Reply): Reply {
  if (!current.departure.isGone()) return reply;
  cancelStream(current, undefined);
  return unsent;
}

/** Stands in the log for what nobody got. */
const unsent: Reply = { status: clientGoneStatus, head: [], body: null, bytes: 0 };

/** Completes the response, to which listeners may add something, and logs the request. */
function complete(current: State, reply: Reply): Reply {
  current.alertLeftOut();
  const field = idField(current.bindings);
  // A flow may say otherwise, and nobody gets what is not sent.
  const told =
    field === undefined || reply === unsent || current.headers?.has(field) === true
      ? reply
      : withId(reply, field, current.requestID);
  return logAccess(current, current.events?.answered(told, current.access.realtime) ?? told);
}

type FlowsByMethod = ReadonlyMap<string, readonly Flow[]>;

const anyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The methods that pages may use. */
function pageMethods(flows: FlowsByMethod): readonly string[] {
  return flows.has("*") ? anyMethod : [...flows.keys()].filter((method) => method !== "OPTIONS");
}

/** Returns true if it is a browser that asks, for a page. Other clients accept anything, or JSON. */
function acceptsHtml(headers: Headers): boolean {
  return headers.get("accept")?.toLowerCase().includes("text/html") === true;
}

const methodNotAllowed: Reply = { status: 405, head: [], body: null, bytes: 0 };
const notFoundText = notFound("text/plain", "Not Found");
const notFoundPage = notFound(
  "text/html; charset=utf-8",
  "<!DOCTYPE html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n",
);

function notFound(type: string, body: string): Reply {
  return { status: 404, head: ["content-type", type], body, bytes: byteLength(body) };
}

function isBelow(path: string, basePath: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === "/");
}

/** A request with HEAD is one with GET whose response has no content (RFC 9110 §9.3.2). */
function flowsFor(flows: FlowsByMethod, method: string): readonly Flow[] | undefined {
  return flows.get(method) ?? (method === "HEAD" ? flows.get("GET") : undefined) ?? flows.get("*");
}

const refusePath: Flow = ($) =>
  failWith($, engineError($, engineErrors.inputValidation, `Path ${$[state].url.path} not found.`));

function refuseMethod($: Context, allowed: readonly string[]): Outcome {
  const methods = allowed.includes("GET") && !allowed.includes("HEAD") ? [...allowed, "HEAD"] : allowed;
  const { method, url, headers = new Map() } = $[state];
  $[state].headers = headers.set("allow", methods.join(", "));
  const info = `Method ${method} not allowed for ${url.path}.`;
  return failWith($, engineError($, engineErrors.inputValidation, info, 405));
}

/**
 * Runs flows one after the other until one ends the request. If none returns a promise, the response is there at once: an `await`
 * here would cost every synchronous flow a turn of the event loop.
 */
function run($: Context, errorFlow: Flow | undefined, flows: readonly Flow[]): Reply | Promise<Reply> {
  beginStretch($[state].bindings);
  try {
    let started = 0;
    for (const flow of flows) {
      started++;
      const outcome = start($, flow);
      if (outcome === undefined) continue;
      if (outcome instanceof Promise) return finish($, errorFlow, outcome, flows.slice(started));
      break;
    }
    return concluded($, errorFlow, false);
  } catch (thrown) {
    return recover($, errorFlow, thrown, false);
  }
}

async function finish(
  $: Context,
  errorFlow: Flow | undefined,
  running: ReturnType<Flow>,
  next: readonly Flow[],
): Promise<Reply> {
  try {
    let outcome = await running;
    for (const flow of next) {
      if (outcome !== undefined) break;
      beginStretch();
      outcome = await start($, flow);
    }
    beginStretch();
    return await concluded($, errorFlow, true);
  } catch (thrown) {
    return recover($, errorFlow, thrown, true);
  }
}

/** Runs a flow. Debugging gets to know its file. */
function start($: Context, flow: Flow): ReturnType<Flow> {
  const { file } = flow;
  if (file !== undefined) $[state].events?.tell("flow", { kind: "flow", file });
  return flow($);
}

/** The response that the flows have left, or what follows the error that has ended them. */
function concluded($: Context, errorFlow: Flow | undefined, hasWaited: boolean): Reply | Promise<Reply> {
  const { failure, checkResponse } = $[state];
  if (failure !== undefined) return recover($, errorFlow, failure, hasWaited);
  checkResponse?.();
  return toReply($);
}

/**
 * Answers an error with the error flow or, if there is none or it fails, with the system error document.
 * @param hasWaited so that the client may have gone meanwhile
 */
function recover(
  $: Context,
  errorFlow: Flow | undefined,
  thrown: unknown,
  hasWaited: boolean,
): Reply | Promise<Reply> {
  if (thrown instanceof ClientGone) return unsent;
  const error = thrown instanceof engineErrors.FlowError ? thrown : unexpectedError($, thrown);
  const current = $[state];
  discardOutput(current);
  current.failure = undefined;
  current.events?.failed(error.document);
  if (hasWaited && current.departure.isGone()) return unsent;
  beginStretch();
  if (errorFlow === undefined) return systemErrorReply($, error);
  const failed = (again: unknown) => recover($, undefined, again, hasWaited);
  const answered = () => (current.failure === undefined ? toReply($, error.status) : failed(current.failure));
  try {
    const running = start($, errorFlow);
    return running instanceof Promise ? running.then(answered).catch(failed) : answered();
  } catch (thrown) {
    return failed(thrown);
  }
}
