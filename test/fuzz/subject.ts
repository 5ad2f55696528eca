/** Builds what is fuzzed: one instrumented module with readers, runtime, packages and an app of many flows in it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Input } from "../../compiler/source/files.js";
import { instrument } from "./instrument.js";
import { appFiles } from "./targets/app.js";

/** npm and the tests run programs in the directory of the package. */
export const root = process.cwd();

const scratch = join(root, "test/.tmp/fuzz");

export interface Subject {
  /** A module that exports `targets`. */
  readonly file: string;
  readonly blocks: number;
}

/** Not instrumented: too big, or not of this issue; or never run here. */
const external = ["saxon-js", "undici", "@redis/client", "esbuild", "ts-morph", "xslt3"];

/** All targets. Needs `npm run build` before, since it compiles the app with what is in `dist/`. */
export async function buildSubject(): Promise<Subject> {
  const directory = join(scratch, "app");
  await compileApp(directory);
  const at = (path: string) => JSON.stringify(join(root, "test/fuzz/targets", path));
  return bundleSubject(
    "subject",
    `import app from ${JSON.stringify(join(directory, "app.ts"))};
import { targetsOf } from ${at("app.ts")};
import { readers } from ${at("readers.ts")};
export const targets = [...readers, ...targetsOf(app)];`,
  );
}

/** The small functions that the fuzzer has to find. */
export const buildKnownBad = (): Promise<Subject> =>
  bundleSubject(
    "known-bad",
    `export { knownBad as targets } from ${JSON.stringify(join(root, "test/fuzz/fixtures/known-bad.ts"))};`,
  );

async function bundleSubject(name: string, contents: string): Promise<Subject> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
    external,
    // Packages in CommonJS call this.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    plugins: [ownRuntime],
  });
  const { code, blocks } = instrument(outputFiles[0]?.text ?? "");
  const subject: Subject = { file: join(scratch, `${name}.mjs`), blocks };
  mkdirSync(scratch, { recursive: true });
  writeFileSync(subject.file, code);
  writeFileSync(join(scratch, `${name}.json`), JSON.stringify(subject));
  return subject;
}

/** Returns the subject that was built last. */
export const builtSubject = (): Subject =>
  JSON.parse(readFileSync(join(scratch, "subject.json"), "utf8")) as Subject;

/** `flowc/runtime` is the source, not what is built. */
const ownRuntime: Plugin = {
  name: "own-runtime",
  setup({ onResolve }) {
    onResolve({ filter: /^flowc\/runtime/ }, ({ path }) => ({
      path: join(root, path === "flowc/runtime" ? "runtime/index.ts" : `${path.slice("flowc/".length)}.ts`),
    }));
  },
};

async function compileApp(directory: string): Promise<void> {
  const compiler = pathToFileURL(join(root, "dist/compiler/index.js")).href;
  const { compile } = (await import(compiler)) as typeof import("../../compiler/index.js");
  const { modules, diagnostics } = await compile(inputOf(appFiles()));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const lines = errors.map(
      ({ span, code, message }) => `${span?.source.path}: ${code} ${message}\n${span?.source.text ?? ""}`,
    );
    throw new Error(`The flows do not build:\n${lines.join("\n")}`);
  }
  rmSync(directory, { recursive: true, force: true });
  for (const { path, text } of modules) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

function inputOf(files: Readonly<Record<string, string>>): Input {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  return {
    list: [...contents.keys()].sort(),
    read: (path) => contents.get(path)?.toString("utf8"),
    readBytes: (path) => contents.get(path),
    inspect: (path) => {
      const size = contents.get(path)?.length;
      return size === undefined ? undefined : { size, isReadable: true };
    },
  };
}
