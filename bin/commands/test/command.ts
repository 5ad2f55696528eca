import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { renderText } from "../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { checkDirectory, directoryArgument } from "../../shared/directory.js";
import { type ExitCode, exitCodes, type Output, type Register } from "../../shared/surroundings.js";
import { coverageTable, percent, sharesOf } from "./coverage/table.js";
import type { Outcome } from "./outcome.js";

interface TestCommandOptions {
  readonly filter: string | undefined;
  readonly format: "text" | "tap";
  readonly junit: string | undefined;
  readonly bail: boolean;
  readonly update: boolean;
  readonly allowNetwork: boolean;
  readonly timeout: number;
  readonly coverage: boolean;
  readonly coverageDir: string | undefined;
  readonly minCoverage: number | undefined;
}

/** `flowc test`: runs the tests of flows. */
export const registerTest: Register = (program, surroundings, exit) => {
  program
    .command("test")
    .description("run the tests of the flow directory <dir>")
    .argument(...directoryArgument)
    .argument("[files...]", "the tests to run: their paths, also relative to <dir> (default: all of <dir>)")
    .option("--filter <text>", "run only tests whose path contains <text>")
    .addOption(new Option("--format <format>", "of the results").choices(["text", "tap"]).default("text"))
    .option("--junit <file>", "also write the results to <file>, as XML in the form of JUnit")
    .option("--bail", "stop at the first test that fails", false)
    .option("--update", "give golden files the content that the tests found", false)
    .option("--allow-network", "send upstream requests of tests without backend flows", false)
    .option("--timeout <seconds>", "how long each test may take", seconds, 30)
    .option("--coverage", "tell what the tests have run of the flows", false)
    .option("--coverage-dir <dir>", "also write lcov.info and HTML pages to <dir>")
    .option("--min-coverage <percent>", "fail if fewer lines, branches or actions have run", share)
    .action(async (directory: string, files: readonly string[], options: TestCommandOptions) => {
      exit(await runCommand(directory, files, options, surroundings));
    });
};

async function runCommand(
  directory: string,
  files: readonly string[],
  options: TestCommandOptions,
  { stdout, stderr, colour }: Output,
): Promise<ExitCode> {
  const started = performance.now();
  checkDirectory(directory);
  const paths = await chosenTests(directory, files, options.filter);
  if (paths.length === 0) {
    stderr("There is no test: a test is a file whose root element is <flow-test>.\n");
    return exitCodes.failed;
  }
  const [{ runTests }, tap, text] = await Promise.all([
    import("./run.js"),
    import("./report-tap.js"),
    import("./report-text.js"),
  ]);
  const paint = text.painter(colour);
  const isTap = options.format === "tap";
  const covers = options.coverage || options.coverageDir !== undefined || options.minCoverage !== undefined;
  if (isTap) stdout(tap.tapPlan(paths.length));
  const { outcomes, diagnostics, updates, coverage } = await runTests(
    directory,
    paths,
    {
      allowsNetwork: options.allowNetwork,
      updates: options.update,
      bails: options.bail,
      timeout: options.timeout * 1000,
      covers,
    },
    (outcome, number) => stdout(isTap ? tap.tapResult(outcome, number) : text.textResult(outcome, paint)),
  );
  stderr(renderText(diagnostics, { directory, colour }));
  if (diagnostics.some(({ severity }) => severity === "error")) return exitCodes.failed;
  stdout(isTap ? tap.tapSummary(outcomes) : text.textSummary(outcomes, performance.now() - started, paint));
  for (const [path, content] of updates) {
    writeWhole(join(directory, path), content);
    stderr(`wrote ${join(directory, path)}\n`);
  }
  if (options.junit !== undefined) await writeJunit(options.junit, outcomes);
  if (covers) (isTap ? stderr : stdout)(`\n${coverageTable(coverage)}`);
  if (options.coverageDir !== undefined) {
    const { writeReports } = await import("./coverage/istanbul.js");
    writeReports(coverage, resolve(directory), resolve(options.coverageDir));
  }
  const least = options.minCoverage ?? 0;
  const low = Object.entries(covers ? sharesOf(coverage) : {}).filter(([, each]) => percent(each) < least);
  for (const [name, each] of low)
    stderr(`${percent(each)} % of the ${name} have run, fewer than ${least} %.\n`);
  const isComplete = outcomes.length === paths.length || options.bail;
  return low.length === 0 && isComplete && outcomes.every(({ isOk }) => isOk)
    ? exitCodes.fine
    : exitCodes.failed;
}

/** The paths of tests relative to the flow directory. Files are named from there, or from where the user is. */
async function chosenTests(
  directory: string,
  files: readonly string[],
  filter: string | undefined,
): Promise<readonly string[]> {
  const inputs = readDirectory(directory, undefined);
  const { findTests } = await import("./find-tests.js");
  const known = new Set(inputs.list);
  const chosen = files.map((file) => {
    const here = relative(resolve(directory), resolve(file)).replaceAll("\\", "/");
    const found = [here, file.replace(/^\.\//, "")].find((path) => known.has(path));
    if (found === undefined) throw new Error(`There is no file ${file} in ${directory}.`);
    return found;
  });
  const all = files.length > 0 ? [...new Set(chosen)] : findTests(inputs);
  return filter === undefined ? all : all.filter((path) => path.includes(filter));
}

async function writeJunit(file: string, outcomes: readonly Outcome[]): Promise<void> {
  const { junitReport } = await import("./report-junit.js");
  writeWhole(file, junitReport(outcomes));
}

/** Replaces a file in one step, so that nobody reads half of it. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value <= 86_400))
    throw new InvalidArgumentError("It has to be a number of seconds, up to 86400.");
  return value;
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("It has to be a number from 0 to 100.");
  return value;
}
