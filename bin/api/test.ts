import { resolve } from "node:path";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { checkDirectory } from "../shared/directory.js";
import { chosenTests } from "../shared/testing/find-tests.js";
import type { Outcome } from "../shared/testing/outcome.js";
import { defaultTimeout } from "../shared/testing/pool.js";
import { runTests } from "../shared/testing/run.js";
import { type Finding, findingsOf, isFine } from "./findings.js";

export interface TestOptions {
  /** Paths of the tests to run, relative to the flow directory; all tests where nothing is said. */
  readonly files?: readonly string[];
  /** True if tests without backend flows may send upstream requests. */
  readonly allowNetwork?: boolean;
  /** True if the first failure ends the run. */
  readonly bail?: boolean;
  /** Milliseconds for each test; 30 seconds where nothing is said. */
  readonly timeout?: number;
}

export interface Assertion {
  readonly isOk: boolean;
  /** `tests/orders.xml:12` */
  readonly place: string;
  readonly expression: string;
  /** The meaning of the assertion, as the test says it. */
  readonly message?: string;
  /** Why it failed, where it did. */
  readonly failure?: string;
}

/** The outcome of a test. */
export interface TestOutcome {
  /** Relative to the flow directory, with `/`. */
  readonly path: string;
  readonly isOk: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly assertions: readonly Assertion[];
  /** The problem that ended the test, or kept it from asserting anything, where there is one. */
  readonly problem?: string;
}

export interface TestRun {
  /** True if there is no error in flows and tests, and at least one test, and all have passed. */
  readonly isOk: boolean;
  /** The mistakes in flows and tests. Nothing has run if there are errors. */
  readonly findings: readonly Finding[];
  /** In the order of the paths. */
  readonly outcomes: readonly TestOutcome[];
}

/**
 * Runs the tests of a flow directory, as `flowc test` does. Golden files stay as they are.
 * @throws Error if there is no such directory, or no such test
 */
export async function test(directory: string, options: TestOptions = {}): Promise<TestRun> {
  const { files = [], allowNetwork = false, bail = false, timeout = defaultTimeout } = options;
  checkDirectory(directory);
  const root = resolve(directory);
  const inputs = readDirectory(root, undefined);
  const paths = chosenTests(directory, inputs, files, undefined);
  const settings = {
    allowsNetwork: allowNetwork,
    updates: false,
    bails: bail,
    store: undefined,
    traces: true,
    counts: false,
    timeout,
  };
  const run = await runTests(root, inputs, paths, settings, () => {});
  const findings = findingsOf(run.diagnostics);
  const outcomes = run.outcomes.map(outcomeOf);
  const haveRun = paths.length > 0 && outcomes.length === paths.length;
  return { isOk: isFine(findings) && haveRun && outcomes.every(({ isOk }) => isOk), findings, outcomes };
}

function outcomeOf({ path, isOk, duration, assertions, problem }: Outcome): TestOutcome {
  return {
    path,
    isOk,
    duration,
    assertions: assertions.map((each) => ({
      isOk: each.isOk,
      place: each.place,
      expression: each.expression,
      ...(each.message === undefined ? {} : { message: each.message }),
      ...(each.failure === undefined ? {} : { failure: each.failure.why }),
    })),
    ...(problem === undefined ? {} : { problem }),
  };
}
