/** Schemas with more values than a call takes arguments: they build, in linear time, and check what they say. */
import { describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app, describeDiagnostic, diagnose, type Files } from "../support/compile.js";

const count = 150_000;
const texts = Array.from({ length: count }, (_, index) => `value-${index}`);

const described = (values: readonly unknown[]): Files => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    "x-flow-validate": { request: true },
    paths: {
      "/x": {
        post: {
          "x-flow": "x.xml",
          parameters: [{ name: "body", in: "body", schema: { $ref: "#/definitions/One" } }],
        },
      },
    },
    definitions: { One: { type: "object", properties: { one: { enum: values } } } },
  }),
  "x.xml": "<flow><template>{}</template></flow>",
});

describe("an enum of 150,000 texts", () => {
  test("is checked", { timeout: 240_000 }, async () => {
    const one = await app(described(texts));
    const ask = async (value: string) =>
      (await send(one, { method: "POST", path: "/x", json: { one: value } })).status;
    expect([await ask("value-0"), await ask(`value-${count - 1}`), await ask(`value-${count}`)]).toEqual([
      200, 200, 400,
    ]);
  });

  test("is refused where it repeats one, as a short one is", { timeout: 240_000 }, async () => {
    const found = async (values: readonly unknown[]) =>
      (await diagnose(described(values))).map(describeDiagnostic).join("\n");
    const refused = /FLOW1154|duplicate items/;
    expect(await found(["a", "b", "a"])).toMatch(refused);
    expect(await found([...texts, "value-7"])).toMatch(refused);
  });
});
