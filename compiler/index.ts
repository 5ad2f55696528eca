import { checkTokenKeys } from "./analyse/checks/token-keys.js";
import { analyse } from "./analyse/program.js";
import { language } from "./constructs/index.js";
import { type Diagnostic, Reporter } from "./diagnostics/reporter.js";
import { generate } from "./generate/app.js";
import { load } from "./load/index.js";
import { bundle } from "./output/bundle.js";
import { licencesPath, licenceTexts } from "./output/bundle-notice.js";
import type { OutputFile } from "./output/manifest.js";
import { type PrintedModule, print } from "./output/print.js";
import { sbom, sbomPath } from "./output/sbom.js";
import { compileSchemas } from "./output/schemas/compile.js";
import { sourceMap } from "./output/source-map.js";
import { Files, type Input } from "./source/files.js";
import { compileStylesheets } from "./stylesheets/index.js";

export type { Diagnostic } from "./diagnostics/reporter.js";
export type { OutputFile } from "./output/manifest.js";
export type { Input } from "./source/files.js";

export interface Compilation {
  /** The TypeScript modules; none if there are errors. */
  readonly modules: readonly PrintedModule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
}

export interface Build {
  /** Everything for the output directory but the manifest; nothing if there are errors. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
}

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
  const { plans, checks, endpoints } = generate(program, stylesheets);
  const schemas = await compileSchemas(checks, reporter);
  if (reporter.hasErrors) return failed();
  return { modules: [...plans.map(print), ...schemas], diagnostics: reporter.sorted(), endpoints };
}

export interface BuildOptions {
  /** Whether to tell what is in `server.js`, in a file beside it. */
  readonly sbom?: boolean;
}

/** `compile`, and the bundle for Node. */
export async function build(input: Input, options: BuildOptions = {}): Promise<Build> {
  const { modules, diagnostics, endpoints } = await compile(input);
  if (modules.length === 0) return { files: [], diagnostics, endpoints };
  const { code, map, packages, beside } = await bundle(
    modules.map((module) => ({ ...module, map: sourceMap(module) })),
  );
  const files = [
    ...modules.map(({ path, text }) => ({ path, text })),
    { path: "server.js", text: code },
    { path: "server.js.map", text: map },
    { path: licencesPath, text: licenceTexts(packages) },
    ...(options.sbom === true ? [{ path: sbomPath, text: await sbom(code, packages) }] : []),
    ...beside.map(({ path, text }) => ({ path, text })),
  ];
  return { files, diagnostics, endpoints };
}
