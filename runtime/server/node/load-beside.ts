import { ownUrl } from "./own-url.js";

/**
 * Loads a file beside `server.js`, which most processes do without.
 * @throws Error if the file is not there
 */
export function loadBeside(file: string): unknown {
  return process.getBuiltinModule("node:module").createRequire(ownUrl())(file);
}
