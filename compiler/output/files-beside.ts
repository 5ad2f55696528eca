import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileOf } from "./bundle-names.js";
import { packagesNotice, packagesOf } from "./bundle-notice.js";
import { bundled, type Plugin } from "./esbuild.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";

/** A file that `server.js` loads when it needs it. */
export interface FileBeside {
  /** The path relative to the output directory. */
  readonly path: string;
  readonly text: string;
  /** What is in it, for the notice in `server.js`. */
  readonly content: string;
  /** The files of packages that it is made of. */
  readonly sources: readonly string[];
}

export const redisClientPath = "redis-client.cjs";

const require = createRequire(import.meta.url);

const loader = (name: string): string => resolve(runtimeDirectory, `node/${name}${moduleExtension}`);

const saxonLoader = loader("saxon-js");
const redisLoader = loader("redis-client");

/** Takes modules that load those files in place of the packages. */
export function substitutePackages(): Plugin {
  return {
    name: "flowc-beside",
    setup(build) {
      build.onResolve({ filter: /^saxon-js$/ }, () => ({ path: saxonLoader }));
      build.onResolve({ filter: /^@redis\/client$/ }, () => ({ path: redisLoader }));
    },
  };
}

/**
 * @param included the files that have code in the bundle
 * @param bundle the file that it becomes
 */
export async function filesBeside(
  included: readonly string[],
  bundle: string,
): Promise<readonly FileBeside[]> {
  return [
    ...(included.includes(redisLoader) ? [await redisClient(bundle)] : []),
    ...(included.includes(saxonLoader) ? [saxonJs()] : []),
  ];
}

/** SaxonJS as its maker ships it: its licence allows nothing else. */
function saxonJs(): FileBeside {
  const file = require.resolve("saxon-js");
  return {
    path: "saxon-js.cjs",
    text: readFileSync(file, "utf8"),
    content: "SaxonJS (Copyright Saxonica Ltd)",
    sources: [file],
  };
}

/** The client of Redis with all packages that it needs. */
async function redisClient(bundle: string): Promise<FileBeside> {
  const { code, included } = await bundled({
    entryPoints: [require.resolve("@redis/client")],
    format: "cjs",
    minify: true,
    legalComments: "none",
    sourcesContent: false,
  });
  const sources = included.map(fileOf);
  return {
    path: redisClientPath,
    text: packagesNotice(packagesOf(sources), bundle) + code,
    content: "@redis/client where FLOW_CACHE_URL is set",
    sources,
  };
}
