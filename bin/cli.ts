import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError, Option } from "commander";
import { outputDiagnostics } from "../compiler/diagnostics/catalogue-output.js";
import { below, type Finding, renderJson, renderText } from "../compiler/diagnostics/render.js";
import type { Diagnostic } from "../compiler/diagnostics/reporter.js";
import { type Conflict, type OutputFile, planWrite } from "../compiler/output/manifest.js";
import { packageDirectory } from "../compiler/output/package-directory.js";
import { type Inputs, readDirectory } from "../compiler/source/read-directory.js";
import { readOutput, realPath, writeOutput } from "./output-directory.js";

export type Build = (
  input: Inputs,
  options: {
    readonly sbom: boolean;
    /** The flow directory, as an absolute path without links. */
    readonly directory: string;
    /** Whether to use and keep results on disk. */
    readonly cache: boolean;
  },
) => Promise<{
  /** Empty if there are errors. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The number of endpoints. */
  readonly endpoints: number;
  /** The hashes of all files that were read, by their paths. */
  readonly inputs: ReadonlyMap<string, string>;
}>;

export interface Surroundings {
  readonly build: Build;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether to write colours to standard error. */
  readonly colour: boolean;
}

/** The exit codes. Scripts depend on them. */
const built = 0;
const failed = 1;
const misused = 2;

interface BuildOptions {
  readonly out: string;
  readonly force: boolean;
  readonly sbom: boolean;
  readonly cache: boolean;
  readonly format: "text" | "json";
}

/** Runs a command line; `args` comes without the program. Resolves to the exit code and never rejects. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let code = built;
  const program = new Command("flowc")
    .description("Compiles HTTP API flows written in XML to TypeScript.")
    .version(ownVersion())
    .exitOverride()
    .configureOutput({
      writeOut: surroundings.stdout,
      writeErr: surroundings.stderr,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  program
    .command("build")
    .description("compile the flow directory <dir>")
    .argument("<dir>", "the directory with swagger.yaml (or openapi.yaml) and the flows")
    .requiredOption("-o, --out <dir>", "the directory to write to; flowc keeps a manifest in it")
    .option(
      "--force",
      "overwrite and delete files that flowc did not write, or that were changed since",
      false,
    )
    .option("--sbom", "also write server.js.cdx.json, which tells what packages are in server.js", false)
    .option("--no-cache", "neither use nor keep results of earlier builds")
    .addOption(new Option("--format <format>", "of diagnostics").choices(["text", "json"]).default("text"))
    .action(async (directory: string, options: BuildOptions) => {
      code = await runBuild(directory, options, surroundings);
    });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? built : misused;
    surroundings.stderr(`flowc: ${messageOf(error)}\n`);
    return misused;
  }
}

/** Builds the flows and writes the output. Throws if the directories cannot be used. */
async function runBuild(
  directory: string,
  options: BuildOptions,
  surroundings: Surroundings,
): Promise<number> {
  const start = performance.now();
  const out = checkDirectories(directory, options.out);
  const inputs = readDirectory(directory, out);
  const report = (findings: readonly Finding[]) => {
    const { format } = options;
    const text =
      format === "json"
        ? renderJson(findings, { directory })
        : renderText(findings, { directory, colour: surroundings.colour });
    if (text !== "") surroundings.stderr(text);
    return findings.some(({ severity }) => severity === "error");
  };
  let unreadable: unknown;
  const watched =
    <T extends string | Uint8Array>(read: (path: string) => T | undefined) =>
    (path: string): T | undefined => {
      try {
        return read(path);
      } catch (error) {
        unreadable = error;
        throw error;
      }
    };
  const reading: Inputs = {
    list: inputs.list,
    read: watched(inputs.read),
    readBytes: watched(inputs.readBytes),
    inspect: inputs.inspect,
  };
  let result: Awaited<ReturnType<Build>>;
  try {
    result = await surroundings.build(reading, {
      sbom: options.sbom,
      cache: options.cache,
      directory: realPath(directory),
    });
  } catch (error) {
    if (error === unreadable) throw error;
    report([finding("internal", { message: messageOf(error) })]);
    if (options.format === "text" && error instanceof Error) surroundings.stderr(`\n${error.stack ?? ""}\n`);
    return failed;
  }
  const hasErrors = result.diagnostics.some(({ severity }) => severity === "error");
  const plan = hasErrors ? undefined : planWrite(result.files, result.inputs, readOutput(out), options.force);
  const conflicts = (plan?.conflicts ?? []).map((conflict) => conflictFinding(conflict, options.out));
  if (report([...result.diagnostics, ...conflicts]) || plan === undefined) return failed;
  writeOutput(out, plan);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const endpoints = `${result.endpoints} endpoint${result.endpoints === 1 ? "" : "s"}`;
  surroundings.stdout(`built ${endpoints} into ${below(options.out, "")} in ${seconds} s\n`);
  return built;
}

/** The real path of the output directory. Throws if either path is not a directory, or if both are the same. */
function checkDirectories(directory: string, out: string): string {
  const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory(directory) !== true)
    throw new Error(`${directory || "The empty path"} is not a directory.`);
  if (out === "") throw new Error("The output directory has no name.");
  const real = realPath(out);
  if (isDirectory(real) === false) throw new Error(`${out} is not a directory.`);
  if (real === realPath(directory)) throw new Error("The output cannot go into the flow directory itself.");
  return real;
}

function conflictFinding({ kind, path }: Conflict, out: string): Finding {
  return finding(kind, { path: below(out, path) });
}

function finding<N extends keyof typeof outputDiagnostics>(
  name: N,
  args: Parameters<Extract<(typeof outputDiagnostics)[N]["message"], (args: never) => string>>[0],
): Finding {
  const { code, severity, message, hint } = outputDiagnostics[name];
  return {
    code,
    severity,
    message: typeof message === "function" ? message(args as never) : message,
    hint: typeof hint === "function" ? hint(args as never) : hint,
    span: undefined,
  };
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
