import { isUnbundled, ownUrl } from "./own-url.js";

/** The name of the file that the bundler writes; what only runs without it is left out there. */
declare const flowcBundle: string | undefined;

/** The modules that these files are made of, relative to this one. */
const modules: Readonly<Record<string, string>> = {
  "./check.cjs": "../checks/check.js",
  "./log-form.cjs": "../log-form/log-form.js",
  "./recording.cjs": "../recording/black-box.js",
  "./telemetry.cjs": "../open-telemetry/open-telemetry.js",
};

/**
 * Loads a part of the server that few processes need: a file beside `server.js`, or the module that it is made of where modules
 * run as they are.
 * @throws Error if the file is not there
 */
export function loadBeside(file: string): unknown {
  const own = ownUrl();
  const module = typeof flowcBundle === "undefined" && isUnbundled(own) ? modules[file] : undefined;
  return process.getBuiltinModule("node:module").createRequire(own)(module ?? file);
}
