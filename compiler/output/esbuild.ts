import { createRequire } from "node:module";
import type { BuildOptions } from "esbuild";
import { packageDirectory } from "./package-directory.js";

export type { BuildOptions, OnLoadResult, Plugin } from "esbuild";

/** Loaded on demand, and not by `import`, for which Node would search it for the names that it exports. */
export const esbuild = (): typeof import("esbuild") => createRequire(import.meta.url)("esbuild");

/** Code with a source map in JSON, which is empty where none is wanted. */
interface MappedCode {
  readonly code: string;
  readonly map: string;
  /** The files that have code in it, as esbuild names them; none if there is no `metafile`. */
  readonly included: readonly string[];
  /** The modules of the platform that it loads, or may load. */
  readonly builtins: readonly string[];
}

/** Bundles for Node what `options` say. */
export async function bundled(options: BuildOptions): Promise<MappedCode> {
  const { metafile, outputFiles = [] } = await esbuild().build({
    outfile: "server.js",
    absWorkingDir: packageDirectory,
    bundle: true,
    platform: "node",
    target: "node20",
    charset: "ascii",
    sourcemap: "external",
    metafile: true,
    logLevel: "silent",
    // Ignores the settings of a project that flowc may be installed in.
    tsconfigRaw: {},
    ...options,
    write: false,
  });
  const outputs = Object.values(metafile?.outputs ?? {});
  const included = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const builtins = outputs.flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external === true ? path : [])),
  );
  const [code, map] = ["server.js", "server.js.map"].map((name) =>
    outputFiles.find(({ path }) => path.endsWith(name)),
  );
  if (code === undefined) throw new Error("esbuild did not return a bundle.");
  return { code: code.text, map: map?.text ?? "", included, builtins: [...new Set(builtins)].sort() };
}
