import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../output/manifest.js";
import { packageDirectory } from "../output/package-directory.js";
import type { Files } from "../source/files.js";
import { packagesIn } from "./module.js";

interface OwnPackage {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The files around the modules of a project. @param name of the package */
export function projectFiles(
  name: string,
  modules: readonly OutputFile[],
  files: Files,
): readonly OutputFile[] {
  const own = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as OwnPackage;
  const hasScripts = modules.some(({ path }) => path.endsWith(".js"));
  const hasTests = modules.some(({ path }) => path.endsWith(".test.ts"));
  return [
    { path: "package.json", text: json(packageFile(name, own, modules, files)) },
    { path: "tsconfig.json", text: json(checked(hasScripts)) },
    { path: "tsconfig.build.json", text: json(built) },
    { path: ".gitignore", text: "node_modules/\ndist/\n.env\n" },
    { path: "vitest.config.ts", text: vitestConfig },
    ...(hasTests ? [{ path: "test/support/flow-test.ts", text: flowTest }] : []),
  ];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function packageFile(name: string, own: OwnPackage, modules: readonly OutputFile[], files: Files) {
  const ranges: Readonly<Record<string, string>> = {
    ...rangesIn(files),
    ...own.dependencies,
    flowc: own.version,
  };
  const installed = (each: string): string | undefined =>
    (JSON.parse(files.package(each) ?? "{}") as { readonly version?: string }).version;
  const imported = new Set(
    modules.flatMap(({ path, text }) =>
      path.startsWith("src/") && /\.[jt]s$/.test(path) ? packagesIn(text).map(packageOf) : [],
    ),
  );
  // Types may be of packages that nobody has installed.
  const known = [...imported].sort().flatMap((each) => {
    const range = ranges[each] ?? installed(each);
    return range === undefined ? [] : [[each, range] as const];
  });
  const tools = ["@types/node", "typescript", "vitest"] as const;
  return {
    name,
    version: "1.0.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      build: "tsc -p tsconfig.build.json",
      start: "node --enable-source-maps dist/server.js",
      check: "tsc",
      test: "vitest run",
    },
    dependencies: Object.fromEntries(known),
    devDependencies: Object.fromEntries(tools.map((tool) => [tool, own.devDependencies[tool]])),
  };
}

/** `@scope/name/part` is of `@scope/name`. */
const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

/** What the flow directory says of packages itself. */
function rangesIn(files: Files): Readonly<Record<string, string>> {
  try {
    const { dependencies } = JSON.parse(files.get("package.json")?.text ?? "{}") as Partial<OwnPackage>;
    return dependencies ?? {};
  } catch {
    return {};
  }
}

const checked = (hasScripts: boolean) => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ["node"],
    ...(hasScripts ? { allowJs: true } : {}),
  },
  include: ["src", "test", "vitest.config.ts"],
});

const built = {
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: false, rootDir: "src", outDir: "dist", sourceMap: true },
  include: ["src"],
};

const vitestConfig = `import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    passWithNoTests: true,
    testTimeout: 30_000,
    // The log of the app, which is long.
    silent: "passed-only",
  },
});
`;

/** Runs a test as \`flowc test\` does: each file of Vitest has the app and the environment for itself. */
const flowTest = `// Runs the tests of flows with Vitest. This file is yours.

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
