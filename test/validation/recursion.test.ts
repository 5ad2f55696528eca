/** Schemas that contain themselves in several alternatives: what is in a value is looked at once, however deep it is. */
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { SchemaCheck } from "../../runtime/validation/contract.js";
import { compileFiles, scratchDirectory, writeFiles } from "../support/compile.js";
import { type Described, describedApp, describedFiles, verdict } from "../support/contracts.js";

const body = (schema: object) => ({
  requestBody: { content: { "application/json": { schema } } },
});

/** An operation that takes a `T` of OpenAPI 3.1. */
const taking = (schemas: Readonly<Record<string, object>>): Described => ({
  version: "3.1.0",
  operation: body({ $ref: "#/components/schemas/T" }),
  top: { components: { schemas } },
});

interface Counted {
  readonly check: SchemaCheck;
  /** How often validators were called since the last time. */
  readonly calls: () => number;
}

/** The compiled check of `T`, which counts how often its functions begin. */
async function counted(described: Described): Promise<Counted> {
  const { modules, diagnostics } = await compileFiles(describedFiles(described));
  expect(diagnostics).toEqual([]);
  const text = modules.find(({ path }) => path === "schemas/swagger.js")?.text ?? "";
  const code = text.replaceAll("let vErrors = null;", "count++; let vErrors = null;");
  const directory = scratchDirectory("recursion");
  const counter =
    "let count = 0;\nexport const calls = () => { const all = count; count = 0; return all; };\n";
  writeFiles(directory, [{ path: "schema.js", text: `${code}\n${counter}` }]);
  const { isT, calls } = await import(/* @vite-ignore */ join(directory, "schema.js"));
  return { check: isT, calls };
}

const self = { $ref: "#/components/schemas/T" };
const node = (tag: number) => ({
  type: "object",
  required: ["t"],
  properties: { a: self, t: { enum: [tag] } },
});

/** `{"t":1,"a":{"t":1,"a":…}}` */
const nested = (depth: number, inner: object, tag: unknown = 1): object => {
  let value = inner;
  for (let level = 0; level < depth; level++) value = { t: tag, a: value };
  return value;
};

const pet = {
  type: "object",
  required: ["t"],
  properties: { t: { type: "string" } },
  discriminator: { propertyName: "t" },
};
const kind = (more: object) => ({ allOf: [self, { type: "object", properties: { a: self, ...more } }] });

const schemas: readonly [name: string, schemas: Readonly<Record<string, object>>, tag: unknown][] = [
  ["oneOf", { T: { oneOf: [node(1), node(2)] } }, 1],
  ["anyOf", { T: { anyOf: [node(2), node(1)] } }, 1],
  ["if and not", { T: { if: node(2), else: node(1), not: node(3) } }, 1],
  [
    "unevaluatedProperties",
    { T: { type: "object", oneOf: [node(1), node(2)], unevaluatedProperties: false } },
    1,
  ],
  [
    "alternatives that lead back through others",
    {
      T: { oneOf: [{ $ref: "#/components/schemas/A" }, node(2)] },
      A: { allOf: [node(1), { not: node(3) }] },
    },
    1,
  ],
  ["a discriminator with allOf", { T: pet, A: kind({ x: { type: "number" } }), B: kind({}) }, "A"],
];

describe("Validators are called as often as the value has levels", () => {
  test.each(schemas)("%s", async (_, definitions, tag) => {
    const { check, calls } = await counted(taking(definitions));
    const callsFor = (depth: number, inner: object): readonly [boolean, number] => [
      check(nested(depth, inner, tag)),
      calls(),
    ];
    for (const [inner, holds] of [
      [{ t: tag }, true],
      [{ t: 7 }, false],
    ] as const) {
      const [shallow, few] = callsFor(20, inner);
      const [deep, many] = callsFor(200, inner);
      expect([shallow, deep]).toEqual([holds, holds]);
      expect(many).toBeLessThanOrEqual(10 * few);
      expect(check.errors?.length ?? 0).toBeLessThan(10);
    }
  });
});

test("Verdicts are those of validators that look at everything again", async () => {
  const T = {
    type: "object",
    oneOf: [node(1), { ...node(2), properties: { b: self } }],
    unevaluatedProperties: false,
  };
  const { check } = await counted(taking({ T }));
  const reference = new Ajv2020({ strict: false, inlineRefs: false });
  const plain = reference.compile({ components: { schemas: { T } }, ...self, $id: "all" });
  const values = [
    nested(3, { t: 1 }),
    nested(3, { t: 2 }),
    nested(3, { t: 1, b: 1 }),
    nested(3, { t: 2, b: { t: 1 } }),
    { t: 2, b: nested(2, { t: 2, b: { t: 1, a: { t: 1 } } }) },
    { t: 1, a: { t: 1, c: 1 } },
    { t: 2, b: { t: 2, a: { t: 1 } } },
  ];
  for (const value of values) expect([value, check(value)]).toEqual([value, plain(value)]);
});

test("What was found is forgotten with the next check: values can change", async () => {
  const { check } = await counted(taking({ T: { oneOf: [node(1), node(2)] } }));
  const inner = { t: 1 };
  const value = { t: 1, a: inner };
  expect(check(value)).toBe(true);
  inner.t = 3;
  expect(check(value)).toBe(false);
});

test("The client is told what is wrong with its request", async () => {
  const one = await describedApp(taking({ T: { oneOf: [node(1), node(2)] } }));
  const json = (value: object) => ({
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  expect(await verdict(one, json(nested(100, { t: 1 })))).toBe("passed");
  expect(await verdict(one, json(nested(100, { t: 3 })))).toEqual([
    "OneOf constraint violated in body: The value matches none of the schemas.",
  ]);
});
