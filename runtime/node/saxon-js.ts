/**
 * In server.js, this stands for the package saxon-js. Its licence allows to pass it on as it is only, so that it is no
 * part of the bundle but a file beside it, which is loaded when a stylesheet first runs.
 * @module
 */
import { readFileSync } from "node:fs";
import stream from "node:stream";
import * as url from "node:url";
import * as util from "node:util";
import { runInThisContext } from "node:vm";

/** Beside `server.js`. */
const saxonFile = "saxon-js.cjs";

type Load = (
  module: { exports: object },
  exports: object,
  require: (name: string) => object,
  makeFunction: () => never,
) => void;

/** What it computes with. It asks for `fs` and `axios` too, and gets nothing that reads or writes. */
const modules: ReadonlyMap<string, object> = new Map<string, object>([
  // What a relative URL is relative to, which would tell the working directory.
  ["path", { resolve: () => "/" }],
  ["stream", stream],
  ["url", url],
  ["util", util],
]);

/** With this in the place of `Function`, the extension function that makes code of a text cannot. */
function refused(): never {
  throw new Error("A stylesheet cannot run JavaScript.");
}

let loaded: object | undefined;

/** @throws Error where the file is not there */
function saxonJs(): Readonly<Record<string, unknown>> {
  if (loaded === undefined) {
    const path = new URL(saxonFile, ownUrl());
    const text = readFileSync(path, "utf8");
    // As Node does it with a CommonJS module; not every runtime has a way to hand other modules to one.
    const load = runInThisContext(`(function (module, exports, require, Function) {${text}\n})`, {
      filename: path.href,
    }) as Load;
    const module = { exports: {} };
    load(module, module.exports, (name) => modules.get(name) ?? {}, refused);
    loaded = module.exports;
  }
  return loaded as Readonly<Record<string, unknown>>;
}

/** Where `server.js` is, which is a CommonJS module or an ECMAScript module as it suits its directory. */
function ownUrl(): URL {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, [site]) => site?.getFileName();
    const name: unknown = new Error().stack;
    const path = typeof name === "string" ? name : (process.argv[1] ?? "");
    return path.startsWith("file:") ? new URL(path) : url.pathToFileURL(path);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/** Everything that the package exports, as it is asked for. */
export const lazySaxonJs: object = new Proxy({}, { get: (_, name) => Reflect.get(saxonJs(), name) });
