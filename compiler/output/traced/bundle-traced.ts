import { resolve } from "node:path";
import {
  type Bundle,
  type BundleEntry,
  type BundleParts,
  joinParts,
  ownRuntime,
  partsOf,
  type SourceTexts,
} from "../bundle.js";
import type { Runtime } from "../bundle-runtime.js";
import { moduleExtension, runtimeDirectory } from "../package-directory.js";
import type { PrintedModule } from "../print.js";
import { type InstrumentedChunk, instrument, tracingHelpers } from "./instrument.js";

const room = "flowc/runtime/tracing";

/** Exports the app, and what makes it tell what happens. */
const tracedEntry: BundleEntry = {
  imports: ["startTracing", ...tracingHelpers].map((name) => [room, name] as const),
  code: "module.exports={app,startTracing};\n",
  mappings: "",
  source: { url: "traced.ts", json: "null" },
};

/** The parts of a bundle that tells what happens. Its modules are those of any bundle. */
export function tracedParts(
  modules: readonly PrintedModule[],
  before: BundleParts | undefined,
): Promise<BundleParts> {
  return partsOf([{ modules, path: "app.ts" }], tracedEntry, before, tracedRuntime());
}

/** The runtime with what listens to requests. */
function tracedRuntime(): Runtime {
  const harnessOf = (room: string) => resolve(runtimeDirectory, `${room}/harness${moduleExtension}`);
  return { ...ownRuntime(), replaced: new Map([[harnessOf("flow"), harnessOf("tracing")]]) };
}

/** Puts calls into the modules of bundles that follow each other, into each module once. */
export class Instrumenter {
  #known = new Map<string, InstrumentedChunk>();
  #points = 0;

  /** The bundle, as a module in CommonJS. */
  bundle(parts: BundleParts, texts: SourceTexts): Bundle {
    const known = new Map<string, InstrumentedChunk>();
    const modules = parts.modules.map((module) => {
      const made = this.#known.get(module.key) ?? instrument(module, this.#points, texts.flow);
      if (!this.#known.has(module.key)) this.#points += made.points;
      known.set(module.key, made);
      return { ...module, ...made };
    });
    this.#known = known;
    return joinParts({ ...parts, modules }, texts, tracedEntry);
  }
}
