/** Every construct declares itself: it has tests that are found by its name, and no pass knows it by that name. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { actions, configActions } from "../../compiler/constructs/actions/index.js";
import { flowFunctions, functions } from "../../compiler/constructs/functions/index.js";
import { requestOptions } from "../../compiler/constructs/options/request-options.js";
import { listFiles, repository } from "../support/project.js";

const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(join(repository, folder))
      .filter((path) => path.endsWith(".ts"))
      .map((path) => [`${folder}/${path}`, readFileSync(join(repository, folder, path), "utf8")]),
  );

const actionNames = [...actions.keys(), ...configActions.keys()];

describe("tests", () => {
  test.each(actionNames)("of the action %s are in a file of its name", (name) => {
    expect(existsSync(join(repository, `test/actions/${name}.test.ts`))).toBe(true);
  });

  test("of functions call each of them", () => {
    const text = [...textsBelow("test/functions").values()].join("\n");
    const isCalled = (name: string): boolean => new RegExp(`(?<![\\w-])${name}\\(`).test(text);
    expect([...flowFunctions.keys()].filter((name) => !isCalled(name))).toEqual([]);
  });
});

/** The passes and what they share: all of the compiler but the constructs themselves, and what knows no language. */
const passes = ["analyse", "generate", "load", "output", "parse", "stylesheets", "syntax"];

const names = new Set<string>([
  ...actionNames,
  ...functions.keys(),
  ...requestOptions.map(({ name }) => name),
]);

/** Names of functions that are first of all something else. They are looked for only where the name of a call is asked. */
const ordinaryWords = new Set([
  // Types of values, and of schemas.
  ...["string", "number", "boolean", "array", "true", "false"],
  // Members of JSON, of API descriptions and of modules that are generated.
  ...["name", "id", "body", "content"],
]);

/** Where a pass writes the name of a construct and means something else: the file and the name. */
const homonyms: Readonly<Record<string, readonly string[]>> = {
  "the variable $request, $error or $body": [
    "analyse/rules/answered-breakers.ts: error",
    "analyse/rules/json-paths.ts: body",
    "analyse/rules/loops.ts: request",
    "analyse/rules/decided-conditions.ts: error",
    "analyse/conditions/domains.ts: request",
    "analyse/data-flow/index.ts: error",
    "analyse/data-flow/walk-flow.ts: error",
    "analyse/expressions/predefined.ts: error",
    "analyse/expressions/predefined.ts: request",
    "analyse/flows/facts.ts: body",
    "analyse/flows/facts.ts: request",
    "analyse/schemas/known-schemas.ts: error",
    "analyse/schemas/known-schemas.ts: request",
    "analyse/rules/responses.ts: request",
    "analyse/templates/values.ts: request",
    "analyse/urls/url-text.ts: request",
  ],
  "a member of $request or of an error document": [
    "analyse/schemas/predefined-schemas.ts: debug",
    "analyse/schemas/predefined-schemas.ts: error",
    "analyse/schemas/upstream-apis.ts: error",
    "analyse/templates/values.ts: debug",
  ],
  "an attribute of the tree of JSON": ["analyse/expressions/name-test.ts: name"],
  "a member of the API description": [
    "generate/routes.ts: request",
    "analyse/urls/checked-values.ts: not",
    "output/schemas/unsupported.ts: contains",
    "parse/openapi/limits.ts: request",
