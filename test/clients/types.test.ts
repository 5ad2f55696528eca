/**
 * The types that `flowc types` makes, checked by the compiler of TypeScript: what is right must pass, and what is wrong
 * (`// wrong`) must not.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clientTypes } from "../../compiler/generate/descriptions.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { type Files, inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { longLines, reformatted } from "../support/formatting.js";
import { fixture, tscStrict } from "../support/project.js";
import { samples } from "./type-samples.js";

function moduleOf(files: Files): string {
  const { text, diagnostics } = clientTypes(inputOf(files));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return text ?? "";
}

const ofFixture = (name: string) => clientTypes(readDirectory(fixture(name), undefined)).text ?? "";

const fixtures = ["hello", "petstore", "aggregator", "library", "tokens"];

describe("types", () => {
  test("let right uses pass, and refuse wrong ones", async () => {
    const directory = scratchDirectory("types");
    for (const { name, files, uses } of samples) {
      const folder = join(directory, name.replace(/\W+/g, "-"));
      writeFiles(folder, [
        { path: "api.ts", text: moduleOf(files) },
        { path: "uses.ts", text: usesOf(uses) },
      ]);
    }
    for (const name of fixtures)
      writeFiles(join(directory, name), [{ path: "api.ts", text: ofFixture(name) }]);
    writeFiles(join(directory, "petstore"), [{ path: "uses.ts", text: usesOf(petstoreUses) }]);
    writeFiles(join(directory, "library"), [{ path: "uses.ts", text: usesOf(libraryUses) }]);
    writeFiles(join(directory, "aggregator"), [{ path: "uses.ts", text: usesOf(aggregatorUses) }]);
    expect(await tscStrict(directory)).toBe("");
  }, 120_000);

  test("are written as a formatter would, within 100 columns, without any", async () => {
    const modules = fixtures.map((name) => ({ path: `${name}.ts`, text: ofFixture(name) }));
    expect(longLines(modules)).toEqual([]);
    expect(await reformatted(modules)).toEqual({});
    for (const { text } of modules) expect(text).not.toMatch(/\bany\b[;,>)\]]/);
  });

  test("have the tag that lets editors strike through what is deprecated", () => {
    const text = moduleOf({
      "openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /a: { get: { x-flow: a.xml, deprecated: true } } }
components: { schemas: { Old: { description: "@internal", deprecated: true, type: string } } }
`,
      "a.xml": "<flow/>",
    });
    expect(text).toContain('/** @deprecated */\n    "/a": {');
    expect(text).toContain("/**\n * - @internal\n *\n * @deprecated\n */\nexport type Old = string;");
  });

  test.each(samples.map(({ name, files }) => [name, files] as const))(
    "are the same each time: %s",
    (_, files) => {
      const backwards = Object.fromEntries(Object.entries(files).reverse());
      expect(moduleOf(backwards)).toBe(moduleOf(files));
    },
  );
});

/** \`Same\` is only \`true\` for types that are the same. */
const head = `import * as Api from "./api.js";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const is = <T extends true>(value?: T) => value;
export type Unused = Same<Api.AnyStatus, never>;
export const api = Api.createClient({ baseUrl: "http://127.0.0.1" });
`;

/** The compiler complains of a line that passes after this mark. */
const usesOf = (uses: string): string =>
  head + uses.replace(/\/\/ wrong$/gm, ["// @ts", "expect-error"].join("-"));

const petstoreUses = `
export async function uses() {
  const found = await api.get("/pet/{petId}", { path: { petId: 5 } });
  if (found.status === 200) is<Same<typeof found.data, Api.Pet>>();
  const { status, data } = await api.get("/pet/{petId}", { path: { petId: 5 } });
  if (status === 200) {
    const name: string = data.name;
    const id: number | undefined = data.id;
    // wrong
    data.nme;
    return [name, id];
  }
  if (status === 404) return data.message;
  if (status === 500) is<Same<typeof data, unknown>>();
  // wrong
  await api.get("/pet/{petId}");
  // wrong
  await api.get("/pet/{petId}", { path: { petId: "5" } });
  // wrong
  await api.get("/pets/{petId}", { path: { petId: 5 } });
  // wrong
  await api.patch("/pet/{petId}", { path: { petId: 5 } });
  await api.get("/store/inventory");
  await api.get("/store/inventory", { signal: AbortSignal.timeout(10), headers: { "x-more": "1" } });
  await api.get("/pet/findByStatus", { query: { status: "sold" } });
  // wrong
  await api.get("/pet/findByStatus", { query: { status: "gone" } });
  await api.post("/pet", { body: { name: "Rex", photoUrls: [] } });
  // wrong
  await api.post("/pet", { body: { name: "Rex" } });
  await api.post("/pet/{petId}/uploadImage", { path: { petId: 1 }, body: { file: new Blob(["x"]) } });
  await api.post("/pet/{petId}/uploadImage", { path: { petId: 1 }, body: new FormData() });
  // wrong
  await api.post("/pet/{petId}/uploadImage", { path: { petId: 1 }, body: { file: "x" } });
  const login = await api.get("/user/login", { query: { username: "a", password: "b" } });
  if (login.status === 200) return login.headers["x-rate-limit"];
  return undefined;
}
`;

const libraryUses = `
export async function uses() {
  const { status, data } = await api.get("/books/{id}", { path: { id: "1" } });
  if (status === 200) is<Same<typeof data, Api.Book>>();
  if (status === 404) is<Same<typeof data, unknown>>();
}
`;

const aggregatorUses = `
export async function uses() {
  const { status, data } = await api.get("/users/{id}/summary", { path: { id: "1" } });
  return [status, data];
}
`;
