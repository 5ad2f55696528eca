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

/** Writes the most memory that a process took up, in KB, when it ends. */
const notePeak = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)));`;

/**
 * The command line, in a process of its own. Rejects with its output if it fails.
 * @param cache a directory for what it keeps of earlier builds; its usual place unless given
 */
export async function flowc(
  directory: string,
  out: string,
  cache?: string,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const peak = join(scratch, "work/peak");
  mkdirSync(dirname(peak), { recursive: true });
  const watch = ["--import", `data:text/javascript,${encodeURIComponent(notePeak)}`];
  const env = { ...process.env, BENCH_PEAK: peak, ...(cache !== undefined && { FLOWC_CACHE_DIR: cache }) };
  const start = performance.now();
  const args = [...watch, join(root, "dist/bin/flowc.js"), "build", directory, "-o", out];
  await run(process.execPath, args, { env });
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: Number(readFileSync(peak, "utf8")) / 1000 };
}

/** What a person would do with a program of their own that goes to production. */
export async function bundleByHand(entry: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [join(sources, "by-hand", entry)],
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
  return bundleGenerated(lines.join("\n"), outfile);
}

/** A module that imports generated ones, and the runtime. */
export async function bundleGenerated(
  contents: string,
  outfile: string,
  more: BuildOptions = {},
): Promise<string> {
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "error",
    ...more,
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
