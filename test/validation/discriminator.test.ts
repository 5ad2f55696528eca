/** `discriminator`: a property of a value names the schema that it has. */
import { describe, expect, test } from "vitest";
import { type Described, describedApp, verdict } from "../support/contracts.js";

const violated = (keyword: string, where: string, text: string) => [
  `${keyword} constraint violated in ${where}: ${text}`,
];

const told = async (described: Described, value: unknown) =>
  verdict(await describedApp(described), { json: value });

describe("Swagger 2.0", () => {
  const definitions = {
    Pet: {
      type: "object",
      discriminator: "kind",
      required: ["kind", "name"],
      properties: { kind: { type: "string" }, name: { type: "string" } },
    },
    Cat: {
      allOf: [
        { $ref: "#/definitions/Pet" },
        { required: ["lives"], properties: { lives: { type: "integer" } } },
      ],
    },
    Lion: { allOf: [{ $ref: "#/definitions/Cat" }, { properties: { lives: { minimum: 2 } } }] },
    Dog: { allOf: [{ $ref: "#/definitions/Pet" }] },
    Stone: { type: "object" },
  };
  const described: Described = {
    top: { definitions },
    operation: {
      parameters: [
        { name: "pets", in: "body", schema: { type: "array", items: { $ref: "#/definitions/Pet" } } },
      ],
    },
  };

  test.each<[object, string | string[]]>([
    [{ kind: "Pet", name: "a" }, "passed"],
    [{ kind: "Dog", name: "a" }, "passed"],
    [{ kind: "Cat", name: "a", lives: 1 }, "passed"],
    [{ kind: "Cat", name: "a" }, violated("Required", "body for [0]", "The property lives is required.")],
    [{ kind: "Cat", lives: 1 }, violated("Required", "body for [0]", "The property name is required.")],
    [{ kind: "Lion", name: "a", lives: 1 }, violated("Minimum", "body for [0].lives", "'1' must be >= 2.")],
    [
      { kind: "Stone", name: "a" },
      violated("Discriminator", "body for [0]", "The property kind names no schema."),
    ],
    [
      { kind: "constructor", name: "a" },
      violated("Discriminator", "body for [0]", "The property kind names no schema."),
    ],
    [{ kind: 1, name: "a" }, violated("Discriminator", "body for [0]", "The property kind names no schema.")],
    [{ name: "a" }, violated("Required", "body for [0]", "The property kind is required.")],
  ])("%j", async (pet, expected) => {
    expect(await told(described, [pet])).toEqual(expected);
  });
});

describe("OpenAPI 3", () => {
  const described: Described = {
    version: "3.0.3",
    top: {
      components: {
        schemas: {
          Pet: {
            properties: { age: { type: "integer" } },
            oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
            discriminator: {
              propertyName: "kind",
              mapping: { hound: "#/components/schemas/Dog", lynx: "Cat" },
            },
          },
          Cat: { type: "object", required: ["lives"], properties: { kind: {}, lives: {} } },
          Dog: { type: "object", required: ["barks"], properties: { kind: {}, barks: {} } },
        },
      },
    },
    operation: {
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
    },
  };

  test.each<[object, string | string[]]>([
    [{ kind: "Cat", lives: 1 }, "passed"],
    [{ kind: "Dog", barks: 1 }, "passed"],
    [{ kind: "hound", barks: 1 }, "passed"],
    [{ kind: "lynx", lives: 1 }, "passed"],
    [{ kind: "hound", lives: 1 }, violated("Required", "body", "The property barks is required.")],
    [
      { kind: "Cat", lives: 1, age: "x" },
      violated("Type", "body for age", "String value found, but an integer is required."),
    ],
    [{ kind: "Bird" }, violated("Discriminator", "body", "The property kind names no schema.")],
  ])("%j", async (pet, expected) => {
    expect(await told(described, pet)).toEqual(expected);
  });
});
