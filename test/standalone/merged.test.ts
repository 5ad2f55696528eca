/** A test and its backend flows are modules of a build, and one module of the project. */
import { expect, test } from "vitest";
import { merged } from "../../compiler/standalone/merged.js";
import { moved } from "../../compiler/standalone/module.js";

const backend = `// tests, compiled by flowc.

import { echo, type Value } from "flowc/runtime";
import type { Flow } from "../variables.js";

const response = { response: 1 };

/** Any method /1, from a.xml */
export const endpoint1: Flow = ($) => echo($, response.response);
`;
const flow = `// tests, compiled by flowc.

import { at } from "flowc/runtime";
import limit from "../source/limit.js";
import type { Flow } from "../variables.js";

// Kept.
const response = 2;

/** Any method /0, from a.xml */
export const endpoint0: Flow = ($) => {
  at({ response, value: response }); // here
};
`;

test("imports are joined, names that are declared twice become two, and members keep theirs", () => {
  const exported = (name: string) => (name === "endpoint0" ? "flow" : "backend1");
  const parts = [backend, flow].map((text) => ({ text, exported }));
  expect(merged(parts)).toBe(`import { at, echo, type Value } from "flowc/runtime";
import { default as limit } from "../source/limit.js";
import type { Flow } from "../variables.js";

const response = { response: 1 };

const backend1: Flow = ($) => echo($, response.response);

// Kept.
const responseOf1 = 2;

const flow: Flow = ($) => {
  at({ response: responseOf1, value: responseOf1 }); // here
};
`);
});

test("all forms of imports lead to where modules are now, and to the names that they have there", () => {
  const text = `import limit, { one, two as three } from "./source/limit.js";
export * from "./source/limit.js";
import data from "./source/data.json";
import type { Type } from "package";
type Other = import("./source/limit.js").Other;
const later = () => import("./source/limit.js");
const text = "./source/limit.js";
`;
  const place = (path: string) => `src/${path.replace("source/", "handlers/")}`;
  const nameIn = (_: string, name: string) => (name === "one" ? "first" : undefined);
  expect(
    moved("app.ts", text, { place, nameIn }),
  ).toBe(`import limit, { first as one, two as three } from "./handlers/limit.js";
export * from "./handlers/limit.js";
import data from "./handlers/data.json" with { type: "json" };
import type { Type } from "package";
type Other = import("./handlers/limit.js").Other;
const later = () => import("./handlers/limit.js");
const text = "./source/limit.js";
`);
});
