/** The constructs that the build proposes in place of those of other languages are there to be written. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actions } from "../../compiler/constructs/actions/index.js";
import { flowFunctions } from "../../compiler/constructs/functions/index.js";
import { repository } from "../tools/sources.js";

const foreign = (file: string): string =>
  readFileSync(`${repository}/compiler/constructs/foreign/${file}.ts`, "utf8");

test("functions exist", () => {
  const advice = [...foreign("functions").matchAll(/, ["'](.*)["']\](?:,| as)/g)].map(
    ([, text = ""]) => text,
  );
  const named = advice.flatMap((text) => [...text.matchAll(/([a-z][\w-]*)\(/g)].map(([, name = ""]) => name));
  expect(advice.length).toBeGreaterThan(80);
  expect(named.filter((name) => !flowFunctions.has(name))).toEqual([]);
});

test("names that exist need no advice", () => {
  const names = [...foreign("functions").matchAll(/^ {2}\["([\w.]+)", /gm)].map(([, name = ""]) => name);
  expect(names.filter((name) => name !== "boolean" && flowFunctions.has(name))).toEqual([]);
});

test("elements exist", () => {
  const named = [...foreign("elements").matchAll(/(?<=[ "'])<([a-z-]+)/g)].map(([, name = ""]) => name);
  const control = ["if", "elseif", "else", "return", "break"];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !actions.has(name) && !control.includes(name))).toEqual([]);
});
