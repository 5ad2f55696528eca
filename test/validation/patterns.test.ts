/** Patterns of schemas that could keep the app busy: long texts go to another engine, or are refused. */
import { expect, test } from "vitest";
import { compileFiles, describeDiagnostic } from "../support/compile.js";
import { type Described, describedApp, describedFiles, verdict } from "../support/contracts.js";

const body = (schema: object): Described => ({
  operation: { parameters: [{ name: "b", in: "body", schema }] },
});

const json = (value: unknown) => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});

const violated = [expect.stringMatching(/^Pattern constraint violated in body/)];

async function code(described: Described): Promise<string> {
  const { modules, diagnostics } = await compileFiles(describedFiles(described));
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  return modules.find(({ path }) => path === "schemas/swagger.js")?.text ?? "";
}

test("Steps that could double: the linear engine looks at all texts", async () => {
  const described = body({ type: "string", pattern: "^(a+)+$" });
  const one = await describedApp(described);
  expect(await verdict(one, json("a".repeat(50_000)))).toBe("passed");
  expect(await verdict(one, json(`${"a".repeat(50_000)}b`))).toEqual(violated);
  expect(await code(described)).toContain('linear(new RegExp("^(a+)+$", "u"), "^(a+)+\\\\z", 2)');
});

test("Steps that grow with the square: the linear engine looks at long texts", async () => {
  const described = body({ type: "string", pattern: "\\s+$" });
  const one = await describedApp(described);
  expect(await verdict(one, json(`${" ".repeat(100_000)}b`))).toEqual(violated);
  expect(await verdict(one, json(`b${" ".repeat(100_000)}`))).toBe("passed");
  expect(await verdict(one, json("b\u00a0"))).toBe("passed");
  expect(await code(described)).toMatch(/linear\(new RegExp\("\\\\s\+\$", "u"\), "[^"]+\+\\\\z", 128\)/);
});

test("Names of properties are looked at in the same way", async () => {
  const one = await describedApp(
    body({
      type: "object",
      patternProperties: { "^(a+)+$": { type: "string" } },
      additionalProperties: false,
    }),
  );
  expect(await verdict(one, json({ ["a".repeat(1000)]: "x" }))).toBe("passed");
  expect(await verdict(one, json({ [`${"a".repeat(1000)}b`]: "x" }))).not.toBe("passed");
});

test("What only JavaScript's engine can match is matched with short texts, and the build says so", async () => {
  const described = body({ type: "string", pattern: "^(a+)+(?!b)" });
  const { diagnostics } = await compileFiles(describedFiles(described));
  expect(diagnostics.map(({ code }) => code)).toEqual(["FLOW2080"]);
  const one = await describedApp(described);
  expect(await verdict(one, json("a".repeat(4)))).toBe("passed");
  expect(await verdict(one, json("a".repeat(5)))).toEqual(violated);
});

test("Patterns of a simple form stay as they are", async () => {
  const text = await code(body({ type: "string", pattern: "^[a-z]+(-[a-z]+)*$" }));
  expect(text).toContain('const pattern0 = new RegExp("^[a-z]+(-[a-z]+)*$", "u");');
  expect(text).not.toContain("linear");
});
