import type { Context } from "../../request/context.js";
import type { RequestPlan } from "../../upstream/plan/request-plan.js";
import type { Send } from "../../upstream/plan/socket-options.js";
import { StreamBody } from "../../upstream/received-body.js";
import type { Sending } from "../../upstream/upstream-messages.js";
import { callRoute } from "./application.js";
import { shareVariables } from "./share-variables.js";
import { bindingsOf, type Carried, carriedBy, type TestRun, testOf } from "./test-run.js";

/** The `backend-flow` action: from here on, a flow answers the upstream requests with this ID. */
export function backendFlow($: Context, request: string, path: string): void {
  testOf($).backends.set(request, path);
}

/** Answers upstream requests of a test with its backend flows, and refuses those that have none. */
export function planned($: Context, id: string, plan: RequestPlan): RequestPlan {
  const run = carriedBy($)?.run;
  if (run === undefined) return plan;
  const path = run.backends.get(id);
  if (path !== undefined) return { ...plan, send: answering($, run, path) };
  return run.backends.size === 0 && run.options.allowsNetwork ? plan : { ...plan, send: refusing(run, id) };
}

/** Fetches a key set for a test: a backend flow for `jwks` answers. */
export function keySet($: Context, url: URL, init: RequestInit): Promise<Response> {
  const run = carriedBy($)?.run;
  if (run === undefined) return fetch(url, init);
  const path = run.backends.get("jwks");
  if (path !== undefined) return answered($, run, path, new Request(url, init));
  return run.backends.size === 0 && run.options.allowsNetwork
    ? fetch(url, init)
    : refused(run, "jwks", "GET", url);
}

async function answered($: Context, run: TestRun, path: string, request: Request): Promise<Response> {
  const what: Carried = { run, sharedWith: $ };
  const response = await callRoute(run.tests, run.routes.get(path) ?? "", request, bindingsOf(what));
  if (what.begun !== undefined) shareVariables(what.begun, $);
  return response;
}

function answering($: Context, run: TestRun, path: string): Send {
  return async (sending) => {
    const { status, statusText, headers, body } = await answered($, run, path, requestOf(sending));
    return { status, statusText, headers, body: body && new StreamBody(body) };
  };
}

function refusing(run: TestRun, id: string): Send {
  return ({ method, url }) => refused(run, id, method, url);
}

function refused(run: TestRun, id: string, method: string, url: URL): Promise<never> {
  run.unanswered.push(`${id}: ${method} ${url.href}`);
  return Promise.reject(new TypeError(`No backend flow answers the request ${id}.`));
}

function requestOf({ url, method, headers, body }: Sending): Request {
  const more = body === null ? {} : { body, duplex: "half" as const };
  return new Request(url, { method, headers: [...headers], ...more });
}
