/**
 * Stands for the package saxon-js in server.js. Its licence allows passing it on only unchanged. So it is not part of
 * the bundle, but a file beside it, which is loaded when a stylesheet first runs.
 * @module
 */
import { readFileSync } from "node:fs";
import stream from "node:stream";
import * as url from "node:url";
import * as util from "node:util";
import { runInThisContext } from "node:vm";
import { ownUrl } from "./own-url.js";

/** The file beside `server.js`. */
const saxonFile = "saxon-js.cjs";

type Load = (
  module: { exports: object },
  exports: object,
  require: (name: string) => object,
  makeFunction: () => never,
) => void;

/** The modules that it computes with. It also asks for `fs` and `axios`; it gets nothing that reads or writes. */
const modules: ReadonlyMap<string, object> = new Map<string, object>([
  // Resolves relative URLs. The real one would reveal the working directory.
  ["path", { resolve: () => "/" }],
  ["stream", stream],
  ["url", url],
  ["util", util],
]);

/** Stands for `Function`, so that the extension function that makes code of a text cannot. */
function refused(): never {
  throw new Error("A stylesheet cannot run JavaScript.");
}

let loaded: object | undefined;

/** @throws Error if the file is not there */
function saxonJs(): Readonly<Record<string, unknown>> {
  if (loaded === undefined) {
    const path = new URL(saxonFile, ownUrl());
    const text = readFileSync(path, "utf8");
    // Loads it as Node loads a CommonJS module. Not every platform has a way to give such a module other modules.
    const load = runInThisContext(`(function (module, exports, require, Function) {${text}\n})`, {
      filename: path.href,
    }) as Load;
    const module = { exports: {} };
    load(module, module.exports, (name) => modules.get(name) ?? {}, refused);
    loaded = module.exports;
  }
  return loaded as Readonly<Record<string, unknown>>;
}

/** All exports of the package, each loaded when it is asked for. */
const lazySaxonJs: object = new Proxy({}, { get: (_, name) => Reflect.get(saxonJs(), name) });

// biome-ignore lint/style/noDefaultExport: the package has one
export { lazySaxonJs as default };
