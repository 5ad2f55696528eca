import { analyse, type Program } from "./analyse/program.js";
import { checkTokenKeys } from "./analyse/rules/token-keys.js";
import { language } from "./constructs/index.js";
import { type Diagnostic, Reporter } from "./diagnostics/reporter.js";
import { contractsOf, generate } from "./generate/app.js";
import type { FlowNames } from "./generate/module/names.js";
import { type App, load, ownReaders, type Readers } from "./load/index.js";
import { type PrintedModule, print } from "./output/print.js";
import { compileSchemas } from "./output/schemas/compile.js";
import { scriptModules } from "./output/scripts.js";
import { checkTargets } from "./output/targets/check-targets.js";
import type { Platform } from "./output/targets/index.js";
import { Files, type Input } from "./source/files.js";
import type { Store } from "./source/store.js";
import { compileStylesheets } from "./stylesheets/index.js";

export interface Compilation {
  /** The TypeScript modules; none if there are errors, or where only findings are wanted. */
  readonly modules: readonly PrintedModule[];
  /** The names in them; `undefined` if there are errors. */
  readonly names: FlowNames | undefined;
  readonly endpoints: number;
  /** The flows that had only summaries, and without whose trees the rest is of no use. */
  readonly missingTrees: ReadonlySet<string>;
  /** All that is known of the app, also of one that has errors; `undefined` if its description cannot be read. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The files with comments that silence findings. */
  readonly silenced: ReadonlySet<string>;
  /** The findings of work for one flow alone, by its path. */
  foundFor(flow: string): ReadonlySet<Diagnostic>;
}

/** An app that was compiled earlier. Of flows that have not changed, there are summaries and results. */
export interface Earlier {
  /** They yield summaries in place of trees. */
  readonly readers: Readers;
  /** The flows with summaries that have to be compiled again, since something has changed that their results depend on. */
  missingTrees(program: Program): ReadonlySet<string>;
  /** The module of a flow that has a summary. */
  module(flow: string): PrintedModule | undefined;
}

interface CompileOptions {
  /** Has the stylesheets and schemas that others have compiled. */
  readonly store?: Store | undefined;
  /** The platforms that the app has to run on. */
  readonly targets?: readonly Platform[];
  /** Keeps parsed files, in a process that stays. */
  readonly memory?: Memory | undefined;
  /** Only the findings are wanted: no module of a flow is made. */
  readonly findsOnly?: boolean;
  readonly earlier?: Earlier | undefined;
}

interface Memory {
  files(input: Input): Files;
  readonly readers: Readers;
}

/** A flow directory to TypeScript: load, parse, analyse, generate, print. After errors, the later phases are skipped. */
export async function compile(input: Input, options: CompileOptions = {}): Promise<Compilation> {
  const { memory, earlier } = options;
  const reporter = new Reporter();
  const readers = earlier?.readers ?? memory?.readers ?? ownReaders;
  const app = load(memory?.files(input) ?? new Files(input), language, reporter, readers);
  if (app === undefined) return { ...nothing, program: undefined, ...findingsOf(reporter) };
  return compileApp(app, reporter, options);
}

/** Compiles an app that has been read. */
export async function compileApp(
  app: App,
  reporter: Reporter,
  options: CompileOptions,
): Promise<Compilation> {
  return compileProgram(analyse(app, reporter), reporter, options);
}

/** Compiles an app that has been analysed. */
export async function compileProgram(
  program: Program,
  reporter: Reporter,
  { store, targets = [], findsOnly = false, earlier }: CompileOptions,
): Promise<Compilation> {
  const missingTrees = earlier?.missingTrees(program) ?? nothing.missingTrees;
  if (missingTrees.size > 0) return { ...nothing, missingTrees, program, ...findingsOf(reporter) };
  await checkTokenKeys(program.securitySchemes, reporter);
  const stylesheets = await compileStylesheets(program, program.files, reporter, store);
  checkTargets(program, stylesheets, targets, reporter);
  if (reporter.hasErrors) return { ...nothing, program, ...findingsOf(reporter) };
  const { modules, checks, names } = findsOnly
    ? { modules: [], ...contractsOf(program) }
    : generate(program, stylesheets, print, earlier?.module);
  const scripts = findsOnly ? [] : scriptModules(program);
  const schemas = await compileSchemas(checks, reporter, store);
  if (reporter.hasErrors) return { ...nothing, program, ...findingsOf(reporter) };
  return {
    modules: findsOnly ? [] : [...modules, ...scripts, ...schemas],
    names,
    endpoints: names.endpoints.length,
    missingTrees,
    program,
    ...findingsOf(reporter),
  };
}

const findingsOf = (reporter: Reporter) => ({
  diagnostics: reporter.sorted(),
  silenced: reporter.silenced,
  foundFor: (flow: string) => reporter.foundFor(flow),
});

const nothing = { modules: [], names: undefined, endpoints: 0, missingTrees: new Set<string>() };
