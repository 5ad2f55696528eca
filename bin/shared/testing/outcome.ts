import type { AssertionResult, TestResult } from "../../../compiler/session/test-build.js";
import type { LoggedEvent } from "../logged-events.js";

/** The outcome of a test. */
export interface Outcome {
  /** The path of the test, relative to the flow directory. */
  readonly path: string;
  readonly isOk: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly assertions: readonly AssertionResult[];
  /** The problem that ended the test, or kept it from asserting anything; `undefined` if there is none. */
  readonly problem: string | undefined;
  /** The method and the target of the first request to the app, without secrets. */
  readonly request: string | undefined;
  /** Upstream requests that nothing answered. */
  readonly unanswered: readonly string[];
  /** The IDs of backend flows that answered nothing. */
  readonly unasked: readonly string[];
  /** Errors and alerts that were logged, but not those of requests that no failure is about. */
  readonly events: readonly string[];
  /** Lines about what the app ran for the requests that failures are about. */
  readonly trace: readonly string[];
  /** True if the test came to an end. */
  readonly hasResult: boolean;
}

/** Judges what a worker sent, or how it failed. */
export function judge(
  path: string,
  duration: number,
  result: TestResult | string,
  logged: readonly LoggedEvent[],
): Outcome {
  if (typeof result === "string")
    return {
      path,
      isOk: false,
      duration,
      assertions: [],
      problem: result,
      request: undefined,
      unanswered: [],
      unasked: [],
      events: logged.map(({ text }) => text),
      trace: [],
      hasResult: false,
    };
  const { assertions, unanswered, unasked, requests } = result;
  const [first] = requests;
  const request = first && `${first.method} ${first.target}`;
  const asked = concerned(result);
  const others = new Set(requests.flatMap(({ requestID }) => (asked.has(requestID) ? [] : requestID)));
  const events = logged.flatMap(({ requestID, text }) => (others.has(String(requestID)) ? [] : text));
  const problem = problemOf(result);
  const isOk = problem === undefined && assertions.every((each) => each.isOk);
  return {
    path,
    isOk,
    duration,
    assertions,
    problem,
    request,
    unanswered,
    unasked,
    events,
    trace: [],
    hasResult: true,
  };
}

function problemOf({ assertions, error }: TestResult): string | undefined {
  if (error !== undefined) return `an error ended the test: ${messageOf(error)}`;
  return assertions.length === 0 ? "the test asserted nothing" : undefined;
}

/** The message of a system error document, and what it says beside. */
function messageOf(document: unknown): string {
  const { error } = (document ?? {}) as {
    readonly error?: { readonly message?: string; readonly info?: unknown };
  };
  const info = Array.isArray(error?.info) ? error.info.join("; ") : "";
  return [error?.message ?? "no message", info].filter((text) => text !== "").join(": ");
}

/** The IDs of the requests that failures are about: those between the assertions that failed and the ones before. */
export function concerned({ assertions, requests, error }: TestResult): ReadonlySet<string> {
  const end = { isOk: error === undefined && assertions.length > 0, requests: requests.length };
  const found = new Set<string>();
  let [from, to] = [0, 0];
  for (const check of [...assertions, end]) {
    if (check.requests > to) [from, to] = [to, check.requests];
    if (!check.isOk) for (const { requestID } of requests.slice(from, to)) found.add(requestID);
  }
  return found;
}

/** Upstream requests without a backend flow, and the reverse, which a test that passes may have overlooked. */
export const unmet = ({ unanswered, unasked }: Outcome): readonly string[] => [
  ...unanswered.map((request) => `no backend flow answered ${request}`),
  ...unasked.map((id) => `nothing asked the backend flow ${id}`),
];

export const failedAssertions = ({ assertions }: Outcome): readonly AssertionResult[] =>
  assertions.filter(({ isOk }) => !isOk);
