/**
 * Each keyword of schemas, and all that read it: the validation of requests by an app that runs, the findings in examples and in
 * what templates answer, and the paths of flows.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MockReader } from "../../compiler/parse/openapi/mocks.js";
import { keywords } from "../../compiler/parse/schema/keywords.js";
import { Files as FlowFiles } from "../../compiler/source/files.js";
import { SourceText } from "../../compiler/source/source-text.js";
import { send } from "../support/client.js";
import { app, diagnose, type Files, inputOf } from "../support/compile.js";
import { flowFile } from "../support/samples.js";

type Json = Readonly<Record<string, unknown>>;

interface Row {
  readonly schema: unknown;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** Paths below `$body/json` that can lead to something, and that cannot. */
  readonly possible?: readonly string[];
  readonly impossible?: readonly string[];
}

type Version = "3.0.3" | "3.1.0";

const text = { type: "string" };
const components = {
  schemas: {
    Base: { type: "object", properties: { id: { type: "integer" } } },
    Closed: { type: "object", properties: { id: { type: "integer" } }, additionalProperties: false },
    Short: { type: "string", maxLength: 3 },
    Pet: {
      type: "object",
      required: ["kind"],
      properties: { kind: text },
      discriminator: { propertyName: "kind" },
    },
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }], required: ["lives"] },
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }], properties: { barks: { type: "boolean" } } },
    One: { type: "object", required: ["a"], properties: { kind: text, a: text } },
    Two: { type: "object", required: ["b"], properties: { kind: text, b: text } },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const description = (version: Version, operations: readonly Json[], flow = "x.xml"): string =>
  JSON.stringify({
    openapi: version,
    "x-flow-validate": { request: true },
    components,
    paths: Object.fromEntries(
      operations.map((post, index) => [`/${index}`, { "x-flow": flow, post }] as const),
    ),
  });

const body = (schema: unknown, more: Json = {}): Json => ({
  requestBody: { required: true, content: { "application/json": { schema, ...more } } },
});

/** Tells of each value of each schema whether an app refuses it, and whether the build does as an example. */
async function readings(version: Version, rows: readonly { schema: unknown; values: readonly unknown[] }[]) {
  const source = description(
    version,
    rows.map(({ schema, values }, row) =>
      body(schema, {
        examples: Object.fromEntries(values.map((value, at) => [`row${row}value${at}`, { value }])),
      }),
    ),
  );
  const files: Files = { "swagger.yaml": source, "x.xml": flowFile("<echo>passed</echo>") };
  const one = await app(files);
  const marks = [...source.matchAll(/"row(\d+)value(\d+)"/g)].map(({ index, 1: row, 2: at }) => ({
    ...{ index, key: `${row} ${at}` },
  }));
  const findings = (await diagnose(files)).filter(
    ({ code, message }) => code === "FLOW1172" && message.startsWith("This example"),
  );
  const found = new Set(
    findings.map(({ span }) => marks.filter(({ index }) => index < (span?.start ?? 0)).at(-1)?.key),
  );
  const told = [];
  for (const [row, { schema, values }] of rows.entries())
    for (const [at, value] of values.entries()) {
      const { status } = await send(one, { method: "POST", path: `/${row}`, json: value });
      told.push({ schema, value, isRefused: status !== 200, isFound: found.has(`${row} ${at}`) });
    }
  return told;
}

/** All members of the schemas in the tables. */
const written = new Set<string>();

function notice(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) written.add(name);
    notice(inner);
  }
}

