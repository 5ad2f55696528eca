/**
 * flowc in JavaScript, for tests: a copy of the package in `test/.tmp/flowc`, of which only what has changed is made anew.
 * Node loads it as it is, once for all test files; Vitest would transform every module again for each of them. Its source
 * maps lie beside the modules, and no module names its own: bundles that tests make have maps of their own to follow.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { pageDirectory, repository, rooms, sourcePaths } from "./sources.js";
import { typeScript } from "./type-script.js";

export const mirror = join(repository, "test/.tmp/flowc");

/** The module of the mirror that stands for a module of the repository, as an import names it or as it is. */
export function mirrored(path: string): string | undefined {
  const own = relative(repository, path).split(sep).join("/");
  if (own.startsWith(pageDirectory)) return undefined;
  const isSource = rooms.includes(own.split("/", 1)[0] ?? "") && /\.[jt]s$/.test(own);
  return isSource ? join(mirror, "dist", own.replace(/\.ts$/, ".js")) : undefined;
}

/** Of each source, by its path in the repository: what tells whether it has changed. */
type Stamps = Readonly<Record<string, string>>;

/** The files of the package that modules read. */
const readFiles = ["package.json", "LICENSE", "docs/recording.schema.json", "docs/trace.schema.json"];

const stampsPath = join(mirror, "stamps.json");

export function refreshMirror(): void {
  const known = readStamps();
  const stamps = stampSources();
  const stale = Object.keys(stamps).filter((path) => stamps[path] !== known[path]);
  const gone = Object.keys(known).filter((path) => !(path in stamps));
  if (stale.length + gone.length === 0) return;
  for (const name of readFiles) {
    mkdirSync(dirname(join(mirror, name)), { recursive: true });
    replaceFile(join(mirror, name), readFileSync(join(repository, name)));
  }
  const modules = stale.filter((path) => path.endsWith(".ts"));
  if (modules.length > 30) compileAll();
  else for (const path of modules) compileModule(path);
  for (const path of gone)
    for (const extension of [".js", ".js.map"])
      rmSync(join(mirror, "dist", path.replace(/\.ts$/, extension)), { force: true });
  replaceFile(stampsPath, JSON.stringify(stamps));
}

function readStamps(): Stamps {
  try {
    return JSON.parse(readFileSync(stampsPath, "utf8")) as Stamps;
  } catch {
    return {};
  }
}

function stampSources(): Stamps {
  return Object.fromEntries(
    [...sourcePaths(), ...readFiles].map((path) => {
      const { mtimeMs, size } = statSync(join(repository, path));
      return [path, `${mtimeMs} ${size}`];
    }),
  );
}

/** As the build does it, and to the same bytes: bundles are made from it. */
function compileModule(path: string): void {
  const ts = typeScript();
  const { outputText, sourceMapText } = ts.transpileModule(readFileSync(join(repository, path), "utf8"), {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      sourceMap: true,
    },
  });
  const target = join(mirror, "dist", path.replace(/\.ts$/, ".js"));
  replaceFile(`${target}.map`, sourceMapText ?? "");
  replaceFile(target, withoutMap(outputText));
}

/** All modules at once, which is faster for many. */
function compileAll(): void {
  const place = `${mirror}-${process.pid}`;
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const options = ["-p", "tsconfig.build.json", "--noCheck", "--declaration", "false", "--sourceMap"];
  execFileSync(process.execPath, [compiler, ...options, "--outDir", place], { cwd: repository });
  for (const path of readdirSync(place, { recursive: true, encoding: "utf8" })) {
    const made = join(place, path);
    if (!statSync(made).isFile()) continue;
    const text = readFileSync(made, "utf8");
    replaceFile(join(mirror, "dist", path), path.endsWith(".js") ? withoutMap(text) : text);
  }
  rmSync(place, { recursive: true });
}

const withoutMap = (code: string): string => code.replace(/\n\/\/# sourceMappingURL=.*$/, "\n");

/** In one step: another run of tests may be reading it. */
function replaceFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, path);
}

/** A place in a file; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place in the source that a place in a module of the mirror comes from. */
export function sourcePlace({ file, line, column }: Place): Place | undefined {
  if (!file.startsWith(join(mirror, "dist"))) return undefined;
  const map = sourceMaps.get(file) ?? new SourceMap(readMap(file));
  sourceMaps.set(file, map);
  const entry = map.findEntry(line - 1, column - 1);
  if (!("originalSource" in entry)) return undefined;
  return {
    file: join(repository, relative(join(mirror, "dist"), file).replace(/\.js$/, ".ts")),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}

const sourceMaps = new Map<string, SourceMap>();

const readMap = (file: string): SourceMapPayload =>
  JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMapPayload;
