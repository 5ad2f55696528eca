import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createTwoFilesPatch } from "diff";
import { visible } from "../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { openCache } from "../../shared/cache.js";
import type { Overlaid } from "../../shared/directory.js";
import { PlaceError, placeInside } from "../../shared/place-inside.js";
import { Progress } from "../../shared/progress.js";
import { realPath } from "../../shared/real-path.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { keepTestedOperations } from "../../shared/tested-operations.js";
import { operationShare, operationTable } from "../../shared/testing/coverage/operations.js";
import { coverageTable, sharesOf } from "../../shared/testing/coverage/table.js";
import { chosenTests } from "../../shared/testing/find-tests.js";
import type { Outcome } from "../../shared/testing/outcome.js";
import { runTests, type TestRunResult } from "../../shared/testing/run.js";
import { visibleLines } from "../../shared/visible-lines.js";
import { writeWhole } from "../../shared/write-whole.js";
import { Reports, type TestFormat } from "./reports.js";
import { type Thresholds, tooLow } from "./thresholds.js";
import { Touched } from "./touched.js";

export interface TestCommandOptions extends Overlaid {
  readonly filter: string | undefined;
  readonly format: TestFormat;
  readonly junit: string | undefined;
  readonly bail: boolean;
  readonly update: boolean;
  readonly watch: boolean;
  readonly allowNetwork: boolean;
  readonly cache: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly coverage: boolean;
  readonly coverageDir: string | undefined;
  readonly minCoverage: Thresholds | undefined;
}

/** The tests of a flow directory that somebody asks for, run once or after each change. */
export class TestSession {
  readonly #touched = new Touched();

  /** @param files the tests to run; all if there are none */
  constructor(
    private readonly directory: string,
    private readonly files: readonly string[],
    private readonly options: TestCommandOptions,
    private readonly output: Output,
  ) {}

