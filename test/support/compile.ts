import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Hono } from "hono";
import { afterAll } from "vitest";
import { isLint } from "../../compiler/diagnostics/catalogue-lint.js";
import type { Diagnostic } from "../../compiler/diagnostics/reporter.js";
import { compile } from "../../compiler/index.js";
import type { Input } from "../../compiler/source/files.js";
import { mirror } from "../tools/mirror.js";
import { listFiles } from "./project.js";

/** A flow directory: the content of files by their paths, relative and with `/`. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Tests write below this directory. It is in the repository, so that `flowc/runtime` and `hono` resolve from
 * it.
 */
export const scratch = fileURLToPath(new URL("../.tmp", import.meta.url));

/**
 * Makes a directory with a name that was never used, because a process keeps the modules that it imported. It
 * is removed when the test file is done.
 */
export function scratchDirectory(name: string): string {
  mkdirSync(scratch, { recursive: true });
  const path = mkdtempSync(join(scratch, `${name}-`));
  directories.push(path);
  return path;
}

const directories: string[] = [];

afterAll(() => {
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

export function inputOf(files: Files): Input {
  const contents = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
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

export function compileFiles(files: Files): ReturnType<typeof compile> {
  return compile(inputOf(files));
}

/** Returns the findings of the build, but for lint: samples set values that nobody reads. */
export async function diagnose(files: Files): Promise<readonly Diagnostic[]> {
  return (await compileFiles(files)).diagnostics.filter((one) => !isLint(one));
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

/** A finding as text for the message of a failing test: `case.xml:2:9 error FLOW2001 …`. */
export function describeDiagnostic({ span, severity, code, message }: Diagnostic): string {
  const place = span?.source.place(span.start);
  return `${span?.source.path ?? "-"}:${place?.line ?? 0}:${place?.column ?? 0} ${severity} ${code} ${message}`;
}

export function writeFiles(
  directory: string,
  files: readonly { path: string; text: string | Uint8Array }[],
): void {
  for (const { path, text } of files) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Imports the app of a generated directory, like a program that embeds it. */
export async function importApp(directory: string): Promise<Hono> {
  const modules = listFiles(directory).filter((path) => /^(?!server\.js).*\.[jt]s$/.test(path));
  return importModules(
    modules.map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") })),
    basename(directory),
  );
}

/** Imports the app that these modules make up. */
export async function importModules(modules: readonly Module[], name = "app"): Promise<Hono> {
  const directory = scratchDirectory(`${name}-js`);
  writeFiles(directory, await Promise.all(modules.map(toJavaScript)));
  const app: { default: Hono } = await import(/* @vite-ignore */ join(directory, "app.js"));
  return app.default;
}

interface Module {
  readonly path: string;
  readonly text: string;
}

/** Compiles a module to the JavaScript that Node runs, with the runtime that the tests use. */
async function toJavaScript({ path, text }: Module): Promise<Module> {
  if (path.endsWith(".json")) return { path, text };
  const { code } = await transform(text, {
    loader: "ts",
    target: "node20",
    supported: { "import-attributes": true },
  });
  const own = code.replace(
    /(?<=(?:^import| from) )"flowc\/(handler|runtime[\w/-]*)";$/gm,
    (_, name: string) =>
      JSON.stringify(
        join(
          mirror,
          "dist",
          name === "runtime" ? "runtime/index.js" : name === "handler" ? "runtime/handler.js" : `${name}.js`,
        ),
      ),
  );
  return { path: path.replace(/\.ts$/, ".js"), text: own };
}

/** Compiles and imports a flow directory, once for each content. Fails with all errors of the build. */
export function app(files: Files): Promise<Hono> {
  const key = JSON.stringify(files);
  const known = apps.get(key);
  if (known !== undefined) return known;
  const made = make(files);
  apps.set(key, made);
  return made;
}

const apps = new Map<string, Promise<Hono>>();

async function make(files: Files): Promise<Hono> {
  const { modules, diagnostics } = await compileFiles(files);
  const errors = diagnostics.filter(isError);
  if (errors.length > 0)
    throw new Error(`The flows do not build:\n${errors.map(describeDiagnostic).join("\n")}`);
  return importModules(modules);
}
