import { expect, test } from "vitest";
import { importedNames } from "../../compiler/output/imported-names.js";

const names = (text: string, path = "app.ts") =>
  Object.fromEntries([...importedNames([{ path, text }])].map(([module, all]) => [module, [...all]]));

test("the names that a module imports, without types", () => {
  const text = `// swagger.yaml, compiled by flowc.

import {
  at,
  type Flow,
  respond,
} from "flowc/runtime";
import type { Context } from "hono";
import SaxonJS from "saxon-js";
import { check } from "../schemas/swagger.js";

/** A comment. */
export const get: Flow = ($) => respond($, at($.request));
`;
  expect(names(text, "endpoints/get.ts")).toEqual({
    "flowc/runtime": ["at", "respond"],
    "saxon-js": ["default"],
    "./schemas/swagger.js": ["check"],
  });
});

test("text of flows in comments and strings is no import", () => {
  const text = `// import { a } from "flowc/runtime";
/* import { b } from "flowc/runtime";
import { c } from "flowc/runtime"; */
import { d } from "flowc/runtime";
const text = \`
import { e } from "flowc/runtime";\`;
import { f } from "flowc/runtime";
`;
  expect(names(text)).toEqual({ "flowc/runtime": ["d"] });
});
