/** README.md: the lines that start flowc do what the page says. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

const page = readFileSync(join(repository, "README.md"), "utf8");
const commands = [...page.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command);
const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test("begins with one line that shows an answer, and one that runs the tests", () => {
  expect(commands.slice(0, 2)).toEqual(["npm ci && npm run hello", "npm ci && npm test"]);
});

test("names no script that is not there", () => {
  const named = [...page.matchAll(/\bnpm run ([a-z][a-z:]*)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("npm run hello builds an app, serves it and shows its answer", async () => {
  await freshBuild();
  const { stdout } = await promisify(execFile)("npm", ["run", "hello"], { cwd: repository });
  expect(stdout).toMatch(/^\$ npx flowc build fixtures\/hello -o gen$/m);
  expect(stdout).toMatch(/^\$ PORT=\d+ node gen\/server.js$/m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe('{"greeting":"Hello, Ada!"}');
});
