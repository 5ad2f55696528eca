import { resolve } from "node:path";
import {
  type Bundle,
  type BundledModule,
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
import { instrument, tracingHelpers } from "./instrument.js";

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
  /** What modules have become; those that no bundle has any more are forgotten. */
  readonly #known = new WeakMap<BundledModule, BundledModule>();
  #points = 0;

  /** The bundle, as a module in CommonJS. */
  bundle(parts: BundleParts, texts: SourceTexts): Bundle {
    const modules = parts.modules.map(
      (module) => this.#known.get(module) ?? this.#instrumented(module, texts),
    );
    return joinParts({ ...parts, modules }, texts, tracedEntry);
  }
  #instrumented(module: BundledModule, { flow }: SourceTexts): BundledModule {
    const { points, ...chunk } = instrument(module, this.#points, flow);
    this.#points += points;
    const made = { ...module, ...chunk };
    this.#known.set(module, made);
    return made;
  }
}
