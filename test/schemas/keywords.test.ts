import { describe, expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { definitions, files, type Json, takes } from "./support.js";

const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });

const text = { type: "string" };

const closed = (...names: readonly string[]): Json =>
  object(Object.fromEntries(names.map((name) => [name, text])), { additionalProperties: false });

interface SchemaCase {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly possible?: readonly string[];
  readonly impossible?: readonly string[];
}

const schemas: readonly SchemaCase[] = [
  { name: "no schema", schema: undefined, possible: ["a", "a/b"] },
  { name: "an empty schema", schema: {}, possible: ["a", "a/b", "value"] },
  { name: "an object of which nothing is said", schema: { type: "object" }, possible: ["a/b", "value"] },
  {
    name: "no type",
    schema: { properties: { a: text } },
    possible: ["a", "b", "value"],
    impossible: ["a/b"],
  },
  { name: "an array", schema: { type: "array" }, possible: ["value", "value/a"], impossible: ["a"] },
  { name: "items of a type", schema: { type: "array", items: text }, impossible: ["value/a"] },
  { name: "items by their place", schema: { type: "array", items: [text] }, possible: ["value/a"] },
  {
    // As a request with an item is refused.
    name: "no items, since those by their place are of a later version",
    schema: { type: "array", prefixItems: [text], items: false },
    impossible: ["value"],
  },
  { name: "numbers", schema: { type: "integer" }, impossible: ["a", "value"] },
  {
    name: "several types",
    schema: { type: ["array", "object"], items: closed("a"), ...{ properties: { b: text } } },
    possible: ["value", "value/b/c", "b"],
    impossible: ["b/c"],
  },
  { name: "a nullable type", schema: { type: "string", nullable: true }, impossible: ["a"] },
  { name: "a type that does not exist", schema: { type: "file" }, possible: ["a"] },
  {
    name: "schemas for patterns",
    schema: object({}, { patternProperties: { "^x": text }, additionalProperties: false }),
    possible: ["a"],
  },
  {
    name: "a schema for others",
    schema: object({}, { additionalProperties: closed("b") }),
    possible: ["a", "a/b"],
    impossible: ["a/c"],
  },
  {
    name: "a property that is forbidden",
    schema: object({ a: false, b: true }),
    possible: ["b/c"],
    impossible: ["a"],
  },
  {
    name: "all of several",
    schema: { allOf: [closed("a", "b"), closed("b", "c")] },
    possible: ["b"],
    impossible: ["a", "c", "d"],
  },
  {
    name: "all of several types",
    schema: {
      allOf: [object({ a: { type: ["string", "object"] } }), object({ a: { type: ["string", "array"] } })],
    },
    impossible: ["a/b"],
  },
  {
    name: "one of several",
    schema: { oneOf: [closed("a"), closed("b")] },
    possible: ["a", "b"],
    impossible: ["c", "a/b"],
  },
  {
    name: "any of several, one of which is open",
    schema: { anyOf: [closed("a"), {}] },
    possible: ["a", "c", "a/b"],
  },
  {
    name: "one of several beside properties",
    schema: { ...closed("a"), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    possible: ["a"],
    impossible: ["b"],
  },
  {
    name: "subtypes that a discriminator names",
    schema: { ...closed("kind"), discriminator: "kind" },
    possible: ["a"],
  },
  { name: "a name of JavaScript", schema: closed("a"), impossible: ["__proto__", "constructor"] },
  { name: "a reference to nothing", schema: { $ref: "#/definitions/Nobody" }, possible: ["a"] },
  { name: "a reference in a circle", schema: { $ref: "#/definitions/Circle" }, possible: ["a"] },
  {
    name: "a reference to another file",
    schema: { $ref: "models/user.yaml#/User" },
    possible: ["name/first"],
    impossible: ["a"],
  },
  { name: "a reference that leaves the directory", schema: { $ref: "../user.yaml#/User" }, possible: ["a"] },
  {
    name: "a reference with escapes",
    schema: { $ref: "#/definitions/a~1b%20c" },
    possible: ["a"],
    impossible: ["b"],
  },
  {
    name: "alternatives that share theirs",
    schema: { $ref: "#/definitions/Fork0" },
    possible: ["a"],
    impossible: ["b"],
  },
  {
    name: "more alternatives than are looked at",
    schema: { oneOf: Array.from({ length: 300 }, () => closed("a")) },
    possible: ["b"],
  },
  {
    name: "more references in a row than are followed",
    schema: { $ref: "#/definitions/Row0" },
    possible: ["b"],
  },
  {
    name: "a schema that is all of itself",
    schema: { $ref: "#/definitions/Loop" },
    possible: ["a"],
    impossible: ["b"],
  },
];

/** Definitions that lead from one to the next. */
const chain = (name: string, length: number, schema: (next: Json) => Json): Json =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      name + index,
      index === length - 1 ? closed("a") : schema({ $ref: `#/definitions/${name}${index + 1}` }),
    ]),
  );

describe("a schema with", () => {
  const more = {
    Circle: { $ref: "#/definitions/Other" },
    Other: { $ref: "#/definitions/Circle" },
    ...chain("Row", 30, (next) => next),
    ...chain("Fork", 50, (next) => ({ anyOf: [{ allOf: [next] }, { oneOf: [next] }] })),
    "a/b c": closed("a"),
    Loop: {
      allOf: [{ $ref: "#/definitions/Loop" }, closed("a")],
      anyOf: [{ $ref: "#/definitions/Loop" }, closed("b")],
    },
  };
  const models = {
    "models/user.yaml":
      "User: { type: object, additionalProperties: false, properties: { name: { $ref: 'name.yaml#' } } }",
    "models/name.yaml": "{ type: object }",
  };

  test.each(schemas)("$name", async ({ schema, possible = [], impossible = [] }) => {
    const paths = [...possible, ...impossible];
    const flow = paths.map((path) => `<eval>$body/json/${path}</eval>`).join("\n");
    const description = takes(schema, { definitions: { ...definitions, ...more } });
    const diagnostics = await diagnose(files(description, flow, models));
    // Mistakes in the schemas themselves are not the subject here.
    const ofFlow = diagnostics.filter(({ span }) => span?.source.path === "x.xml");
    const lines = ofFlow.map(({ span }) => span?.source.place(span.start).line ?? 0);
    expect(lines.map((line) => paths[line - 2])).toEqual(impossible);
  });
});
