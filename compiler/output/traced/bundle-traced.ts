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
  type TextOf,
} from "../bundle.js";
import type { Runtime } from "../bundle-runtime.js";
import { appsWithTests } from "../bundle-tests.js";
import { moduleExtension, runtimeDirectory } from "../package-directory.js";
import type { PrintedModule } from "../print.js";
import { instrument, tracingHelpers } from "./instrument.js";

const room = "flowc/runtime/tracing";

/** Exports the app, and what makes it tell what happens. */
const tracedEntry: BundleEntry = {
  file: "server.js",
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
  return partsOf([{ modules, path: "app.ts" }], tracedEntry, before, tracedRuntime("tracing/harness"));
}

/** Exports an app, its tests as another app, what runs them, and what makes the app tell what happens. */
const tracedTestEntry: BundleEntry = {
  ...tracedEntry,
  imports: [...tracedEntry.imports, ["flowc/runtime/testing", "runTest"]],
  code: "module.exports={app,runTest,startTracing,tests};\n",
};

/** Bundles an app that tells what happens in it, with tests beside it. */
export async function bundleTracedTests(
  app: readonly PrintedModule[],
  tests: readonly PrintedModule[],
  flow: TextOf,
  before?: BundleParts,
): Promise<Bundle & { readonly parts: BundleParts }> {
  const { apps, module } = appsWithTests(app, tests);
  const parts = await partsOf(apps, tracedTestEntry, before, tracedRuntime("tracing/testing-harness"));
  const texts = { module, flow, flowRoot: "" };
  return { ...new Instrumenter().bundle(parts, texts, tracedTestEntry), parts };
}

/** The runtime with what listens to requests. */
function tracedRuntime(harness: string): Runtime {
  const fileOf = (module: string) => resolve(runtimeDirectory, `${module}${moduleExtension}`);
  return { ...ownRuntime(), replaced: new Map([[fileOf("flow/harness"), fileOf(harness)]]) };
}

/** Puts calls into the modules of bundles that follow each other, into each module once. */
export class Instrumenter {
  /** What modules have become; those that no bundle has any more are forgotten. */
  readonly #known = new WeakMap<BundledModule, BundledModule>();
  #points = 0;

  /** The bundle, as a module in CommonJS. */
  bundle(parts: BundleParts, texts: SourceTexts, entry = tracedEntry): Bundle {
    const modules = parts.modules.map(
      (module) => this.#known.get(module) ?? this.#instrumented(module, texts),
    );
    return joinParts({ ...parts, modules }, texts, entry);
  }
  #instrumented(module: BundledModule, { flow }: SourceTexts): BundledModule {
    const { points, ...chunk } = instrument(module, this.#points, flow);
    this.#points += points;
    const made = { ...module, ...chunk };
    this.#known.set(module, made);
    return made;
  }
}
