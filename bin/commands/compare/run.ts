import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Inputs, readDirectory } from "../../../compiler/source/index.js";
import type { RecordedExchange, Trace } from "../../../runtime/observe/trace/index.js";
import type { AppThread } from "../../recording/app/app-thread.js";
import { ofAnother, openApp, type RecordedApp, tellUnset } from "../../recording/app/open-app.js";
import { eachExchange } from "../../recording/app/wide-exchanges.js";
import type { Overlaid } from "../../shared/directory.js";
import { asDocument } from "../../shared/json-format.js";
import { Progress } from "../../shared/progress.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { traceText } from "../../shared/trace-text.js";
import { ownVersion } from "../../shared/version.js";
import { BuiltApp } from "./built-app.js";
import { type Compared, Comparison, type Other } from "./comparison.js";
import { LiveSystem } from "./live-system.js";
import { type Report, ReportMaker, traceKey } from "./report.js";
import { readRules } from "./rules.js";

export interface CompareOptions extends Overlaid {
  readonly format: "text" | "json" | "html" | "junit" | "sarif";
  readonly rules: string | undefined;
  readonly against: string | undefined;
  readonly old: URL | undefined;
  readonly oldAgain: URL | undefined;
  readonly min: number | undefined;
  readonly saveTests: number | undefined;
  readonly cache: boolean;
}

/** Compares, and prints the report. Throws if nothing can be compared. */
export async function runCompare(
  directory: string,
  recording: string,
  options: CompareOptions,
  output: Output,
): Promise<ExitCode> {
  const rules = readRules(options.rules);
  const progress = new Progress(output);
  progress.show("compiling");
  const opened: { stop(): Promise<void> }[] = [];
  try {
    const inputs = readDirectory(directory, undefined, options.overlay);
    const open = async (from: string, files: Inputs): Promise<RecordedApp | undefined> => {
      const app = await openApp(from, files, options.cache, output).finally(() => progress.clear());
      if (app !== undefined) opened.push(app.thread);
      return app;
    };
    const app = await open(directory, inputs);
    if (app === undefined) return exitCodes.failed;
    const { against, old, oldAgain } = options;
    let other: Other | undefined;
    if (old !== undefined) other = new LiveSystem(old, oldAgain);
    else if (against !== undefined) {
      const isBuilt = existsSync(join(against, "flowc.json"));
      other = isBuilt
        ? await BuiltApp.start(against)
        : (await open(against, readDirectory(against, undefined)))?.thread;
      if (other === undefined) return exitCodes.failed;
      if (isBuilt) opened.push(other);
    }
    tellUnset(app, output);
    const comparison = new Comparison(app, inputs, rules, other, against === undefined);
    const maker = new ReportMaker(app.build);
    const saver = options.saveTests
      ? new (await import("../../recording/save-test/test-saver.js")).TestSaver(
          directory,
          options.overlay,
          options.saveTests,
          output,
        )
      : undefined;
    const traces = new Traces(app.thread);
    let done = 0;
    await eachExchange(recording, {
      broken: (line, problem) => maker.broken(line, problem),
      run: (exchange) => comparison.compare(exchange),
      done: async (result, _, rest) => {
        const upstream = rest.map((each) => each.upstream);
        const compared = upstream.length === 0 ? result : comparison.withMissing(result, upstream);
        const isNew = maker.add(compared);
        if (isNew && options.format === "html") await traces.add(compared.exchange);
        if (isAsRecorded(compared)) await saver?.save(compared.trace, `${compared.method} ${compared.path}`);
        if (++done % 100 === 0) progress.show(`${done} compared`);
      },
    });
    progress.clear();
    const report = maker.report(rules.states());
    for (const { line, problem } of report.broken) output.stderr(`${recording}:${line}: ${problem}\n`);
    if (report.compared === 0 && report.skipped.length === 0)
      throw new Error(`${recording} has no exchange that can be read.`);
    const isOfAnother = report.compared > 0 && app.build.routes.every(({ path }) => isUnasked(report, path));
    if (isOfAnother) output.stderr(ofAnother);
    if (report.compared === 0) output.stderr("flowc: nothing could be compared\n");
    output.stdout(await rendered(report, options.format, directory, traces));
    const isTold = report.compared > 0 && !(isOfAnother && app.build.routes.length > 0);
    return isFine(report, options.min, output) && isTold ? exitCodes.fine : exitCodes.failed;
  } finally {
    await Promise.all(opened.map((each) => each.stop()));
  }
}

/** Traces that are kept. */
const maxTraces = 200;

/** What happened in the samples of differences, for readers. */
class Traces {
  readonly lines = new Map<string, readonly string[]>();

  constructor(private readonly thread: AppThread) {}

  async add(exchange: RecordedExchange): Promise<void> {
    const key = traceKey({ id: exchange.id, target: exchange.request.target });
    if (this.lines.size >= maxTraces || this.lines.has(key)) return;
    const { trace } = await this.thread.run(exchange, { clock: 0, chance: 0 });
    if (trace !== undefined) this.lines.set(key, traceText(trace));
  }
}

/** Returns true if a test may expect the answer: no difference is left without an explanation. */
const isAsRecorded = (compared: Compared): compared is Compared & { readonly trace: Trace } =>
  compared.trace !== undefined &&
  compared.skipped === "" &&
  compared.differences.every(({ explanation }) => explanation !== undefined);

const isUnasked = ({ operations }: Report, path: string): boolean =>
  operations.every((each) => each.path !== path || each.compared === 0);

async function rendered(
  report: Report,
  format: CompareOptions["format"],
  directory: string,
  { lines }: Traces,
): Promise<string> {
  switch (format) {
    case "json":
      return asDocument(report);
    case "text":
      return (await import("./render-text.js")).renderText(report);
    case "html":
      return (await import("./render-html.js")).renderHtml(report, lines);
    case "junit":
      return (await import("./render-junit.js")).renderJunit(report);
    case "sarif":
      return (await import("./render-sarif.js")).renderSarif(report, directory, ownVersion());
    default:
      return format satisfies never;
  }
}

function isFine(
  { differences, broken, operations }: Report,
  min: number | undefined,
  { stderr }: Output,
): boolean {
  if (broken.length > 0) stderr(`${broken.length} lines could not be read\n`);
  if (min === undefined) return differences.length === 0 && broken.length === 0;
  const few = operations.flatMap(({ method, path, compared, branches }) => [
    ...(compared < min ? [`${method} ${path}: compared ${compared}`] : []),
    ...(compared === 0 ? [] : branches)
      .filter((branch) => branch.compared < min)
      .map(({ file, line, compared: each }) => `${method} ${path}, ${file}:${line}: compared ${each}`),
  ]);
  for (const text of new Set(few)) stderr(`${text} of at least ${min}\n`);
  return differences.length === 0 && broken.length === 0 && few.length === 0;
}
