import { checkTokenKeys } from "./analyse/checks/token-keys.js";
import { analyse } from "./analyse/program.js";
import { type Build, Builder, type BuildOptions, type Compilation } from "./build/builder.js";
import { recompile } from "./build/recompile.js";
import type { Store } from "./build/store.js";
import { language } from "./constructs/index.js";
import { Reporter } from "./diagnostics/reporter.js";
import { generate } from "./generate/app.js";
import { load } from "./load/index.js";
import { print } from "./output/print.js";
import { compileSchemas } from "./output/schemas/compile.js";
import { Files, type Input } from "./source/files.js";
import { compileStylesheets } from "./stylesheets/index.js";

export type { Build, Builder, BuildOptions, Compilation } from "./build/builder.js";
export type { Store } from "./build/store.js";
export type { Diagnostic } from "./diagnostics/reporter.js";
export type { OutputFile } from "./output/manifest.js";
export type { Input } from "./source/files.js";

/** A flow directory to TypeScript: load, parse, analyse, generate, print. After errors, the later phases are skipped. */
export async function compile(input: Input): Promise<Compilation> {
  const reporter = new Reporter();
  const failed = () => ({ modules: [], diagnostics: reporter.sorted(), endpoints: 0 });
  const files = new Files(input);
  const app = load(files, language, reporter);
  if (app === undefined) return failed();
  const program = analyse(app, reporter);
  await checkTokenKeys(program.securitySchemes, reporter);
  const stylesheets = await compileStylesheets(program, files, reporter);
  if (reporter.hasErrors) return failed();
  const { plans, checks, endpoints, names } = generate(program, stylesheets);
  const schemas = await compileSchemas(checks, reporter);
  if (reporter.hasErrors) return failed();
  const diagnostics = reporter.sorted();
  const modules = [...plans.map(print), ...schemas];
  return { modules, diagnostics, endpoints, compiled: { program, names, diagnostics } };
}

/** `compile`, and the bundle for Node. */
export function build(input: Input, options: BuildOptions = {}): Promise<Build> {
  return createBuilder().build(input, options);
}

/**
 * A builder for one flow directory. Each `build` takes the directory as it is then, and reuses what did not change
 * since the last one, or since one that `store` remembers. One has to end before the next one begins.
 */
export function createBuilder(store?: Store): Builder {
  return new Builder(compile, store, recompile);
}
