import { innerText } from "../../observe/trace/mask-text.js";
import { maskedUrl } from "../../observe/trace/mask-url.js";
import { Masks } from "../../observe/trace/masks.js";
import type { Application } from "./application.js";
import { bindingsOf, type TestOptions, TestRun } from "./test-run.js";

export interface TestResult
  extends Pick<TestRun, "assertions" | "updates" | "unanswered" | "requests" | "backends"> {
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
  return { assertions, updates, unanswered, requests, backends, error };
}
