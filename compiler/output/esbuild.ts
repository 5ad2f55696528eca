import { createRequire } from "node:module";
import type { BuildOptions, BuildResult } from "esbuild";
import { packageDirectory } from "./package-directory.js";

export type { BuildOptions, OnLoadResult, Plugin } from "esbuild";

/** Loaded on demand, and not by `import`, for which Node would search it for the names that it exports. */
export const esbuild = (): typeof import("esbuild") => createRequire(import.meta.url)("esbuild");

/** Code with a source map in JSON, which is empty where none is wanted. */
export interface MappedCode {
  readonly code: string;
  readonly map: string;
  /** The files that have code in it, as esbuild names them. */
  readonly included: readonly string[];
  /** The modules of the platform that it loads, or may load. */
  readonly builtins: readonly string[];
}

/** Bundles for Node what `options` say. */
export async function bundled(options: BuildOptions): Promise<MappedCode> {
  const result = await esbuild().build({ ...forNode(options), metafile: true });
  const outputs = Object.values(result.metafile.outputs);
  const included = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const builtins = outputs.flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external === true ? path : [])),
  );
  return { ...mappedCode(result), included, builtins: [...new Set(builtins)].sort() };
}

/** The same without a list of what is in it. */
export const linkedBy = async (options: BuildOptions): Promise<Pick<MappedCode, "code" | "map">> =>
  mappedCode(await esbuild().build({ ...forNode(options), metafile: false }));

const forNode = (options: BuildOptions): BuildOptions => ({
  outfile: "server.js",
  absWorkingDir: packageDirectory,
  bundle: true,
  platform: "node",
  target: "node20",
  charset: "ascii",
  sourcemap: "external",
  logLevel: "silent",
  // Ignores the settings of a project that flowc may be installed in.
  tsconfigRaw: {},
  ...options,
  write: false,
});

function mappedCode({ outputFiles = [] }: BuildResult): Pick<MappedCode, "code" | "map"> {
  const [map, code] = ["server.js.map", "server.js"].map((name) =>
    outputFiles.find(({ path }) => path.endsWith(name)),
  );
  if (code === undefined) throw new Error("esbuild did not return a bundle.");
  return { code: code.text, map: map?.text ?? "" };
}
