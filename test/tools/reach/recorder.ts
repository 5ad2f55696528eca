/** Around each test file while `npm run affected` or `npm run mutate` records what it reaches. */
import fs from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { syncBuiltinESMExports } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { mirror, mirroredSource } from "../mirror.js";
import { repository } from "../sources.js";
import { type CachedMap, ReachedLines } from "./coverage.js";
import { testModules } from "./imports.js";
import { keepSources, keepText, print, writeReach } from "./record.js";

interface Recording {
  readonly session: Session;
  /** What the test file has read so far, as `print` takes it. */
  readonly paths: Set<string>;
}

/** One for the process; modules in `test/` are evaluated for each test file. */
const shared = globalThis as { flowcRecording?: Recording };
shared.flowcRecording ??= start();
const { session, paths } = shared.flowcRecording;

// What was run and read before is another test file's.
takeCoverage();
paths.clear();
const children = fs.mkdtempSync(join(repository, "test/.tmp/children-"));
process.env.NODE_V8_COVERAGE = children;

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures the hook wants: none.
afterAll(({}, suite) => {
  delete process.env.NODE_V8_COVERAGE;
  const reached = new ReachedLines();
  for (const script of takeCoverage()) addScript(reached, script);
  addChildren(reached);
  fs.rmSync(children, { recursive: true });
  if (hasFailed(suite)) return;
  const testFile = own(expect.getState().testPath ?? "") ?? "";
  const read = [...paths, ...testModules(testFile), ...settings].filter(
    (path) => !path.includes("__snapshots__"),
  );
  writeReach(testFile, {
    lines: Object.fromEntries(
      [...reached.lines].map(([path, run]) => [path, [...run].sort((one, other) => one - other)]),
    ),
    sources: keepText(JSON.stringify(keepSources())),
    files: Object.fromEntries(read.map((path) => [path, print(path)])),
  });
});

/** What changes all tests. */
const settings = [
  "package.json",
  "package-lock.json",
  "test/vitest.config.ts",
  "test/tools/together.ts",
  "test/tools/mirror.ts",
];

interface Task {
  readonly result?: { readonly state?: string };
  readonly tasks?: readonly Task[];
}

/** A record of a run that failed would lack what it did not come to. */
const hasFailed = ({ result, tasks = [] }: Task): boolean =>
  result?.state === "fail" || tasks.some(hasFailed);

function start(): Recording {
  const recording = { session: new Session(), paths: new Set<string>() };
  recording.session.connect();
  recording.session.post("Profiler.enable");
  recording.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const end = ({ recursive = false }: { recursive?: boolean } = {}) => (recursive ? "//" : "/");
  watch(["readFileSync", "existsSync", "openSync", "readFile"], recording.paths, () => "");
  watch(["readdirSync"], recording.paths, end);
  syncBuiltinESMExports();
  return recording;
}

/** Notes the first argument of these functions of `node:fs`, with an end that the second one decides. */
function watch(
  names: readonly (keyof typeof fs)[],
  paths: Set<string>,
  end: (options?: { recursive?: boolean }) => string,
): void {
  const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = table[name];
    if (original === undefined) continue;
    table[name] = Object.assign(function (this: unknown, ...args: unknown[]) {
      const [path, options] = args;
      const known = own(path instanceof URL ? fileURLToPath(path) : typeof path === "string" ? path : "");
      if (known !== undefined) paths.add(known + end(options as { recursive?: boolean } | undefined));
      return original.apply(this, args);
    }, original);
  }
}

/** From the repository's top, with `/`; of what is not the project's own, nothing. */
function own(path: string): string | undefined {
  const inside = relative(repository, path).split(sep).join("/");
  const isOther = inside.startsWith("..") || /^(?:node_modules|dist|test\/\.tmp|\.git)(?:\/|$)/.test(inside);
  return path === "" || inside === "" || isOther ? undefined : inside;
}

function takeCoverage(): readonly Profiler.ScriptCoverage[] {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error !== null) throw error;
    scripts = taken.result;
  });
  return scripts;
}

const mirrorUrl = `file://${join(mirror, "dist")}/`;
const distUrl = `file://${join(repository, "dist")}/`;

function addScript(
  reached: ReachedLines,
  script: Profiler.ScriptCoverage,
  maps: Readonly<Record<string, CachedMap>> = {},
): void {
  const { url } = script;
  const base = [mirrorUrl, distUrl].find((each) => url.startsWith(each));
  const map = maps[url];
  if (base !== undefined)
    reached.addModule(mirroredSource(join(mirror, "dist", url.slice(base.length))), script);
  else if (map?.data !== undefined && map.data !== null) reached.addBundle(script, map);
}

/** What processes have left that the test file started. */
function addChildren(reached: ReachedLines): void {
  for (const name of fs.readdirSync(children)) {
    const { result, "source-map-cache": maps } = JSON.parse(
      fs.readFileSync(join(children, name), "utf8"),
    ) as { result: Profiler.ScriptCoverage[]; "source-map-cache"?: Record<string, CachedMap> };
    for (const script of result) addScript(reached, script, maps);
  }
}