function table(version: Version, rows: readonly Row[]): void {
  for (const { schema, bad } of rows) if (bad.length > 0) notice(schema);
  describe(version, () => {
    test("requests and examples", async () => {
      const told = await readings(
        version,
        rows.map(({ schema, good, bad }) => ({ schema, values: [...good, ...bad] })),
      );
      const expected = rows.flatMap(({ schema, good, bad }) => [
        ...good.map((value) => ({ schema, value, isRefused: false, isFound: false })),
        ...bad.map((value) => ({ schema, value, isRefused: true, isFound: true })),
      ]);
      expect(told).toEqual(expected);
    });

    test("what templates answer", async () => {
      const answers = rows.flatMap(({ schema, good, bad }) => [
        ...good.map((value) => ({ schema, value, isBad: false })),
        ...bad.map((value) => ({ schema, value, isBad: true })),
      ]);
      const whole = answers.filter(({ value }) => typeof value === "object" && value !== null);
      const flows = whole.map(({ value }, at) => [
        `x${at}.xml`,
        flowFile(
          `<template>${JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</template>`,
        ),
      ]);
      const paths = whole.map(({ schema }, at) => [
        `/${at}`,
        {
          get: {
            "x-flow": `x${at}.xml`,
            responses: { 200: { content: { "application/json": { schema } } } },
          },
        },
      ]);
      const findings = await diagnose({
        "swagger.yaml": JSON.stringify({ openapi: version, components, paths: Object.fromEntries(paths) }),
        ...Object.fromEntries(flows),
      });
      const files = new Set(findings.flatMap(({ span }) => span?.source.path ?? []));
      expect(whole.map((one, at) => ({ ...one, isBad: files.has(`x${at}.xml`) }))).toEqual(whole);
    });

    test("paths of flows", async () => {
      const flows = rows.flatMap(({ schema, possible = [], impossible = [] }) =>
        [...possible, ...impossible].map((path) => ({ schema, path, isPossible: possible.includes(path) })),
      );
      const findings = await diagnose({
        "swagger.yaml": JSON.stringify({
          openapi: version,
          components,
          paths: Object.fromEntries(
            flows.map(({ schema }, at) => [`/${at}`, { post: { "x-flow": `x${at}.xml`, ...body(schema) } }]),
          ),
        }),
        ...Object.fromEntries(
          flows.map(({ path }, at) => [
            `x${at}.xml`,
            flowFile(`<eval out="$found">$body/json/${path}</eval>`),
          ]),
        ),
      });
      const ofPaths = findings.filter(({ code }) => code.startsWith("FLOW207"));
      const files = new Set(ofPaths.flatMap(({ span }) => span?.source.path ?? []));
      expect(flows.map((one, at) => ({ ...one, isPossible: !files.has(`x${at}.xml`) }))).toEqual(flows);
    });
  });
}

