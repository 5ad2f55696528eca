import type { Context } from "../../request/context.js";
import type { Halt } from "../../upstream/halt.js";
import type { CacheableResponse } from "../../upstream/plan/cache.js";
import type { RequestPlan } from "../../upstream/plan/request-plan.js";
import type { Send } from "../../upstream/plan/socket-options.js";
import { StreamBody } from "../../upstream/received-body.js";
import { pause } from "../../upstream/resilience/pause.js";
import type { Sending } from "../../upstream/upstream-messages.js";
import { callRoute } from "./application.js";
import { shareVariables } from "./share-variables.js";
import { type BackendFaults, bindingsOf, type Carried, carriedBy, type TestRun, testOf } from "./test-run.js";

/** The `backend-flow` action: from here on, a flow answers the upstream requests with this ID. */
export function backendFlow($: Context, request: string, path: string, faults?: BackendFaults): void {
  const run = testOf($);
  run.backends.set(request, path);
  if (faults === undefined) run.faults.delete(request);
  else run.faults.set(request, { ...faults });
}

/** Answers upstream requests of a test with its backend flows, and refuses those that have none. */
export function planned($: Context, id: string, plan: RequestPlan): RequestPlan {
  const run = carriedBy($)?.run;
  if (run === undefined) return plan;
  const path = run.backendOf(id);
  if (path !== undefined) return { ...plan, send: answering($, run, path, run.faults.get(id)) };
  return run.backends.size === 0 && run.options.allowsNetwork ? plan : { ...plan, send: refusing(run, id) };
}

/** Fetches a key set for a test: a backend flow for `jwks` answers. */
export function keySet($: Context, url: URL, init: RequestInit): Promise<Response> {
  const run = carriedBy($)?.run;
  if (run === undefined) return fetch(url, init);
  const path = run.backendOf("jwks");
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

function answering($: Context, run: TestRun, path: string, faults: BackendFaults | undefined): Send {
  return async (sending, halt) => {
    if (faults !== undefined && faults.wait > 0) await pause(faults.wait * 1000, halt);
    if (faults !== undefined && faults.fails > 0) {
      faults.fails--;
      return failed(faults.with, halt);
    }
    const { status, statusText, headers, body } = await answered($, run, path, requestOf(sending));
    return { status, statusText, headers, body: body && new StreamBody(body) };
  };
}

/** What comes of a request that fails on purpose. */
function failed(how: BackendFaults["with"], halt: Halt): CacheableResponse | Promise<never> {
  const lost = () => Object.assign(new TypeError("The test fails this request."), { code: "ECONNREFUSED" });
  if (how === "refuse") return Promise.reject(lost());
  if (how === "hang") return new Promise((_, reject) => halt.tell(reject));
  if (typeof how === "number") return { status: how, headers: new Headers(), body: null };
  const body = new ReadableStream<Uint8Array>({ pull: (stream) => stream.error(lost()) });
  return { status: 200, headers: new Headers(), body: new StreamBody(body) };
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
