import type { BundleEntry } from "../bundle-runtime.js";
import type { PrintedModule } from "../print.js";

/** The bundles of development. They are modules in CommonJS, and their app can tell what happens in it. */

const tracing = ["startTracing", "startCounting"].map((name) => ["flowc/runtime/tracing", name] as const);
const testing = ["runTest", "isTested"].map((name) => ["flowc/runtime/testing", name] as const);

/** An app that is asked a few times should not spend half a second on one expression for all of 1,000 paths. */
const packages = { hono: "hono/quick" };

export const tracedEntry: BundleEntry = {
  file: "server.js",
  takes: "module.exports = ",
  packages,
  imports: tracing,
  text: `import { startTracing } from "flowc/runtime/tracing";
import app from "./app.js";

result = { app, startTracing };
`,
};

/** Exports an app, its tests as another app, and what runs them. */
export const testEntry: BundleEntry = {
  file: "server.js",
  takes: "module.exports = ",
  packages,
  imports: [...tracing, ...testing],
  text: `import { startCounting, startTracing } from "flowc/runtime/tracing";
import { isTested, runTest } from "flowc/runtime/testing";
import app from "./app.js";
import tests from "./tests/app.js";

result = { app, runTest, startCounting, startTracing: (options) => startTracing(options, isTested), tests };
`,
};

/** The modules of an app, with those of its tests in a directory of their own. */
export function withTests(
  app: readonly PrintedModule[],
  tests: readonly PrintedModule[],
): readonly PrintedModule[] {
  return [...app, ...tests.map((module) => ({ ...module, path: `tests/${module.path}` }))];
}
