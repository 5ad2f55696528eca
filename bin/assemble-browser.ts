import { type BuildOptions, type BuildResult, build } from "esbuild";

/** The scripts and styles of a page, for the browsers of the last years. They are returned, not written. */
export function browserBundle(options: BuildOptions): Promise<BuildResult<{ write: false; metafile: true }>> {
  return build({
    ...options,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    minify: true,
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}
