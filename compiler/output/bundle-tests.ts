import { resolve } from "node:path";
import {
  type Bundle,
  type BundleEntry,
  type BundleParts,
  joinParts,
  ownRuntime,
  partsOf,
  type TextOf,
} from "./bundle.js";
import type { Runtime } from "./bundle-runtime.js";
import type { LinkedApp } from "./link.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";
import type { PrintedModule } from "./print.js";

/** Exports the app, its tests as another app, and what runs them. */
const testEntry: BundleEntry = {
  file: "server.js",
  imports: [["flowc/runtime/testing", "runTest"]],
  code: "module.exports={app,runTest,tests};\n",
  mappings: "",
  source: { url: "tests.ts", json: "null" },
};

/**
 * Bundles an app as `bundle` does, with tests beside it, as a module in CommonJS.
 * @param tests the modules of another app, which answers each test's path by running the test
 * @param before parts of an earlier bundle of the same kind
 */
export async function bundleTests(
  app: readonly PrintedModule[],
  tests: readonly PrintedModule[],
  flow: TextOf,
  before?: BundleParts,
): Promise<Bundle & { readonly parts: BundleParts }> {
  const { apps, module } = appsWithTests(app, tests);
  const parts = await partsOf(apps, testEntry, before, testedRuntime());
  return { ...joinParts(parts, { module, flow, flowRoot: "" }, testEntry), parts };
}

/** An app and its tests, as one bundle has them, and the texts of their modules. */
export function appsWithTests(
  app: readonly PrintedModule[],
  tests: readonly PrintedModule[],
): { readonly apps: readonly LinkedApp[]; readonly module: TextOf } {
  const beside = tests.map((module) => ({ ...module, path: `tests/${module.path}` }));
  const texts = new Map([...app, ...beside].map(({ path, text }) => [path, text]));
  return {
    apps: [
      { modules: app, path: "app.ts" },
      { modules: beside, path: "tests/app.ts", variable: "tests" },
    ],
    module: (path) => texts.get(path) ?? "",
  };
}

/** The runtime with what tests put around requests. */
function testedRuntime(): Runtime {
  const harnessOf = (room: string) => resolve(runtimeDirectory, `${room}/harness${moduleExtension}`);
  return { ...ownRuntime(), replaced: new Map([[harnessOf("flow"), harnessOf("testing")]]) };
}
