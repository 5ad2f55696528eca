import { pathToFileURL } from "node:url";

/** The URL of `server.js`, which is a CommonJS module or an ECMAScript module, depending on its directory. */
export function ownUrl(): URL {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, [site]) => site?.getFileName();
    const name: unknown = new Error().stack;
    const path = typeof name === "string" ? name : (process.argv[1] ?? "");
    return path.startsWith("file:") ? new URL(path) : pathToFileURL(path);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
