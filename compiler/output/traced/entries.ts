import type { BundleEntry } from "../bundle.js";
import type { LinkedModule } from "../link.js";
import { tracingHelpers } from "./instrument.js";

/** The bundles of development. They are modules in CommonJS, and their app tells what happens in it, or is tested, or both. */

const tracing = ["startTracing", ...tracingHelpers].map((name) => ["flowc/runtime/tracing", name] as const);
const testing = ["flowc/runtime/testing", "runTest"] as const;
const tested = ["flowc/runtime/testing", "isTested"] as const;

const tracedText = `import { startTracing } from "flowc/runtime/tracing";\nimport app from "./app.js";\n`;
const testedText = `import { runTest } from "flowc/runtime/testing";\nimport tests from "./tests/app.js";\n`;

/** An app that is asked a few times should not spend half a second on one expression for all of 1,000 paths. */
const packages = { hono: "hono/quick" };

export const tracedEntry: BundleEntry = {
  file: "server.js",
  takes: "module.exports = ",
  packages,
  imports: tracing,
  text: `${tracedText}\nresult = { app, startTracing };\n`,
};

/** Exports an app, its tests as another app, and what runs them. */
export const testEntry: BundleEntry = {
  file: "server.js",
  takes: "module.exports = ",
  packages,
  imports: [testing],
  text: `import app from "./app.js";\n${testedText}\nresult = { app, runTest, tests };\n`,
};

export const tracedTestEntry: BundleEntry = {
  file: "server.js",
  takes: "module.exports = ",
  packages,
  imports: [...tracing, testing, tested],
  text: `${tracedText}${testedText}import { isTested } from "flowc/runtime/testing";
result = { app, runTest, startTracing: (options) => startTracing(options, isTested), tests };
`,
};

/** The modules of an app, with those of its tests in a directory of their own. */
export function withTests(
  app: readonly LinkedModule[],
  tests: readonly LinkedModule[],
): readonly LinkedModule[] {
  return [...app, ...tests.map((module) => ({ ...module, path: `tests/${module.path}` }))];
}
