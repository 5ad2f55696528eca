/** Flows, and what the schemas of API descriptions say against their paths: docs/diagnostics.md, FLOW2070 to FLOW2074. */
import { describe, expect, test } from "vitest";
import { describeDiagnostic, diagnose, type Files, isError } from "../support/compile.js";
import { flowFile } from "../support/samples.js";

const user = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    active: { type: "boolean" },
    address: { type: "object", properties: { street: { type: "string" }, line1: { type: "string" } } },
    roles: { type: "array", items: { type: "string" } },
    friends: { type: "array", items: { $ref: "#/definitions/User" } },
    extra: {},
  },
};

export const definitions = { User: user };

export type Json = Readonly<Record<string, unknown>>;

/** Swagger 2.0: one operation that takes a body of this schema. */
export const takes = (schema: Json | undefined, more: Json = {}): Json => ({
  swagger: "2.0",
  paths: {
    "/x": {
      post: { "x-flow": "x.xml", ...(schema && { parameters: [{ in: "body", name: "body", schema }] }) },
    },
  },
  definitions,
  ...more,
});

export const files = (description: Json, content: string, more: Files = {}): Files => ({
  "swagger.yaml": JSON.stringify(description),
  "x.xml": flowFile(content),
  ...more,
});

export interface Case {
  readonly name: string;
  /** A flow, or an expression that one evaluates. */
  readonly flow: string;
  /** Codes, each with the name that is marked. */
  readonly finds?: readonly string[];
}

/** Returns the findings by schemas, each with the text that is marked. There must be no errors. */
export async function found(directory: Files): Promise<readonly string[]> {
  const diagnostics = await diagnose(directory);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  return diagnostics
    .filter(({ code }) => code.startsWith("FLOW207"))
    .map(({ code, span }) => `${code} ${span?.source.text.slice(span.start, span.end)}`);
}

export function cases(title: string, description: Json, list: readonly Case[], more: Files = {}): void {
  describe(title, () => {
    test.each(list)("$name", async ({ flow, finds = [] }) => {
      const content = flow.startsWith("<") ? flow : `<eval>${flow}</eval>`;
      expect(await found(files(description, content, more))).toEqual(finds);
    });
  });
}
