/** Each keyword of JSON Schema, as bodies meet it: what passes, and what the message of a violation is. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "../support/compile.js";
import { type Described, sendDescribed } from "../support/contracts.js";

interface Case {
  readonly schema: unknown;
  readonly good: readonly unknown[];
  readonly bad: unknown;
  /** The message, without ` constraint violated in body` after the keyword. */
  readonly says: string;
}

function cases(title: string, version: Described["version"], list: readonly Case[]) {
  describe(title, () => {
    let one: Hono;
    beforeAll(async () => {
      const paths = list.map(({ schema }, index) => [
        `/${index}`,
        {
          post:
            version === "2.0"
              ? { parameters: [{ name: "b", in: "body", schema }] }
              : { requestBody: { content: { "application/json": { schema } } } },
        },
      ]);
      const definitions = {
        Name: { type: "string", maxLength: 3 },
        Tree: { properties: { leaf: { $ref: "#/definitions/Leaf" } } },
        Leaf: { required: ["name"], properties: { tree: { $ref: "#/definitions/Tree" } } },
        Mixed: { $ref: "#/definitions/Name", minLength: 2 },
        Unit: { $anchor: "unit", enum: ["kg", "t"] },
      };
      const head =
        version === "2.0"
          ? { swagger: "2.0", basePath: "/api" }
          : { openapi: version, servers: [{ url: "/api" }] };
      one = await app({
        "swagger.yaml": JSON.stringify({
          ...head,
          definitions,
          "x-flow": "x.xml",
          "x-flow-validate": { request: true },
          paths: Object.fromEntries(paths),
        }),
        "x.xml": "<flow><echo>passed</echo></flow>",
      });
    });

    test.each(list.map((each, index) => ({ index, ...each })))(
      "$schema",
      async ({ index, good, bad, says }) => {
        for (const json of good) {
          const { text } = await sendDescribed(one, { path: `/${index}`, json });
          expect({ json, text }).toEqual({ json, text: "passed" });
        }
        const { error } = (await sendDescribed(one, { path: `/${index}`, json: bad })).json() as {
          error: { info: unknown };
        };
        expect(error.info).toEqual([says.replace(/^(False schema|\w+)/, "$1 constraint violated in body")]);
      },
    );
  });
}

