import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";

/** npm runs scripts in the directory of the package. */
const root = process.cwd();
export const sources = join(root, "test/bench");
export const fixtures = join(root, "fixtures");
export const scratch = join(root, "test/.tmp/bench");

const run = promisify(execFile);

/** A directory for what a benchmark writes, empty. */
export function freshDirectory(name: string): string {
  const path = join(scratch, "work", name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** The program beside this one that runs in a process of its own. */
export const program = (name: string): string => join(scratch, `${name}.js`);

/** Writes the most memory that a process took up, in KB, and its processor time in microseconds, when it ends. */
const noteUsage = `import { writeFileSync } from "node:fs";
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.BENCH_USAGE, [maxRSS, userCPUTime + systemCPUTime].join(" "));
});`;

export interface Usage {
  /** Of processor time. */
  readonly seconds: number;
  readonly megabytes: number;
}

export const flowc = (directory: string, out: string, cache?: string): Promise<Usage> =>
  commandLine(["build", directory, "-o", out], cache);

/**
 * The command line, in a process of its own. Rejects with its output if it fails.
 * @param cache a directory for what it keeps of earlier builds; its usual place unless given
 */
export async function commandLine(words: readonly string[], cache?: string): Promise<Usage> {
  const usage = join(scratch, "work/usage");
  mkdirSync(dirname(usage), { recursive: true });
  const watch = ["--import", `data:text/javascript,${encodeURIComponent(noteUsage)}`];
  const env = { ...process.env, BENCH_USAGE: usage, ...(cache !== undefined && { FLOWC_CACHE_DIR: cache }) };
  await run(process.execPath, [...watch, join(root, "dist/bin/flowc.js"), ...words], { env });
  const [kilobytes = 0, microseconds = 0] = readFileSync(usage, "utf8").split(" ").map(Number);
  return { seconds: microseconds / 1e6, megabytes: kilobytes / 1000 };
}

/** A program by hand, bundled as a person would who puts it to production. */
export const bundleByHand = (entry: string, outfile: string): Promise<string> =>
  bundle({ entryPoints: [join(sources, entry)] }, outfile);

/** The same for the text of a module, which may import generated ones and the runtime. */
export const bundleProgram = (contents: string, outfile: string): Promise<string> =>
  bundle({ stdin: { contents, resolveDir: root } }, outfile);

/** An `app.ts` that was generated, without a server around it, in the same way. It logs as the server makes it log. */
export function bundleApp(out: string, outfile: string): Promise<string> {
  const imports = {
    "{ writeLogWith }": join(root, "dist/runtime/observe/logs/log.js"),
    "{ StreamLog }": join(root, "dist/runtime/server/node/stream-log.js"),
    app: join(out, "app.ts"),
  };
  const lines = Object.entries(imports).map(
    ([names, path]) => `import ${names} from ${JSON.stringify(path)};`,
  );
  lines.push("writeLogWith(new StreamLog(process.stderr).write);", "export { app };");
  return bundleProgram(lines.join("\n"), outfile);
}

async function bundle(entry: BuildOptions, outfile: string): Promise<string> {
  await build({
    ...entry,
    outfile,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "error",
  });
  return outfile;
}

export function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
