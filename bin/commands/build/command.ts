import { isAbsolute, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { below, type Finding } from "../../../compiler/diagnostics/render.js";
import { type Conflict, type OutputFile, planWrite } from "../../../compiler/output/manifest.js";
import { MissingPackageError } from "../../../compiler/output/optional-package.js";
import { packageDirectory } from "../../../compiler/output/package-directory.js";
import { urlOf } from "../../../compiler/output/source-map.js";
import { type Platform, targets } from "../../../compiler/output/targets/index.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import {
  checkDirectory,
  directoryArgument,
  isDirectory,
  type Overlaid,
  overlayOption,
} from "../../shared/directory.js";
import {
  type Format,
  fails,
  finding,
  formatOption,
  rendered,
  reportCrash,
  type Strictness,
  strictnessOptions,
  wanted,
} from "../../shared/findings.js";
import { Progress } from "../../shared/progress.js";
import { realPath } from "../../shared/real-path.js";
import {
  type Build,
  type ExitCode,
  exitCodes,
  type Register,
  type Surroundings,
} from "../../shared/surroundings.js";
import { targetOption } from "../../shared/target-option.js";
import { watchInputs } from "../../shared/watched-inputs.js";
import { readOutput, writeOutput } from "./output-directory.js";

interface BuildOptions extends Strictness, Overlaid {
  readonly out: string;
  readonly force: boolean;
  readonly sbom: boolean;
  readonly cache: boolean;
  readonly sourceRoot: string | undefined;
  readonly target: readonly Platform[];
  readonly docker: boolean;
  readonly format: Format;
}

/** `flowc build`: writes the generated project. */
export const registerBuild: Register = (program, surroundings, exit) => {
  const command = program
    .command("build")
    .description("compile the flow directory [dir]")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .requiredOption("-o, --out <dir>", "the directory to write to; flowc keeps a manifest in it")
    .option(
      "--force",
      "overwrite and delete files that flowc did not write, or that were changed since",
      false,
    )
    .option("--sbom", "also write server.js.cdx.json, which tells what packages are in server.js", false)
    .option("--no-cache", "neither use nor keep results of earlier builds")
    .option(
      "--source-root <url>",
      "how server.js.map names the flow directory (default: its path from the output directory)",
    )
    .addOption(targetOption())
    .option("--docker", "also write a Dockerfile, and manifests for Kubernetes", false)
    .addOption(formatOption());
  for (const option of strictnessOptions()) command.addOption(option);
  command.action(async (directory: string, options: BuildOptions) => {
    exit(await runBuild(directory, options, surroundings));
  });
};

/** Builds the flows and writes the output. Throws if the directories cannot be used. */
async function runBuild(
  directory: string,
  options: BuildOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const start = performance.now();
  const { stdout, stderr, colour } = surroundings;
  const out = checkDirectories(directory, options.out);
  if (options.docker && !options.target.includes("node"))
    throw new Error("--docker is for server.js, which only --target node writes.");
  const inputs = watchInputs(readDirectory(directory, out, options.overlay));
  const progress = new Progress(surroundings);
  progress.show(`building ${directory}`);
  let result: Awaited<ReturnType<Build>>;
  try {
    result = await surroundings.build(inputs, {
      sbom: options.sbom,
      cache: options.cache,
      directory: realPath(directory),
      targets: options.target,
      docker: options.docker,
      sourceRoot: options.sourceRoot ?? sourceRoot(out, realPath(directory)),
    });
  } catch (error) {
    if (inputs.isOfReading(error) || error instanceof MissingPackageError) throw error;
    await reportCrash(error, options.format, directory, surroundings);
    return exitCodes.failed;
  } finally {
    progress.clear();
  }
  const before = readOutput(out);
  const hasErrors = result.diagnostics.some(({ severity }) => severity === "error");
  const plan = hasErrors
    ? undefined
    : planWrite(result.files, result.inputs, before, options.force, result.needs);
  const conflicts = (plan?.conflicts ?? []).map((conflict) => conflictFinding(conflict, options.out));
  const worker = workerSize(result.files);
  const findings = [...wanted(result.diagnostics, options), ...worker.findings, ...conflicts];
  stderr(await rendered(findings, options.format, directory, colour));
  if (fails(findings, options, surroundings) || plan === undefined) return exitCodes.failed;
  writeOutput(out, plan);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const endpoints = `${result.endpoints} endpoint${result.endpoints === 1 ? "" : "s"}`;
  stdout(`built ${endpoints} into ${below(options.out, "")} in ${seconds} s\n${worker.line}`);
  if (before.manifest === undefined && options.format === "text") stdout(`to read it: ${guide()}\n`);
  return exitCodes.fine;
}

/** The real path of the output directory. Throws if either path is not a directory, or if both are the same. */
function checkDirectories(directory: string, out: string): string {
  checkDirectory(directory);
  if (out === "") throw new Error("The output directory has no name.");
  const real = realPath(out);
  if (isDirectory(real) === false) throw new Error(`${out} is not a directory.`);
  if (real === realPath(directory)) throw new Error("The output cannot go into the flow directory itself.");
  return real;
}

/** The page about generated code in the package: from here, unless it is installed elsewhere. */
function guide(): string {
  const path = join(packageDirectory, "docs/generated-code.md");
  const fromHere = relative("", path);
  return fromHere.startsWith("..") || isAbsolute(fromHere) ? path : fromHere;
}

/** The way from a directory to another one as a URL: with `/`, and nothing that is more than a name in a URL. */
function sourceRoot(from: string, to: string): string {
  const path = relative(from, to);
  // On another drive, only a whole URL leads there.
  return isAbsolute(path) ? pathToFileURL(path).href : urlOf(path.split(sep).join("/"));
}

function conflictFinding({ kind, path }: Conflict, out: string): Finding {
  return finding(kind, { path: below(out, path) });
}

/** The most that Cloudflare's free plan takes, in bytes, compressed. */
const freePlan = 3_000_000;

/** How large a worker is for Cloudflare, which counts it compressed. */
interface WorkerSize {
  /** For people; empty if there is no worker. */
  readonly line: string;
  readonly findings: readonly Finding[];
}

function workerSize(files: readonly OutputFile[]): WorkerSize {
  const { file: path } = targets.workers.entry;
  const worker = files.find((file) => file.path === path);
  if (worker === undefined) return { line: "", findings: [] };
  const bytes = gzipSync(worker.text, { level: 9 }).length;
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return {
    line: `${path} has ${size} compressed\n`,
    findings: bytes > freePlan ? [finding("workerSize", { path, size })] : [],
  };
}