cases("draft 4, of Swagger 2.0 and OpenAPI 3.0", "2.0", [
  {
    schema: { type: "string" },
    good: ["a", ""],
    bad: 1,
    says: "Type: Integer value found, but a string is required.",
  },
  {
    schema: { type: "null" },
    good: [null],
    bad: false,
    says: "Type: Boolean value found, but null is required.",
  },
  {
    schema: { type: ["array", "object"] },
    good: [[], {}],
    bad: 1.5,
    says: "Type: Number value found, but an array or an object is required.",
  },
  {
    schema: { type: "integer", "x-nullable": true },
    good: [1, null],
    bad: "1",
    says: "Type: String value found, but an integer or null is required.",
  },
  {
    schema: { enum: [1, "a", { b: [2] }] },
    good: [1, "a", { b: [2] }],
    bad: { b: [3] },
    says: `Enum: '{"b":[3]}' is none of 1,"a",{"b":[2]}.`,
  },
  {
    schema: { minLength: 2 },
    good: ["ab", 1],
    bad: "\u{1f600}",
    says: "MinLength: '\u{1f600}' has fewer than 2 characters.",
  },
  {
    schema: { maxLength: 1 },
    good: ["\u{1f600}", "a"],
    bad: "ab",
    says: "MaxLength: 'ab' has more than 1 character.",
  },
  {
    schema: { pattern: "^\\p{Lu}+$" },
    good: ["Ä", 1],
    bad: "ä",
    says: "Pattern: 'ä' does not match the pattern '^\\p{Lu}+$'.",
  },
  {
    schema: { pattern: "a\\_b" },
    good: ["a_b"],
    bad: "ab",
    says: "Pattern: 'ab' does not match the pattern 'a_b'.",
  },
  { schema: { minimum: 1 }, good: [1, "0"], bad: 0.5, says: "Minimum: '0.5' must be >= 1." },
  { schema: { maximum: 1, exclusiveMaximum: true }, good: [0.5], bad: 1, says: "Maximum: '1' must be < 1." },
  {
    schema: { multipleOf: 0.0001 },
    good: [0.0075, 1],
    bad: 0.00751,
    says: "MultipleOf: '0.00751' is no multiple of 0.0001.",
  },
  {
    schema: { multipleOf: 0.01 },
    good: [19.99, 123456789.01, -0.29, 1e300, 0],
    bad: 1.000000000001,
    says: "MultipleOf: '1.000000000001' is no multiple of 0.01.",
  },
  {
    schema: { multipleOf: 0.123456789 },
    good: [0.123456789],
    bad: 1e308,
    says: "MultipleOf: '1e+308' is no multiple of 0.123456789.",
  },
  {
    schema: { multipleOf: 3 },
    good: [9, 3e15],
    bad: 1e22,
    says: "MultipleOf: '1e+22' is no multiple of 3.",
  },
  { schema: { minItems: 2 }, good: [[1, 2]], bad: [1], says: "MinItems: There are fewer than 2 items." },
  { schema: { maxItems: 1 }, good: [[1], {}], bad: [1, 2], says: "MaxItems: There are more than 1 item." },
  {
    schema: { uniqueItems: true },
    good: [[1, "1", true, { a: 1, b: 2 }]],
    bad: [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    says: "UniqueItems: There are items that are equal.",
  },
  {
    schema: { items: { type: "boolean" } },
    good: [[true], 1],
    bad: [true, 1],
    says: "Type for [1]: Integer value found, but a boolean is required.",
  },
  {
    schema: { items: [{ type: "boolean" }], additionalItems: false },
    good: [[true]],
    bad: [true, 1],
    says: "AdditionalItems: There are more than 1 item.",
  },
  {
    schema: { required: ["a"] },
    good: [{ a: null }, []],
    bad: {},
    says: "Required: The property a is required.",
  },
  {
    schema: { properties: { a: { properties: { "b/c~d": { type: "string" } } } } },
    good: [{}, { a: { "b/c~d": "" } }],
    bad: { a: { "b/c~d": 1 } },
    says: "Type for a.b/c~d: Integer value found, but a string is required.",
  },
  {
    schema: { properties: { a: {} }, additionalProperties: false },
    good: [{ a: 1 }],
    bad: { a: 1, b: 2 },
    says: "AdditionalProperties: The property b is not allowed.",
  },
  {
    schema: { additionalProperties: { type: "string" } },
    good: [{ a: "" }],
    bad: { a: 1 },
    says: "Type for a: Integer value found, but a string is required.",
  },
  {
    schema: { patternProperties: { "^x": { type: "string" } } },
    good: [{ a: 1 }],
    bad: { xa: 1 },
    says: "Type for xa: Integer value found, but a string is required.",
  },
  {
    schema: { minProperties: 1 },
    good: [{ a: 1 }],
    bad: {},
    says: "MinProperties: There are fewer than 1 properties.",
  },
  {
    schema: { maxProperties: 1 },
    good: [{ a: 1 }],
    bad: { a: 1, b: 2 },
    says: "MaxProperties: There are more than 1 properties.",
  },
  {
    schema: { dependencies: { a: ["b"] } },
    good: [{ b: 1 }, { a: 1, b: 2 }],
    bad: { a: 1 },
    says: "Dependencies: The property b is required, since a is there.",
  },
  {
    schema: { dependencies: { a: { required: ["c"] } } },
    good: [{ b: 1 }],
    bad: { a: 1 },
    says: "Required: The property c is required.",
  },
  {
    schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] },
    good: [1],
    bad: 3,
    says: "Maximum: '3' must be <= 2.",
  },
  {
    schema: { anyOf: [{ type: "string" }, { minimum: 1 }] },
    good: ["", 1],
    bad: 0,
    says: "AnyOf: The value matches none of the schemas.",
  },
  {
    schema: { oneOf: [{ type: "integer" }, { minimum: 1 }] },
    good: [0, 1.5],
    bad: 1,
    says: "OneOf: The value matches more than one of the schemas.",
  },
  {
    schema: { oneOf: [{ type: "string" }, { minimum: 1 }] },
    good: [1],
    bad: 0,
    says: "OneOf: The value matches none of the schemas.",
  },
  {
    schema: { not: { type: "string" } },
    good: [1],
    bad: "",
    says: "Not: The value matches a schema that it must not match.",
  },
  {
    schema: { $ref: "#/definitions/Name" },
    good: ["abc"],
    bad: "abcd",
    says: "MaxLength: 'abcd' has more than 3 characters.",
  },
  {
    schema: { $ref: "#/definitions/Mixed" },
    good: ["a"],
    bad: "abcd",
    says: "MaxLength: 'abcd' has more than 3 characters.",
  },
  {
    schema: { $ref: "#/definitions/Tree" },
    good: [{ leaf: { name: 1 } }],
    bad: { leaf: { name: 1, tree: { leaf: {} } } },
    says: "Required for leaf.tree.leaf: The property name is required.",
  },
  {
    schema: { $ref: "#/definitions/Leaf" },
    good: [{ name: 1 }],
    bad: {},
    says: "Required: The property name is required.",
  },
  {
    schema: { propertyNames: { maxLength: 1 } },
    good: [{ a: 1 }],
    bad: { ab: 1 },
    says: "PropertyNames: The property ab has a name that is not allowed.",
  },
]);

