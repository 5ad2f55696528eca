import { dirname, relative, resolve, sep } from "node:path";
import { packageDirectory } from "./package-directory.js";

/**
 * The esbuild namespace for files of CommonJS packages. Without it, esbuild would write their paths into the
 * code.
 */
export const packageNamespace = "node_modules";

/** Gives input files names that do not reveal where flowc is installed. */
export class StableNames {
  readonly #runtimeDirectory: string;
  readonly #packageFiles = new Map<string, string>();

  /** @param runtimeIndex the module that `flowc/runtime` resolves to */
  constructor(runtimeIndex: string) {
    this.#runtimeDirectory = dirname(runtimeIndex);
  }

  /** The path in `packageNamespace` of a file below a directory `node_modules`. */
  inPackages(file: string): string {
    const path = withinPackages(file) ?? file;
    const known = this.#packageFiles.get(path);
    if (known !== undefined && known !== file) throw new Error(`There are two versions of ${path}.`);
    this.#packageFiles.set(path, file);
    return path;
  }

  /**
   * The file that esbuild shows as `path`, which is in one of our namespaces, or relative to its working
   * directory.
   */
  file(path: string): string {
    const packageFile = this.#packageFiles.get(path.slice(packageNamespace.length + 1));
    return packageFile ?? resolve(packageDirectory, path);
  }

  /** The stable name of the file that esbuild shows as `path`. */
  of(path: string): string {
    const virtual = /^flowc-(?:output|flow):(.*)$/s.exec(path)?.[1];
    if (virtual !== undefined) return virtual;
    const file = this.file(path);
    const inRuntime = relative(this.#runtimeDirectory, file).replaceAll(sep, "/");
    if (!inRuntime.startsWith("..")) return `flowc/runtime/${inRuntime}`;
    return `node_modules/${withinPackages(file) ?? file.split(sep).at(-1)}`;
  }
}

/** The path from the package's name on. */
function withinPackages(file: string): string | undefined {
  const parts = file.split(sep);
  const last = parts.lastIndexOf("node_modules");
  return last < 0 ? undefined : parts.slice(last + 1).join("/");
}
