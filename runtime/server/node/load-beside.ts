import { isUnbundled, ownUrl } from "./own-url.js";

/**
 * Loads a part of the server that few processes need: a file beside `server.js`, or the module that it is made of where modules
 * run as they are.
 * @param module relative to this room; it is left out where only bundles ask
 * @throws Error if the file is not there
 */
export function loadBeside(file: string, module = file): unknown {
  const own = ownUrl();
  return process.getBuiltinModule("node:module").createRequire(own)(isUnbundled(own) ? module : file);
}
