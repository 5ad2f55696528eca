import { relative, resolve, sep } from "node:path";
import { packageDirectory, runtimeDirectory } from "./package-directory.js";

/** The esbuild namespace that keeps our paths apart from those of the file system. */
export const outputNamespace = "flowc-output";

/** The file that esbuild shows as `path`, which is relative to its working directory. */
export function fileOf(path: string): string {
  return resolve(packageDirectory, path);
}

/** A name for what esbuild shows as `path` that does not reveal where flowc is installed. */
export function stableName(path: string): string {
  const virtual = /^flowc-output:(?:\.\/)?(.*)$/s.exec(path)?.[1];
  if (virtual !== undefined) return virtual;
  const file = fileOf(path);
  const inRuntime = relative(runtimeDirectory, file).replaceAll(sep, "/");
  if (!inRuntime.startsWith("..")) return `flowc/runtime/${inRuntime}`;
  // flowc itself may be in such a directory.
  const inFlowc = relative(packageDirectory, file);
  return `node_modules/${withinPackages(inFlowc.startsWith("..") ? file : inFlowc) ?? file.split(sep).at(-1)}`;
}

/** The path from the package's name on. */
function withinPackages(file: string): string | undefined {
  const parts = file.split(sep);
  const last = parts.lastIndexOf("node_modules");
  return last < 0 ? undefined : parts.slice(last + 1).join("/");
}