/** What all versions have. */
const common: readonly Row[] = [
  { schema: { type: "string", pattern: "^a" }, good: ["ab"], bad: ["ba"] },
  { schema: { type: "string", format: "date" }, good: ["2024-02-29"], bad: ["2023-02-29"] },
  { schema: { const: { a: [1] } }, good: [{ a: [1] }], bad: [{ a: [2] }, { b: 1 }] },
  { schema: { enum: [{ a: 1, b: 2 }, 3] }, good: [{ b: 2, a: 1 }, 3], bad: [{ a: 1 }, 4] },
  { schema: { enum: ["a", "b"], const: "a" }, good: ["a"], bad: ["b"] },
  { schema: { multipleOf: 0.1 }, good: [0.3, "x"], bad: [0.35] },
  { schema: { minProperties: 1, maxProperties: 2 }, good: [{ a: 1 }], bad: [{}, { a: 1, b: 2, c: 3 }] },
  { schema: { minItems: 1, maxItems: 2 }, good: [[1]], bad: [[], [1, 2, 3]] },
  {
    schema: { uniqueItems: true },
    good: [[1, "1", { a: 1 }], { a: 1 }],
    bad: [
      [1, 2, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  },
  { schema: { contains: { type: "string" } }, good: [[1, "a"]], bad: [[], [1]] },
  { schema: { propertyNames: { maxLength: 2 } }, good: [{ ab: 1 }], bad: [{ abc: 1 }] },
  {
    schema: {
      type: "object",
      properties: { x: text },
      patternProperties: { "^x": { maxLength: 2 } },
      additionalProperties: false,
    },
    good: [{ x: "ab", xy: 1 }],
    bad: [{ x: "abc" }, { xy: "abc" }, { y: 1 }],
    possible: ["xy"],
    impossible: ["x/y"],
  },
  {
    schema: { type: "object", additionalProperties: { type: "integer" } },
    good: [{ a: 1 }],
    bad: [{ a: "b" }],
    impossible: ["a/b"],
  },
  {
    schema: { dependencies: { a: ["b"], c: { required: ["d"], properties: { names: text } } } },
    good: [{ a: 1, b: 1 }, { c: 1, d: 1 }, {}],
    bad: [{ a: 1 }, { c: 1 }],
    possible: ["names"],
  },
  { schema: { not: { required: ["a"] } }, good: [{ b: 1 }], bad: [{ a: 1 }, 1] },
  { schema: { not: { type: "string", maxLength: 2 } }, good: ["abc", 1], bad: ["ab"] },
  {
    schema: {
      type: "object",
      properties: { nation: text },
      if: { properties: { nation: { const: "de" } }, required: ["nation"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      then: { required: ["street"], properties: { street: text, nations: text } },
      else: { required: ["city"] },
    },
    good: [{ nation: "de", street: "a" }, { city: "a" }],
    bad: [{ nation: "de" }, { nation: "fr" }],
    possible: ["nations"],
  },
  { schema: { oneOf: [{ minimum: 1 }, { minimum: 5 }] }, good: [2], bad: [0, 6] },
  { schema: { anyOf: [{ minimum: 5 }, { maximum: 1 }] }, good: [0, 6], bad: [3] },
  {
    schema: {
      type: "object",
      properties: { a: text },
      allOf: [{ properties: { a: { maxLength: 1 }, b: text } }],
    },
    good: [{ a: "a", b: "b" }],
    bad: [{ a: "aa" }, { b: 1 }],
    impossible: ["b/c"],
  },
  {
    schema: { type: "object", properties: { a: { not: {} } } },
    good: [{ b: 1 }],
    bad: [{ a: 1 }],
  },
  {
    schema: {
      oneOf: [ref("One"), ref("Two")],
      discriminator: { propertyName: "kind", mapping: { first: "#/components/schemas/One" } },
    },
    good: [
      { kind: "first", a: "a" },
      { kind: "Two", b: "b" },
    ],
    bad: [{ kind: "Two", a: "a" }, { a: "a" }, { kind: "Three" }],
    possible: ["a/b"],
  },
  {
    schema: ref("Pet"),
    good: [{ kind: "Cat", lives: 1 }, { kind: "Dog", barks: true }, { kind: "Pet" }],
    bad: [{ kind: "Cat" }, { kind: "Dog", barks: 1 }, { kind: "Bird" }, {}],
    possible: ["lives"],
  },
  {
    schema: { allOf: [ref("Pet")], required: ["name"] },
    good: [{ kind: "anything", name: 1 }],
    bad: [{ kind: "Cat" }],
  },
];

table("3.0.3", [
  ...common,
  {
    schema: { type: "string", nullable: true, enum: ["a"] },
    good: ["a", null],
    bad: ["b"],
    impossible: ["x"],
  },
  { schema: { nullable: true, enum: ["a"] }, good: ["a"], bad: [null] },
  { schema: { type: "string", nullable: true, const: "a" }, good: ["a"], bad: [null] },
  { schema: { minimum: 1, exclusiveMinimum: true }, good: [2], bad: [1] },
  {
    schema: { type: "array", items: [{ type: "integer" }, text], additionalItems: false },
    good: [[1, "a"], [1]],
    bad: [["a"], [1, "a", 2]],
    impossible: ["value/a"],
  },
  {
    schema: { type: "array", items: [{ type: "integer" }], additionalItems: text },
    good: [[1, "a"]],
    bad: [[1, 2]],
  },
  // A reference replaces all beside it.
  { schema: { ...ref("Short"), minLength: 2 }, good: ["a"], bad: ["abcd"] },
  {
    schema: { ...ref("Closed"), properties: { a: text } },
    good: [{ id: 1 }],
    bad: [{ a: "a" }],
    impossible: ["a"],
  },
  // These came later.
  { schema: { prefixItems: [text] }, good: [[1]], bad: [] },
  { schema: { dependentRequired: { a: ["b"] } }, good: [{ a: 1 }], bad: [] },
  { schema: { dependentSchemas: { a: { required: ["b"] } } }, good: [{ a: 1 }], bad: [] },
  { schema: { contains: { type: "string" }, minContains: 2 }, good: [["a"]], bad: [[1]] },
  { schema: { unevaluatedProperties: false }, good: [{ a: 1 }], bad: [], possible: ["a"] },
]);

table("3.1.0", [
  ...common,
  {
    schema: { type: ["string", "null"], enum: ["a", null] },
    good: ["a", null],
    bad: ["b"],
    impossible: ["x"],
  },
  { schema: { exclusiveMinimum: 1, exclusiveMaximum: 3 }, good: [2], bad: [1, 3] },
  { schema: true, good: [1, {}], bad: [], possible: ["a"] },
  { schema: { properties: { a: false, b: true } }, good: [{ b: 1 }], bad: [{ a: 1 }], impossible: ["a"] },
  {
    schema: { type: "array", prefixItems: [{ type: "integer" }, text], items: false },
    good: [[1, "a"], [1]],
    bad: [["a"], [1, "a", 2]],
    impossible: ["value/a"],
  },
  { schema: { prefixItems: [{ type: "integer" }], items: text }, good: [[1, "a"]], bad: [[1, 2]] },
  {
    schema: { contains: text, minContains: 2, maxContains: 3 },
    good: [["a", "a"]],
    bad: [["a"], ["a", "a", "a", "a"]],
  },
  { schema: { contains: text, minContains: 0 }, good: [[], [1]], bad: [] },
  { schema: { dependentRequired: { a: ["b"] } }, good: [{ a: 1, b: 1 }, {}], bad: [{ a: 1 }] },
  {
    schema: {
      type: "object",
      properties: { name: text },
      dependentSchemas: { a: { required: ["b"], properties: { names: text } } },
    },
    good: [{ a: 1, b: 1 }, { name: "a" }],
    bad: [{ a: 1 }],
    possible: ["names"],
  },
  {
    schema: {
      type: "object",
      properties: { a: text },
      allOf: [{ properties: { b: text } }, ref("Base")],
      unevaluatedProperties: false,
    },
    good: [{ a: "a", b: "b", id: 1 }],
    bad: [{ c: 1 }, { id: "a" }],
    possible: ["a", "b", "id"],
    impossible: ["c", "b/c"],
  },
  {
    schema: { $ref: "#/components/schemas/Base", properties: { name: text }, required: ["name"] },
    good: [{ id: 1, name: "a" }],
    bad: [{ id: 1 }, { id: "a", name: "a" }, { name: 1 }],
    possible: ["id", "name"],
    impossible: ["id/a", "name/a"],
  },
  { schema: { ...ref("Short"), minLength: 2, description: "x" }, good: ["ab"], bad: ["a", "abcd"] },
  { schema: { ...ref("Pet"), required: ["age"] }, good: [{ kind: "Dog", age: 1 }], bad: [{ kind: "Dog" }] },
]);

describe("what stands beside a reference", () => {
  const schema = { ...ref("Short"), minLength: 2, maxLenght: 3, default: "a" };
  const source = (version: Version) =>
    JSON.stringify({
      openapi: version,
      components: {
        schemas: { ...components.schemas, Own: schema, Made: { ...ref("Base"), example: { id: 7 } } },
      },
      paths: {
        "/a": { get: { responses: { 200: { content: { "application/json": { schema: ref("Made") } } } } } },
      },
    });
  const codes = async (version: Version) => {
    const findings = await diagnose({ "swagger.yaml": source(version) });
    return findings.map(({ code }) => code);
  };

  test("is checked since 3.1", async () => {
    expect(await codes("3.1.0")).toEqual(expect.arrayContaining(["FLOW1164", "FLOW1172"]));
  });

  test("is said to have no effect before", async () => {
    const found = await codes("3.0.3");
    expect(found).toContain("FLOW1232");
    expect(found).not.toContain("FLOW1172");
  });

  test.each<[Version, string | undefined]>([
    ["3.1.0", '{"id":7}'],
    ["3.0.3", undefined],
  ])("is an answer of a mock in %s, or not", (version, answer) => {
    const described = new SourceText("api.yaml", source(version));
    const operations = new MockReader(described, new FlowFiles(inputOf({}))).operations("/a");
    expect(operations.GET?.examples?.[0]?.text).toBe(answer);
  });
});

/** Random schemas and values: an example is refused if the app refuses it, and only then. */
test("each keyword that judges values has a row with a value that it refuses: Ajv takes what it does not know for a comment", () => {
  const judging = [...keywords].flatMap(([name, { use }]) => (use === "judges" ? name : []));
  notice(components);
  // Those lead elsewhere, or are left to the app: tests of validation have them.
  const others = ["$dynamicRef", "$recursiveRef", "unevaluatedItems"];
  expect(judging.filter((name) => !written.has(name))).toEqual(others);
});

describe("examples are judged as requests are", () => {
  const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 2, "", "a", "ab", "b");
  const name = fc.constantFrom("a", "b", "c");
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      scalar,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 3 }),
    ),
  }));
  const count = fc.integer({ min: 0, max: 2 });
  const type = fc.constantFrom("string", "integer", "number", "object", "array", "boolean");
  const schemas = (version: Version) =>
    fc.letrec<{ schema: unknown }>((tie) => {
      const schema = tie("schema");
      const list = fc.array(schema, { minLength: 1, maxLength: 3 });
      const map = fc.dictionary(name, schema, { maxKeys: 2 });
      const keywords: Record<string, fc.Arbitrary<unknown>> = {
        type,
        enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
        ...{ const: value, minimum: count, maximum: count, maxLength: count, minLength: count },
        ...{ minItems: count, maxItems: count, minProperties: count, maxProperties: count },
        ...{ uniqueItems: fc.boolean(), pattern: fc.constantFrom("^a", "b$", "^$") },
        required: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
        ...{ properties: map, additionalProperties: fc.oneof(fc.boolean(), schema), propertyNames: schema },
        patternProperties: fc.dictionary(fc.constantFrom("^a", "b|c"), schema, { maxKeys: 2 }),
        ...{ items: schema, contains: schema, not: schema, allOf: list, anyOf: list, oneOf: list },
        ...Object.fromEntries(["if", "then", "else"].map((one) => [one, schema])),
        dependencies: fc.dictionary(name, fc.oneof(schema, fc.constant(["b"])), { maxKeys: 1 }),
        ...(version === "3.0.3"
          ? { nullable: fc.boolean() }
          : {
              ...{ prefixItems: list, dependentSchemas: map, minContains: count, maxContains: count },
              dependentRequired: fc.dictionary(name, fc.constant(["a"]), { maxKeys: 1 }),
              $ref: fc.constantFrom("Base", "Closed", "Short").map((one) => ref(one).$ref),
            }),
      };
      const some = fc
        .subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 })
        .chain((names) =>
          fc.record(Object.fromEntries(names.map((one) => [one, keywords[one] ?? fc.constant(1)]))),
        );
      return {
        schema: fc.oneof(
          { maxDepth: 3, depthSize: "small" },
          fc.constant({}),
          type.map((one) => ({ type: one })),
          some,
        ),
      };
    }).schema;

  test.each<Version>(["3.0.3", "3.1.0"])("%s", async (version) => {
    const rows = fc.sample(
      fc.record({ schema: schemas(version), values: fc.array(value, { minLength: 8, maxLength: 8 }) }),
      { numRuns: 60, seed: Number(process.env.SEED ?? 7) },
    );
    for (const { schema, value: one, isRefused, isFound } of await readings(version, rows))
      expect({ schema, value: one, isFound }).toEqual({ schema, value: one, isFound: isRefused });
  });
});
