/**
 * Parameters whose schema has no type of its own, or several: what a text stands for follows from what the schema
 * admits. A table of schemas, each in every place that a parameter has.
 */
import { describe, expect, test } from "vitest";
import type { ClientRequest } from "../support/client.js";
import { describedApp, verdict } from "../support/contracts.js";

const top = {
  components: {
    schemas: {
      Size: { type: "integer", maximum: 100 },
      Alias: { $ref: "#/components/schemas/Size" },
      Level: { enum: [1, 2, 3] },
      Kind: { type: "string", enum: ["all", "none"] },
      Chain: { allOf: [{ $ref: "#/components/schemas/Alias" }, { minimum: 5 }] },
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const nothing = { type: "null" };

/** The texts that a schema admits, and those that it refuses. */
const scalars: Readonly<Record<string, readonly [schema: object, good: string[], bad: string[]]>> = {
  "an integer or null, as FastAPI writes it": [
    { anyOf: [{ type: "integer" }, nothing] },
    ["5"],
    ["x", "5.5"],
  ],
  "a list of types": [{ type: ["integer", "null"] }, ["5"], ["x"]],
  "two types": [{ type: ["string", "integer"], maximum: 5 }, ["5", "x", "9"], []],
  "a boolean or null": [{ oneOf: [{ type: "boolean" }, nothing] }, ["true", "false"], ["maybe", "1"]],
  "a number of all": [{ allOf: [{ type: "number" }, { minimum: 1 }] }, ["1.5"], ["0.5", "x"]],
  "all of a reference and a limit": [{ allOf: [ref("Size"), { minimum: 5 }] }, ["5"], ["4", "500", "x"]],
  "a chain of references": [ref("Chain"), ["5"], ["4", "101", "x"]],
  "a reference with a sibling": [{ ...ref("Alias"), minimum: 5 }, ["5"], ["4", "101"]],
  "an enum of numbers": [{ enum: [1, 2.5] }, ["1", "2.5"], ["3", "x"]],
  "an enum of booleans and words": [{ enum: [true, "auto"] }, ["true", "auto"], ["false", "x"]],
  "a reference to an enum of numbers": [{ anyOf: [ref("Level"), nothing] }, ["2"], ["4", "x"]],
  "a constant": [{ const: 7 }, ["7"], ["8", "x"]],
  "constants, one of them": [
    { oneOf: [{ const: 7 }, { const: false }, { const: "a" }] },
    ["7", "false", "a"],
    ["8"],
  ],
  "an integer or a word": [
    { oneOf: [{ type: "integer", minimum: 1 }, ref("Kind")] },
    ["5", "all"],
    ["0", "x"],
  ],
  "an integer or a text that may be digits": [
    {
      anyOf: [
        { type: "integer", maximum: 3 },
        { type: "string", pattern: "^[0-9]{4}$" },
      ],
    },
    ["3", "2024"],
    ["44", "x"],
  ],
  "a choice in a choice": [
    { anyOf: [{ oneOf: [{ type: "integer" }, { type: "boolean" }] }, nothing] },
    ["5", "true"],
    ["x"],
  ],
  "an integer in the format of a number": [{ type: "number", allOf: [{ type: "integer" }] }, ["5"], ["5.5"]],
};

type Place = "query" | "path" | "header" | "cookie" | "form" | "a deep object";

const sent: Readonly<Record<Place, (text: string) => ClientRequest>> = {
  query: (text) => ({ query: `c=${text}` }),
  path: (text) => ({ path: `/c/${text}` }),
  header: (text) => ({ headers: { c: text } }),
  cookie: (text) => ({ headers: { cookie: `c=${text}` } }),
  form: (text) => ({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: `c=${text}` }),
  "a deep object": (text) => ({ query: `o[c]=${text}` }),
};

function operation(place: Place, schema: object): object {
  const members = { type: "object", properties: { c: schema } };
  if (place === "form")
    return { requestBody: { content: { "application/x-www-form-urlencoded": { schema: members } } } };
  const one =
    place === "a deep object"
      ? { name: "o", in: "query", style: "deepObject", schema: members }
      : { name: "c", in: place, required: place === "path", schema };
  return { parameters: [one] };
}

const described = (place: Place, schema: object, version: "3.0.3" | "3.1.0" = "3.1.0") =>
  describedApp({
    version,
    top,
    path: place === "path" ? "/c/{c}" : "/x",
    operation: operation(place, schema),
  });

describe.each(Object.keys(sent) as Place[])("in %s", (place) => {
  test.each(Object.entries(scalars))("%s", async (_, [schema, good, bad]) => {
    const one = await described(place, schema);
    for (const text of good) expect([text, await verdict(one, sent[place](text))]).toEqual([text, "passed"]);
    for (const text of bad)
      expect([text, await verdict(one, sent[place](text))]).not.toEqual([text, "passed"]);
  });
});

describe("lists", () => {
  const integers = { type: "array", items: { type: "integer" } };
  test.each<[string, object, string[], string[]]>([
    ["of integers or null", { anyOf: [integers, nothing] }, ["c=1&c=2", "c=1"], ["c=x", "c=1&c=x"]],
    [
      "of items with a choice",
      { type: "array", items: { anyOf: [{ type: "integer" }, nothing] } },
      ["c=1&c=2"],
      ["c=x"],
    ],
    ["of an enum", { type: "array", items: ref("Level") }, ["c=1&c=3"], ["c=4", "c=x"]],
    ["of a reference in all", { allOf: [integers, { maxItems: 2 }] }, ["c=1&c=2"], ["c=1&c=2&c=3", "c=x"]],
    [
      "or one of its items",
      { anyOf: [{ type: "integer" }, integers] },
      ["c=1", "c=1&c=2"],
      ["c=x", "c=1&c=x"],
    ],
    ["or a word", { oneOf: [ref("Kind"), integers] }, ["c=all", "c=1", "c=1&c=2"], ["c=x", "c=all&c=none"]],
  ])("%s", async (_, schema, good, bad) => {
    const one = await described("query", schema);
    for (const query of good) expect([query, await verdict(one, { query })]).toEqual([query, "passed"]);
    for (const query of bad) expect([query, await verdict(one, { query })]).not.toEqual([query, "passed"]);
  });

  test("with commas", async () => {
    const parameter = { name: "c", in: "query", explode: false, schema: { anyOf: [integers, nothing] } };
    const one = await describedApp({ version: "3.1.0", operation: { parameters: [parameter] } });
    expect(await verdict(one, { query: "c=1,2" })).toBe("passed");
    expect(await verdict(one, { query: "c=1,x" })).not.toBe("passed");
    expect(await verdict(one, { query: "c=1&c=2" })).not.toBe("passed");
  });
});

test("nullable in OpenAPI 3.0, beside all of a reference", async () => {
  const one = await described("query", { nullable: true, allOf: [ref("Size")] }, "3.0.3");
  expect(await verdict(one, { query: "c=5" })).toBe("passed");
  expect(await verdict(one, { query: "c=500" })).not.toBe("passed");
});

test("a field that is sent twice is no choice", async () => {
  const one = await described("query", { anyOf: [{ type: "integer" }, { type: "string" }] });
  expect(await verdict(one, { query: "c=1&c=x" })).toEqual([
    "Duplicate constraint violated in query for c: The parameter c is there more than once.",
  ]);
});

test("a form whose members come from all of several schemas", async () => {
  const part = (name: string) => ({ type: "object", properties: { [name]: { type: "integer" } } });
  const schema = { allOf: [part("a"), part("b")] };
  const body = { content: { "application/x-www-form-urlencoded": { schema } } };
  const one = await describedApp({ version: "3.1.0", operation: { requestBody: body } });
  const form = (text: string) => verdict(one, { ...sent.form("1"), body: text });
  expect(await form("a=1&b=2")).toBe("passed");
  expect(await form("a=1&b=x")).not.toBe("passed");
});

test("a schema that is part of itself admits texts", async () => {
  const schemas = { Tree: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "integer" }] } };
  const parameters = [{ name: "c", in: "query", schema: { type: "string", anyOf: [ref("Tree"), {}] } }];
  const one = await describedApp({
    version: "3.1.0",
    top: { components: { schemas } },
    operation: { parameters },
  });
  expect(await verdict(one, { query: "d=1" })).toBe("passed");
});
