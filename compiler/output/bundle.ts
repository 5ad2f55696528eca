import { resolve } from "node:path";
import { joinedMap } from "./bundle-map.js";
import { type BundleModule, bundleModules } from "./bundle-modules.js";
import { fileOf } from "./bundle-names.js";
import { type BundledPackage, notice, packagesOf } from "./bundle-notice.js";
import { bundleRuntime, propertiesOf, type Runtime } from "./bundle-runtime.js";
import { type FileBeside, filesBeside } from "./files-beside.js";
import { importedNames } from "./imported-names.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";

export type { BundleModule } from "./bundle-modules.js";
export type { Runtime } from "./bundle-runtime.js";

export interface Bundle {
  readonly code: string;
  /**
   * A source map in JSON. It leads from `code` to the flows, the generated modules, the runtime and the
   * packages.
   */
  readonly map: string;
  /** The packages that are in `code`, or that `code` loads from a file beside it. */
  readonly packages: readonly BundledPackage[];
  /** The files that `code` loads when it needs them. */
  readonly beside: readonly FileBeside[];
}

/**
 * Bundles `app.ts` and everything that it needs into one file that serves it with Node. The same modules give
 * the same bytes, wherever flowc is installed and run.
 *
 * It consists of two bundles. The names in the runtime, the packages and the validators get short. In the modules that
 * are made of flows, they stay: a debugger shows the variables of flows. esbuild can do only one of both at a time.
 */
export async function bundle(modules: readonly BundleModule[], runtime = ownRuntime()): Promise<Bundle> {
  const all = [{ path: entryPath, text: entry }, ...modules];
  const scripts = new Map<string, string>();
  for (const { path, text } of modules) if (path.endsWith(".js")) scripts.set(`./${path}`, text);
  const isOutside = (module: string) => !module.startsWith("./") || scripts.has(module);
  const properties = propertiesOf([...importedNames(all)].filter(([module]) => isOutside(module)));
  const [inner, outer] = await Promise.all([
    bundleRuntime(properties, scripts, runtime),
    bundleModules(entryPath, all, properties),
  ]);
  const included = inner.included.map(fileOf);
  const beside = await filesBeside(included);
  const head = notice(
    packagesOf(included),
    beside.map(({ content }) => content),
  );
  const start = head + open;
  return {
    code: start + inner.code + outer.code + close,
    map: joinedMap(start, [inner, outer], all, runtime.index),
    packages: packagesOf([...included, ...beside.flatMap(({ sources }) => sources)]),
    beside,
  };
}

// Node first takes a `.js` file for CommonJS if its package.json has no `type`, and warns if it turns out to
// be a module. This form works as both.
const open = '((require) => {\n"use strict";var runtime;\n';
const close = "})((name) => process.getBuiltinModule(name));\n//# sourceMappingURL=server.js.map\n";

const entryPath = "server.ts";
const entry = `import { listen } from "flowc/runtime/node";
import app from "./app.js";

listen(app);
`;

function ownRuntime(): Runtime {
  return {
    index: resolve(runtimeDirectory, `index${moduleExtension}`),
    node: resolve(runtimeDirectory, `node/index${moduleExtension}`),
  };
}