cases("2020-12, of OpenAPI 3.1", "3.1.0", [
  { schema: { const: { a: 1 } }, good: [{ a: 1 }], bad: { a: 2 }, says: `Const: '{"a":2}' is not {"a":1}.` },
  { schema: { exclusiveMaximum: 1 }, good: [0], bad: 1, says: "ExclusiveMaximum: '1' must be < 1." },
  {
    schema: { contains: { type: "string" }, maxContains: 1 },
    good: [["a"]],
    bad: [1],
    says: "Contains: There are not as many items of the kind that is required.",
  },
  {
    schema: { propertyNames: { maxLength: 1 } },
    good: [{ a: 1 }],
    bad: { ab: 1 },
    says: "PropertyNames: The property ab has a name that is not allowed.",
  },
  {
    schema: { properties: { a: false } },
    good: [{}],
    bad: { a: 1 },
    says: "False schema for a: There must be nothing.",
  },
  {
    schema: { $ref: "#/definitions/Mixed" },
    good: ["ab"],
    bad: "a",
    says: "MinLength: 'a' has fewer than 2 characters.",
  },
  {
    schema: { $ref: "#/definitions/Tree", unevaluatedProperties: false },
    good: [{ leaf: { name: 1 } }],
    bad: { stem: 1 },
    says: "UnevaluatedProperties: The property stem is not allowed.",
  },
  {
    schema: {
      if: { properties: { kind: { const: "card" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["number"], properties: { number: {} } },
      else: { properties: { cash: {} } },
      unevaluatedProperties: false,
    },
    good: [{ kind: "card", number: 1 }, { cash: 1 }],
    bad: { kind: "coins", cash: 1 },
    says: "UnevaluatedProperties: The property kind is not allowed.",
  },
  {
    schema: { if: { patternProperties: { "^a": { type: "string" } } }, unevaluatedProperties: false },
    good: [{ ab: "x" }, {}],
    bad: { ab: 1 },
    says: "UnevaluatedProperties: The property ab is not allowed.",
  },
  {
    schema: {
      anyOf: [{ patternProperties: { "^a": { type: "string" } } }, {}],
      unevaluatedProperties: false,
    },
    good: [{ ab: "x" }],
    bad: { ab: 1 },
    says: "UnevaluatedProperties: The property ab is not allowed.",
  },
  ...["constructor", "__proto__"].map((name) => ({
    schema: { anyOf: [{ properties: { [name]: { type: "string" } } }, true], unevaluatedProperties: false },
    good: [{ [name]: "x" }, {}],
    bad: { [name]: 1 },
    says: `UnevaluatedProperties: The property ${name} is not allowed.`,
  })),
  {
    schema: { anyOf: [{ properties: { a: {} } }, true], unevaluatedProperties: false },
    good: [{ a: 1 }],
    bad: { a: 1, toString: 1 },
    says: "UnevaluatedProperties: The property toString is not allowed.",
  },
  {
    schema: { if: { type: "string" }, else: { minimum: 3 } },
    good: ["a", 3],
    bad: 2,
    says: "Minimum: '2' must be >= 3.",
  },
  {
    schema: { anyOf: [{ items: { type: "string" } }, true], unevaluatedItems: { type: "boolean" } },
    good: [["yes", "no"], [true, false], []],
    bad: ["yes", false],
    says: "Type for [0]: String value found, but a boolean is required.",
  },
  {
    schema: { prefixItems: [{}], unevaluatedItems: false },
    good: [[1], []],
    bad: [1, 2],
    says: "UnevaluatedItems: The value is not what the schema describes.",
  },
  {
    schema: { $ref: "#unit" },
    good: ["kg"],
    bad: "km",
    says: `Enum: 'km' is none of "kg","t".`,
  },
]);
