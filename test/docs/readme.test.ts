/** README.md: the lines that start flowc do what the page says. */
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

const page = readFileSync(join(repository, "README.md"), "utf8");
const commands = [...page.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command);
const { scripts, version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly version: string;
};

test("begins with one line that shows an answer, and one that runs the tests", () => {
  expect(commands.slice(0, 2)).toEqual(["npm ci && npm run hello", "npm ci && npm test"]);
});

test("names no script that is not there", () => {
  const named = [...page.matchAll(/\bnpm run ([a-z][a-z:]*)/g)].map(([, name = ""]) => name);
  // That of a project that `flowc init` has made.
  expect(named.filter((name) => !(name in scripts) && name !== "dev")).toEqual([]);
});

test("npx runs the flowc that npm ci has built, without a network and without building it again", async () => {
  await freshBuild();
  const cache = scratchDirectory("npm-cache");
  const program = join(repository, "dist/bin/flowc.js");
  const before = statSync(program).mtimeMs;
  const options = {
    cwd: repository,
    env: { ...process.env, npm_config_cache: cache, npm_config_offline: "true" },
  };
  const { stdout } = await promisify(execFile)("npx", ["--no", "--", "flowc", "--version"], options);
  expect(stdout.trim()).toBe(version);
  expect(statSync(program).mtimeMs).toBe(before);
});

test("npm ci warns of no package that wants a newer Node than the README", () => {
  const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { engines?: { node?: string }; optional?: boolean }>>;
  };
  const leastOf = (range: string) =>
    Math.min(...range.split("||").map((one) => Number(/\d+/.exec(one)?.[0] ?? 0)));
  const newer = Object.entries(packages).filter(
    ([, { engines, optional }]) => optional !== true && leastOf(engines?.node ?? "") > 20,
  );
  expect(newer.map(([path]) => path)).toEqual([]);
});

test("npm run hello builds an app, serves it and shows its answer", async () => {
  await freshBuild();
  const { stdout } = await promisify(execFile)("npm", ["run", "hello"], { cwd: repository });
  expect(stdout).toMatch(/^\$ npx --no -- flowc build fixtures\/hello -o gen$/m);
  expect(stdout).toMatch(/^\$ PORT=\d+ node gen\/server.js$/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe('{"greeting":"Hello, Ada!"}');
});
