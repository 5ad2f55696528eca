import { innerText } from "../../observe/trace/mask-text.js";
import { maskedUrl } from "../../observe/trace/mask-url.js";
import { Masks } from "../../observe/trace/masks.js";
import { subscribe } from "../../request/context.js";
import { putAround } from "../../request/harness.js";
import { upstreamChecks } from "../../upstream/plan/upstream-api.js";
import type { Application } from "./application.js";
import { keySet, planned } from "./backend-flow.js";
import { shareVariables } from "./share-variables.js";
import { bindingsOf, carriedBy, type TestOptions, TestRun } from "./test-run.js";

export interface TestResult
  extends Pick<TestRun, "assertions" | "updates" | "unanswered" | "requests" | "backends"> {
  /** The IDs of backend flows that answered nothing. */
  readonly unasked: readonly string[];
  /** The error that ended the test, as a system error document; `undefined` if it ran to its end. */
  readonly error: unknown;
}

/**
 * Runs one test.
 * @param path of the test, relative to the flow directory
 * @param tests the tests and their backend flows as an app, which serves each at its path in `routes`
 */
export async function runTest(
  path: string,
  app: Application,
  tests: Application,
  routes: ReadonlyMap<string, string>,
  options: TestOptions,
): Promise<TestResult> {
  putAround({ planned, checks: upstreamChecks, keySet, passing: (_, body) => body });
  share();
  const run = new TestRun(path, app, tests, routes, options);
  const request = new Request(`http://localhost${routes.get(path) ?? ""}`);
  const response = await tests.fetch(request, bindingsOf({ run, sharedWith: undefined }));
  options.answered?.();
  const { assertions, updates, backends } = run;
  const masks = new Masks();
  const masked = (url: string) => maskedUrl(url, masks, innerText(masks));
  const requests = run.requests.map((each) => ({ ...each, target: masked(each.target) }));
  // The URL comes last.
  const unanswered = run.unanswered.map((text) => {
    const at = text.lastIndexOf(" ") + 1;
    return text.slice(0, at) + masked(text.slice(at));
  });
  const error = response.status < 400 ? undefined : await response.json().catch(() => null);
  const unasked = [...backends.keys()].filter((id) => !run.asked.has(id));
  return { assertions, updates, unanswered, unasked, requests, backends, error };
}

let areShared = false;

/** Requests of tests share variables with those that they are sent for. */
function share(): void {
  if (areShared) return;
  areShared = true;
  subscribe(($) => {
    const what = carriedBy($);
    if (what === undefined) return undefined;
    what.begun = $;
    if (what.sharedWith !== undefined) shareVariables(what.sharedWith, $);
    return undefined;
  });
}