  /** True if somebody asks for what the tests cover. */
  get #isCovered(): boolean {
    const { coverage, coverageDir, minCoverage } = this.options;
    return coverage || coverageDir !== undefined || minCoverage !== undefined;
  }

  async watch(): Promise<void> {
    const { watch } = await import("../../shared/watch.js");
    let isFirst = true;
    await watch(
      [this.directory, ...this.options.overlay],
      (changed) => {
        const paths = isFirst ? undefined : changed;
        isFirst = false;
        return this.run(paths);
      },
      this.output,
    );
  }

  /**
   * Runs the tests, and reports what they have found.
   * @param changed files that have changed since the last run, as absolute paths; all tests run without it
   */
  async run(changed?: ReadonlySet<string>): Promise<ExitCode> {
    const { directory, options, output } = this;
    const started = performance.now();
    const inputs = readDirectory(directory, undefined, options.overlay);
    const all = chosenTests(directory, inputs, this.files, options.filter);
    if (all.length === 0) {
      output.stderr("There is no test: a test is a file whose root element is <flow-test>.\n");
      return exitCodes.failed;
    }
    const paths = this.#touched.by(changed, directory, all);
    if (paths === undefined) return exitCodes.fine;
    const progress = new Progress(output);
    progress.show("compiling");
    const reports = new Reports(options.format, output);
    const report = (outcome: Outcome, number: number) => {
      progress.clear();
      reports.outcome(outcome, number, paths.length);
      if (number < paths.length) progress.show(`${number} of ${paths.length} tests`);
    };
    const result = await runTests(
      directory,
      this.#touched.watched(inputs),
      paths,
      {
        allowsNetwork: options.allowNetwork,
        updates: options.update,
        bails: options.bail,
        store: options.cache ? openCache(realPath(directory)) : undefined,
        traces: true,
        counts: options.watch || this.#isCovered,
        timeout: options.timeout * 1000,
      },
      report,
    ).finally(() => progress.clear());
    const { diagnostics, outcomes } = result;
    // Warnings about the app are for those who build it.
    const shown = diagnostics.filter(
      ({ severity, span }) => severity === "error" || all.includes(span?.source.path ?? ""),
    );
    reports.findings(shown, directory);
    const isBuilt = diagnostics.every(({ severity }) => severity !== "error");
    this.#touched.ran(paths, isBuilt, result.reached);
    const isWhole = this.files.length === 0 && options.filter === undefined && paths.length === all.length;
    if (isBuilt && options.cache)
      keepTestedOperations(
        realPath(directory),
        result.operations.filter(({ seen }) => seen.length > 0),
        isWhole,
      );
    if (!isBuilt) {
      reports.failed();
      return exitCodes.failed;
    }
    if (paths.length === 0) {
      output.stderr("no test touches what has changed\n");
      return exitCodes.fine;
    }
    reports.summary(outcomes, performance.now() - started);
    const isWritten = await this.#write(result, new Set(all));
    const isCovered = (await this.#cover(result)) && isWritten;
    const isComplete = outcomes.length === paths.length;
    return isCovered && isComplete && outcomes.every(({ isOk }) => isOk) ? exitCodes.fine : exitCodes.failed;
  }

  /** Returns whether all golden files could be written. */
  async #write({ updates, outcomes }: TestRunResult, tests: ReadonlySet<string>): Promise<boolean> {
    const isSource = (path: string) => tests.has(path) || this.#touched.hasRead(path);
    let isWritten = true;
    for (const [path, content] of updates)
      try {
        this.output.stderr(writeGolden(this.directory, path, content, isSource));
      } catch (error) {
        if (!(error instanceof PlaceError)) throw error;
        isWritten = false;
        this.output.stderr(`flowc: a golden file is not written: ${visible(error.message)}\n`);
      }
    if (this.options.junit !== undefined) {
      const { junitReport } = await import("./report-junit.js");
      writeWhole(this.options.junit, junitReport(outcomes));
    }
    return isWritten;
  }

  /** Tells what is covered, as far as somebody asks for it. Returns whether it is enough. */
  async #cover({ coverage, operations }: TestRunResult): Promise<boolean> {
    const { coverageDir, minCoverage, format } = this.options;
    if (!this.#isCovered) return true;
    const { stdout, stderr } = this.output;
    const tell = format === "text" ? stdout : stderr;
    tell(`\n${coverageTable(coverage)}\n${operationTable(operations)}`);
    if (coverageDir !== undefined) {
      const { writeReports } = await import("./istanbul.js");
      writeReports(coverage, resolve(this.directory), resolve(coverageDir));
    }
    const low = tooLow(minCoverage ?? {}, { ...sharesOf(coverage), operations: operationShare(operations) });
    for (const sentence of low) stderr(`${sentence}\n`);
    return low.length === 0;
  }
}

/**
 * Writes a golden file. Returns what has changed in it.
 * @param path relative to the flow directory
 * @param isSource returns true if the app or its tests are made of a file
 * @throws PlaceError if there can be no golden file
 */
function writeGolden(
  directory: string,
  path: string,
  text: string,
  isSource: (path: string) => boolean,
): string {
  const place = placeInside(directory, path);
  const before = textOf(place);
  if (isSource(path) || (path.endsWith(".xml") && flowStart.test(before)))
    throw new PlaceError(`${path} belongs to the app or to its tests.`);
  writeWhole(place, text);
  const shown = join(directory, path);
  const patch = createTwoFilesPatch(shown, shown, before, text, undefined, undefined, { context: 2 });
  const [, ...lines] = patch.split("\n");
  return `wrote ${shown}\n${visibleLines(lines.slice(2).join("\n"))}`;
}

/** The first element of flows and of tests, also of those that nothing leads to. */
const flowStart = /^(?:\s|<\?[^?]*\?>|<!--(?:[^-]|-[^-])*-->)*<(?:flat|flow)(?:-test)?[\s/>]/;

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
