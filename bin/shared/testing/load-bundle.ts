import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction, constants } from "node:vm";

const parameters = ["module", "exports", "require", "__filename", "__dirname"];

/** Writes a bundle and what V8 makes of it: each thread has to read all of it otherwise, to run one flow. */
export function writeBundle(file: string, code: string): void {
  writeFileSync(file, code);
  const { cachedData } = compileFunction(code, parameters, { filename: file, produceCachedData: true });
  if (cachedData !== undefined) writeFileSync(cacheOf(file), cachedData);
}

const cacheOf = (file: string): string => `${file}.cache`;

/** Compiles a bundle in CommonJS that `writeBundle` has written. Each call of the result loads it anew, and returns its exports. */
export function bundleLoader(file: string): () => unknown {
  const load = compileFunction(readFileSync(file, "utf8"), parameters, {
    filename: file,
    cachedData: readFileSync(cacheOf(file)),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (...values: readonly unknown[]) => void;
  return () => {
    const module = { exports: {} };
    load(module, module.exports, createRequire(file), file, dirname(file));
    return module.exports;
  };
}
