import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isTest } from "../../../compiler/load/index.js";
import { type Inputs, readDirectory, type Store } from "../../../compiler/source/index.js";
import type { Trace } from "../../../runtime/observe/trace/index.js";
import { inNewDirectory } from "../../shared/directory.js";
import { PlaceError, placeInside } from "../../shared/place-inside.js";
import type { Outcome } from "../../shared/testing/outcome.js";
import { defaultTimeout } from "../../shared/testing/pool.js";
import { runTests } from "../../shared/testing/run.js";
import { withFiles } from "../../shared/with-files.js";
import { secretVariables } from "./environment.js";
import { Draft, NoTest, type TestFacts, type WrittenTest } from "./facts.js";
import { testPath } from "./names.js";
import type { SavedTest } from "./saved-test.js";
import { testOf } from "./test-of.js";

export interface SaveOptions {
  /** The flow directory. */
  readonly directory: string;
  readonly overlay?: readonly string[];
  readonly environment: TestFacts["environment"];
  readonly isSecret: TestFacts["isSecret"];
  /** The results of earlier builds. */
  readonly store: Store;
}

/** How often a test is tried at most: each time, less is expected. */
const maxRounds = 4;

/** Writes a test for a request that the app has answered. The test has run before, and has passed. */
export async function saveTest(trace: Trace, options: SaveOptions): Promise<SavedTest> {
  try {
    const inputs = readDirectory(options.directory, undefined, options.overlay);
    const taken = inputs.list.map((path) => path.toLowerCase());
    const path = testPath(trace, (path) => {
      const start = path.toLowerCase().replace(/\.xml$/, ".");
      return taken.some((found) => found.startsWith(start));
    });
    const test = await passing(trace, path, inputs, options);
    writeTest(options.directory, test);
    return { path: test.path, text: test.text };
  } catch (error) {
    if (error instanceof NoTest) return { problem: error.message };
    throw error;
  }
}

/**
 * A test that passes: what has another value when it runs is left out.
 * @throws NoTest if there is none
 */
async function passing(
  trace: Trace,
  path: string,
  inputs: Inputs,
  { environment, isSecret, store }: SaveOptions,
): Promise<WrittenTest> {
  const leftOut = new Set<string>();
  const files = filesOfApp(inputs);
  const facts = { environment, isSecret, files, read: inputs.read, path, leftOut };
  for (let round = 0; round < maxRounds; round++) {
    const test = testOf(trace, { ...facts, leftOut: new Set(leftOut) });
    const outcomes = await tryTest(test, inputs, store);
    if (outcomes.every(({ isOk }) => isOk)) return test;
    const secret = secretVariables(new Draft(trace, facts));
    for (const outcome of outcomes)
      for (const expression of changing(outcome, secret)) leftOut.add(expression);
  }
  throw new NoTest("The answer changes with every request.");
}

/** The files of the app, without tests and what is beside these: another test must not change with them. */
function filesOfApp({ list, read }: Inputs): readonly string[] {
  const tests = list.filter((file) => file.endsWith(".xml") && isTest(read(file) ?? ""));
  const starts = tests.map((file) => file.replace(/xml$/, ""));
  return list.filter(
    (file) => /\.(xml|tmpl|xsl|ya?ml|json)$/.test(file) && !starts.some((start) => file.startsWith(start)),
  );
}

/** The expressions that had another value in a run of the test than in the trace. */
function changing(
  { problem, assertions, unanswered }: Outcome,
  secret: readonly string[],
): readonly string[] {
  if (problem !== undefined) throw new NoTest(`Under flowc test, ${problem}.`);
  const failed = assertions.filter(({ isOk }) => !isOk);
  const status = failed.find(({ expression }) => expression === "$status")?.failure;
  if (status !== undefined)
    throw new NoTest(
      `Under flowc test, the app answers with status ${status.actual}, not ${status.expected}. ${whyOther(unanswered, secret)}`,
    );
  return failed.map(({ expression }) => expression);
}

function whyOther(unanswered: readonly string[], secret: readonly string[]): string {
  if (unanswered.length > 0) return `Nothing answers ${unanswered[0]}.`;
  if (secret.length > 0)
    return `The flows or the tokens need ${secret.join(" and ")}, which is a secret and never saved. Write a test that sets values of its own.`;
  return "It depends on something that no test says, such as a time-out, a cache, or what other requests have left.";
}

/** Writes the files, all or none. None of them is there before. */
function writeTest(directory: string, { path, text, files }: WrittenTest): void {
  const written: string[] = [];
  try {
    for (const [name, content] of [...files, [path, text] as const]) {
      const file = placeInside(directory, name);
      writeFileSync(file, content, { flag: "wx" });
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    if (error instanceof PlaceError) throw new NoTest(error.message);
    if (error instanceof Error && "code" in error)
      throw new NoTest(`The test cannot be written: ${error.message}`);
    throw error;
  }
}

/**
 * Runs a test twice before it is written: with the app as it is, but nothing in the flow directory changes.
 * @param inputs the files of the app
 * @param store has what earlier builds have made
 * @throws NoTest if the app or the test does not compile
 */
async function tryTest(
  { path, text, files }: WrittenTest,
  inputs: Inputs,
  store: Store,
): Promise<readonly Outcome[]> {
  const paths = [path, path.replace(/\.xml$/, ".again.xml")];
  const written = new Map([...files, ...paths.map((each) => [each, text] as const)]);
  return inNewDirectory("test", async (folder) => {
    // The files that assertions compare with are read while the test runs.
    for (const [name, content] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const options = {
      ...{ allowsNetwork: false, updates: false, bails: false, counts: false, traces: false },
      ...{ store, timeout: defaultTimeout },
    };
    const { outcomes, diagnostics } = await runTests(
      folder,
      withFiles(inputs, written),
      paths,
      options,
      () => {},
    );
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) return outcomes;
    const { message, span } = error;
    const place = span && `${span.source.path}:${span.source.place(span.start).line}: `;
    throw new NoTest(`The app and the test do not compile: ${place ?? ""}${message}`);
  });
}
