/** The texts of files that are the same in all projects. They are no code of flowc. */

export const vitestConfig = `import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    passWithNoTests: true,
    testTimeout: 30_000,
    // Of the log of the app, failures show errors and alerts.
    silent: "passed-only",
    onConsoleLog: (text) => !/"type":"engine_(?:access|request)"/.test(text),
  },
});
`;

/** Runs a test as \`flowc test\` does: each file of Vitest has the app and the environment for itself. */
export const flowTest = `// Runs the tests of flows with Vitest. This file is yours.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Flow, fromFile } from "flowc/runtime";
import { type AssertionResult, runTest } from "flowc/runtime/testing";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import app from "../../src/app.js";
import { flows } from "./service.js";

/**
 * Declares a test: a flow with assertions, which sends requests to the app.
 * @param name of the test; golden files are named from its folder
 * @param backends the flows that answer in the place of other systems, by the names that \`backendFlow\` has for them
 */
export function flowTest(name: string, flow: Flow, backends: Readonly<Record<string, Flow>> = {}): void {
  test(name, async () => {
    const environment = { ...process.env };
    onTestFinished(() => {
      for (const variable of Object.keys(process.env)) delete process.env[variable];
      Object.assign(process.env, environment);
    });
    delete process.env.FLOW_CACHE_URL;
    const tests = new Hono();
    const routes = new Map<string, string>();
    for (const [path, run] of Object.entries({ ...backends, [name]: flow })) {
      routes.set(path, \`/\${routes.size}\`);
      tests.all(...flows.path(\`/\${routes.size - 1}\`, { "*": fromFile(name, run) }));
    }
    tests.notFound(flows.notFound);
    const updates = process.env.UPDATE === "1";
    const result = await runTest(name, app, tests, routes, { allowsNetwork: false, updates, readFile });
    for (const { path, text } of result.updates) writeFileSync(fileOf(path), text);
    const failures = result.assertions.filter(({ isOk }) => !isOk).map(described);
    if (result.error !== undefined) failures.push(\`An error ended the test: \${JSON.stringify(result.error)}\`);
    if (result.assertions.length === 0) failures.push("The test asserted nothing.");
    if (failures.length === 0) return;
    for (const request of result.unanswered) failures.push(\`No backend flow answered \${request}.\`);
    for (const id of result.unasked) failures.push(\`Nothing asked the backend flow \${id}.\`);
    expect.fail(failures.join("\\n\\n"));
  });
}

function described({ place, expression, message, failure }: AssertionResult): string {
  const lines = [\`\${place}: \${expression}\`, message, failure?.why];
  if (failure?.expected !== undefined) lines.push(\`expected: \${failure.expected}\`);
  if (failure?.actual !== undefined) lines.push(\`actual:   \${failure.actual}\`);
  return lines.filter((line) => line !== undefined).join("\\n  ");
}

/** Golden files lie in \`test/\`. */
const fileOf = (path: string): string =>
  fileURLToPath(new URL(\`../\${path.replace(/^tests?\\//, "")}\`, import.meta.url));

function readFile(path: string): string | undefined {
  const file = fileOf(path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
`;

/** Stands before the code of schemas, which has no types. */
export const unchecked = "// @ts-nocheck\n";
