/** The types of generated modules, as `flowc check --types` checks them. */
import { beforeAll, expect, test } from "vitest";
import { compile } from "../../compiler/index.js";
import { checkTypes } from "../../compiler/output/type-check.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { describeDiagnostic } from "../support/compile.js";
import { fixture, repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

beforeAll(freshBuild);

test.each(["hello", "library", "petstore"])("hold in fixtures/%s", async (name) => {
  const { modules } = await compile(readDirectory(fixture(name), undefined));
  expect(checkTypes(modules, repository).map(describeDiagnostic)).toEqual([]);
});

test("that do not hold are found at the flow's place", async () => {
  const { modules } = await compile(readDirectory(fixture("hello"), undefined));
  const broken = modules.map((module) =>
    module.path === "endpoints/get-hello.ts"
      ? { ...module, text: module.text.replace("respond($,", "respond(1,") }
      : module,
  );
  const [found, ...others] = checkTypes(broken, repository).map(describeDiagnostic);
  expect(others).toEqual([]);
  expect(found).toMatch(
    /^hello\.xml:\d+:3 error FLOW5004 endpoints\/get-hello\.ts:\d+ does not pass the type checker: Argument of type 'number' .* \(TS2345\)$/,
  );
});
