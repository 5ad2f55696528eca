import { pathToFileURL } from "node:url";

/** The name of the file that the bundler writes. There is none where modules run as they are. */
declare const flowcBundle: string | undefined;

/** This module, as the source map names it, where the platform follows the map: Deno does, if it may read it. */
const mapped = /flowc\/runtime\/server\/node\/own-url\.[jt]s$/;

/** Tells whether the modules of the runtime run as they are, by the URL of what would be the bundle. */
export function isUnbundled({ pathname }: URL): boolean {
  return /\/own-url\.[jt]s$/.test(pathname);
}

/** The URL of `server.js`, which is a CommonJS module or an ECMAScript module, depending on its directory. */
export function ownUrl(): URL {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, [site]) => site?.getFileName();
    const name: unknown = new Error().stack;
    const path = typeof name === "string" ? name : (process.argv[1] ?? "");
    const own = typeof flowcBundle === "undefined" ? path : path.replace(mapped, flowcBundle);
    return own.startsWith("file:") ? new URL(own) : pathToFileURL(own);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
