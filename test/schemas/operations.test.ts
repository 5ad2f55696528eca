import { describe, expect, test } from "vitest";
import { flowFile } from "../support/samples.js";
import { files, found, type Json } from "./support.js";

const closed = (name: string): Json => ({
  type: "object",
  additionalProperties: false,
  properties: { [name]: { type: "string" } },
});

const body = (name: string): Json => ({ in: "body", name: "body", schema: closed(name) });

const operation = (...parameters: readonly Json[]): Json => ({ "x-flow": "x.xml", parameters });

const swagger = (paths: Json, more: Json = {}): Json => ({ swagger: "2.0", paths, ...more });

const openapi = (requestBody: Json, components: Json = {}): Json => ({
  openapi: "3.0.3",
  paths: { "/x": { post: { "x-flow": "x.xml", requestBody } } },
  components,
});

const content = (mediaType: string, schema: Json): Json => ({ content: { [mediaType]: { schema } } });

interface Case {
  readonly name: string;
  readonly description: Json;
  /** Of the names `a` and `b`, those that the body of a request to the flow cannot have. */
  readonly impossible: readonly string[];
}

const list: readonly Case[] = [
  {
    name: "of an operation",
    description: swagger({ "/x": { post: operation(body("a")) } }),
    impossible: ["b"],
  },
  {
    name: "of a path",
    description: swagger({ "/x": { parameters: [body("a")], post: operation() } }),
    impossible: ["b"],
  },
  {
    name: "of an operation before that of its path",
    description: swagger({ "/x": { parameters: [body("b")], post: operation(body("a")) } }),
    impossible: ["b"],
  },
  {
    name: "that a parameter refers to",
    description: swagger(
      { "/x": { post: operation({ $ref: "#/parameters/Body" }) } },
      { parameters: { Body: body("a") } },
    ),
    impossible: ["b"],
  },
  {
    name: "of several operations with the same flow",
    description: swagger({ "/x": { post: operation(body("a")), put: operation(body("b")) } }),
    impossible: [],
  },
  {
    name: "of an operation with the same flow as one without a body",
    description: swagger({ "/x": { post: operation(body("a")), get: operation() } }),
    impossible: ["b"],
  },
  {
    name: "of an operation with the same flow as one of which nothing is known",
    description: swagger({ "/x": { post: operation(body("a")), put: operation() } }),
    impossible: [],
  },
  {
    name: "of an operation with the same flow as a path without operations",
    description: swagger({ "/x": { post: operation(body("a")) }, "/y": { "x-flow": "x.xml" } }),
    impossible: [],
  },
  {
    name: "of an operation whose flow is the init flow, too",
    description: swagger({ "/x": { post: operation(body("a")) } }, { "x-flow-init": "x.xml" }),
    impossible: [],
  },
  {
    name: "of an operation whose flow is the error flow, too",
    description: swagger({ "/x": { post: operation(body("a")) } }, { "x-flow-error": { flow: "x.xml" } }),
    impossible: [],
  },
  {
    name: "in OpenAPI 3",
    description: openapi(content("application/json", closed("a"))),
    impossible: ["b"],
  },
  {
    name: "in OpenAPI 3 with a parameter of the media type",
    description: openapi(content("application/json; charset=utf-8", closed("a"))),
    impossible: ["b"],
  },
  {
    name: "in OpenAPI 3 of a range of media types",
    description: openapi(content("*/*", closed("a"))),
    impossible: ["b"],
  },
  {
    name: "in OpenAPI 3 of another media type",
    description: openapi(content("application/xml", closed("a"))),
    impossible: [],
  },
  {
    name: "in OpenAPI 3 by references",
    description: openapi(
      { $ref: "#/components/requestBodies/Body" },
      {
        requestBodies: { Body: content("application/json", { $ref: "#/components/schemas/Body" }) },
        schemas: { Body: closed("a") },
      },
    ),
    impossible: ["b"],
  },
  {
    name: "that is no mapping",
    description: swagger({ "/x": { post: { "x-flow": "x.xml", parameters: { in: "body" } } } }),
    impossible: [],
  },
];

describe("the schema of a body", () => {
  test.each(list)("$name", async ({ description, impossible }) => {
    const flow = "<eval>concat($body/json/a, $body/json/b)</eval>";
    expect(await found(files(description, flow))).toEqual(impossible.map((name) => `FLOW2070 ${name}`));
  });

  test("says nothing of a body outside of the base path", async () => {
    const description = swagger({ "/x": { post: { ...operation(body("a")), "x-flow": "conf/flow.xml" } } });
    expect(
      await found(files(description, "", { "conf/flow.xml": flowFile("<eval>$body/json/b</eval>") })),
    ).toEqual([]);
  });
});
