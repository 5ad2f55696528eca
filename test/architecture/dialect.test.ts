/** One dialect in the runtime: functions are declared unless a type is given to them, and constants are in camelCase. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles, repository } from "../support/project.js";

const modules = listFiles(`${repository}/runtime`)
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path, text: readFileSync(`${repository}/runtime/${path}`, "utf8") }));

/** Returns the matches of the expression, each with the module that it is in. */
const findings = (expression: RegExp): readonly string[] =>
  modules.flatMap(({ path, text }) => [...text.matchAll(expression)].map(([found]) => `${path}: ${found}`));

test("functions without a given type are declared", () => {
  const arrows = /^(?:export )?const \w+ = (?:async )?(?:<[^=]*>)?(?:\([^=]*\)(?:: [^=]+)?|\w+) =>/gm;
  expect(findings(arrows)).toEqual([]);
});

test("constants are in camelCase", () => {
  expect(findings(/^(?:export )?const [A-Z][A-Z0-9_]*\b/gm)).toEqual([]);
});
