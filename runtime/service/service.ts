import type { Context as HonoContext } from "hono";
import { debugResponse } from "../debug/debug-response.js";
import {
  type Answer,
  type Context,
  createContext,
  type Flow,
  requestEnded,
  type State,
  state,
} from "../flow/context.js";
import * as engineErrors from "../flow/engine-errors.js";
import { engineError, FlowError } from "../flow/errors.js";
import type { Facilities } from "../flow/facilities.js";
import { compileRoute, noRoute, type Route } from "../flow/route.js";
import { beginStretch } from "../limits/work.js";
import { logAccess } from "../logs/access-log.js";
import { withoutTrailing } from "../text/without-trailing.js";
import type { UpstreamFacilities } from "../upstream/plan/facilities.js";
import type { Cors } from "./cors.js";
import { DebugSwitch, type Setters } from "./debug-switch.js";
import { discardOutput, systemErrorResponse, toResponse } from "./response.js";
import { unexpectedError } from "./unexpected-error.js";

export interface ServiceOptions extends Facilities, UpstreamFacilities {
  /** What all paths of the API begin with; `""` or `/` if the API has all paths. */
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

export type Handler = (client: HonoContext) => Response | Promise<Response>;

export interface Service {
  /**
   * The handler of a path pattern, relative to the base path; `*` stands for every method without a flow of its own.
   * The `guards` of a method run before the init flow, in this order: validation, security, mocking.
   */
  path(
    pattern: string,
    operations: Readonly<Record<string, Flow>>,
    guards?: Readonly<Record<string, readonly Flow[]>>,
  ): Handler;
  /** The handler of every path that no pattern matches. */
  readonly notFound: Handler;
}

/** Binds flows to handlers of a Hono app: the init flow, the flow, the response, and what follows an error. */
export function service(options: ServiceOptions): Service {
  const basePath = withoutTrailing(options.basePath, "/");
  const { init, error: errorFlow, outside, cors } = options;

  const debugging = new DebugSwitch(options.setBy);
  const handler =
    (route: Route, answer: Answer): Handler =>
    (client) => {
      const $ = debugging.watch(createContext(client, route, options));
      const response = answer($);
      return response instanceof Promise
        ? response.then((settled) => complete($[state], settled))
        : complete($[state], response);
    };
  const refuse: Answer = ($) => run($, errorFlow, [refusePath]);
  const unknownPath = cors === undefined ? refuse : cors.around(refuse);

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
      return handler(route, cors === undefined ? answer : cors.around(answer, preflightMethods(flows)));
    },

    notFound: handler(noRoute, ($) => {
      const { client, access } = $[state];
      if (isBelow(client.req.path, basePath)) return unknownPath($);
      if (cors !== undefined && client.req.method === "OPTIONS") return new Response(null, { status: 405 });
      if (outside === undefined) {
        const { text, init } = acceptsHtml(client.req.raw.headers) ? notFoundPage : notFoundText;
        access.sent = { headers: init.headers, bytes: text.length };
        return new Response(text, init);
      }
      access.flow = outside.file ?? "";
      return run($, errorFlow, [outside]);
    }),
  };
}

/** Completes the response: adds what debugging shows in it, and logs the request. */
function complete(current: State, response: Response): Response {
  const { debug } = current;
  return logAccess(current, debug === undefined ? response : debugResponse(current, debug, response));
}

type FlowsByMethod = ReadonlyMap<string, readonly Flow[]>;

const anyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The methods that browsers may use; undefined if a flow answers `OPTIONS` itself. */
function preflightMethods(flows: FlowsByMethod): readonly string[] | undefined {
  if (flows.has("OPTIONS")) return undefined;
  return flows.has("*") ? anyMethod : [...flows.keys()];
}

/** Whether it is a browser that asks, for a page. Other clients accept anything, or JSON. */
function acceptsHtml(headers: Headers): boolean {
  return headers.get("accept")?.toLowerCase().includes("text/html") === true;
}

const notFoundText = {
  text: "Not Found",
  init: { status: 404, headers: { "content-type": "text/plain" } },
};
const notFoundPage = {
  text: "<!DOCTYPE html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n",
  init: { status: 404, headers: { "content-type": "text/html; charset=utf-8" } },
};

function isBelow(path: string, basePath: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === "/");
}

/** A request with HEAD is one with GET whose response has no content (RFC 9110 §9.3.2). */
function flowsFor(flows: FlowsByMethod, method: string): readonly Flow[] | undefined {
  return flows.get(method) ?? (method === "HEAD" ? flows.get("GET") : undefined) ?? flows.get("*");
}

const refusePath: Flow = ($) => {
  throw engineError($, engineErrors.inputValidation, `Path ${$[state].url.path} not found.`);
};

function refuseMethod($: Context, allowed: readonly string[]): never {
  const methods = allowed.includes("GET") && !allowed.includes("HEAD") ? [...allowed, "HEAD"] : allowed;
  const { method, url, headers = new Map() } = $[state];
  $[state].headers = headers.set("allow", methods.join(", "));
  throw engineError($, engineErrors.inputValidation, `Method ${method} not allowed for ${url.path}.`, 405);
}

/**
 * Runs flows one after the other until one breaks. If none returns a promise, the response is there at once: an `await`
 * here would cost every synchronous flow a turn of the event loop.
 */
function run($: Context, errorFlow: Flow | undefined, flows: readonly Flow[]): Response | Promise<Response> {
  beginStretch($[state].bindings);
  try {
    let started = 0;
    for (const flow of flows) {
      started++;
      const outcome = flow($);
      if (outcome instanceof Promise) return finish($, errorFlow, outcome, flows.slice(started));
      if (outcome === requestEnded) break;
    }
    return checkedResponse($);
  } catch (thrown) {
    return recover($, errorFlow, thrown);
  }
}

async function finish(
  $: Context,
  errorFlow: Flow | undefined,
  running: ReturnType<Flow>,
  next: readonly Flow[],
): Promise<Response> {
  try {
    let outcome = await running;
    for (const flow of next) {
      if (outcome === requestEnded) break;
      beginStretch();
      outcome = await flow($);
    }
    beginStretch();
    return checkedResponse($);
  } catch (thrown) {
    return recover($, errorFlow, thrown);
  }
}

function checkedResponse($: Context): Response {
  $[state].checkResponse?.();
  return toResponse($);
}

/** Answers an error with the error flow or, if there is none or it fails, with the system error document. */
function recover($: Context, errorFlow: Flow | undefined, thrown: unknown): Response | Promise<Response> {
  const error = thrown instanceof FlowError ? thrown : unexpectedError($, thrown);
  discardOutput($[state]);
  $[state].debug?.untagAll();
  beginStretch();
  if (errorFlow === undefined) return systemErrorResponse($, error);
  try {
    const running = errorFlow($);
    if (!(running instanceof Promise)) return toResponse($, error.status);
    return running
      .then(() => toResponse($, error.status))
      .catch((again: unknown) => recover($, undefined, again));
  } catch (again) {
    return recover($, undefined, again);
  }
}
