import type { AssertionResult, TestResult } from "../../../compiler/index.js";

/** What became of a test. */
export interface Outcome {
  /** The path of the test, relative to the flow directory. */
  readonly path: string;
  readonly isOk: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly assertions: readonly AssertionResult[];
  /** What ended the test, or kept it from asserting anything; `undefined` if nothing did. */
  readonly problem: string | undefined;
  /** The method and the target of the first request to the app. */
  readonly request: string | undefined;
  /** Upstream requests that nothing answered. */
  readonly unanswered: readonly string[];
  /** What the app logged: its errors and alerts. */
  readonly events: readonly string[];
  /** Lines about what the app ran for each request, if the test failed. */
  readonly trace: readonly string[];
  /** Whether the test came to an end. */
  readonly hasResult: boolean;
}

/** Judges what a worker sent, or how it failed. */
export function judge(
  path: string,
  duration: number,
  result: TestResult | string,
  events: readonly string[],
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
      events,
      trace: [],
      hasResult: false,
    };
  const { assertions, unanswered, requests } = result;
  const [first] = requests;
  const request = first && `${first.method} ${first.target}`;
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

/** The name of a test in reports: its first request, and its file. */
export function titleOf({ path, request }: Outcome): string {
  return request === undefined ? path : `${request} (${path})`;
}

export const failedAssertions = ({ assertions }: Outcome): readonly AssertionResult[] =>
  assertions.filter(({ isOk }) => !isOk);
