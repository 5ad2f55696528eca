/** `flowc where`: from a place in `server.js` to the flow that it comes from. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture, flowc, flowcIn, repository } from "../support/project.js";
import { built } from "../support/served.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
  "orders.xml": `<flow>
  <!-- How many at most. -->
  <eval out="$limit">number($request/get/limit)</eval>
  <template>
  {
    "limit": {{ $limit }},
    "next": {{ concat("after ", $limit) }}
  }
  </template>
</flow>`,
};

let out = "";
let code: readonly string[] = [];

beforeAll(async () => {
  out = await built(files);
  code = readFileSync(join(out, "server.js"), "utf8").split("\n");
});

/** The place of a text in `server.js`, as V8 prints it. */
function placeOf(text: string): string {
  const row = code.findIndex((line) => line.includes(text));
  return `${row + 1}:${(code[row] ?? "").indexOf(text) + 1}`;
}

/** Runs the command as users do: from the directory that has `gen/` and `flows/`. */
const where = (...args: readonly string[]) => flowcIn(join(out, ".."), "where", ...args);

describe("flowc where", () => {
  test("shows the place in the flow, and the one in the generated module", async () => {
    const module = readFileSync(join(out, "endpoints/get-orders.ts"), "utf8").split("\n");
    const row = module.findIndex((line) => line.includes('next: concat("after')) + 1;
    const column = (module[row - 1] ?? "").indexOf("concat") + 1;
    expect(await where(`gen/server.js:${placeOf('concat("after')}`)).toEqual({
      code: 0,
      stdout: `flows/orders.xml:7:13
  6 |     "limit": {{ $limit }},
  7 |     "next": {{ concat("after ", $limit) }}
    |             ^
gen/endpoints/get-orders.ts:${row}:${column}
`,
      stderr: "",
    });
  });

  test("the example in docs/commands/where.md", async () => {
    const page = readFileSync(join(repository, "docs/commands/where.md"), "utf8");
    const [, column, expected = ""] =
      /^ {4}\$ flowc where gen\/server\.js:\d+:(\d+)\n((?: {4}.*\n)+)/m.exec(page) ?? [];
    const project = join(out, "../hello");
    cpSync(fixture("hello"), join(project, "fixtures/hello"), { recursive: true });
    await flowc("build", join(project, "fixtures/hello"), "-o", join(project, "gen"));
    const lines = readFileSync(join(project, "gen/server.js"), "utf8").split("\n");
    // The number of the line depends on the runtime.
    const row = lines.findIndex((line) => line.slice(Number(column) - 1).startsWith('concat("Hello')) + 1;
    const { stdout } = await where(`hello/gen/server.js:${row}:${column}`);
    expect(stdout.replaceAll(/^hello\//gm, "")).toBe(expected.replaceAll(/^ {4}/gm, ""));
  });

  test.each([
    ["the beginning of an action", "$.limit=number(", "flows/orders.xml:3:3\n"],
    ["the middle of one", '$.request,"get"', "flows/orders.xml:3:3\n"],
    ["code of no flow", "var getOrders", "gen/endpoints/get-orders.ts:7:8\n"],
    ["the runtime", "=Object.create", "flowc/runtime/"],
  ])("%s", async (_, text, expected) => {
    const { stdout, ...others } = await where(`gen/server.js:${placeOf(text)}`);
    expect(others).toEqual({ code: 0, stderr: "" });
    expect(stdout.slice(0, expected.length)).toBe(expected);
  });

  test("takes a line of a stack, a URL and an absolute path", async () => {
    const place = placeOf("$.limit=number(");
    for (const text of [
      `    at getOrders (gen/server.js:${place})`,
      `at async ${join(out, "server.js")}:${place}`,
      `file://${join(out, "server.js")}:${place}`,
    ]) {
      const { code: exit, stdout } = await where(text);
      expect([text, exit, stdout]).toEqual([text, 0, expect.stringContaining("orders.xml:3:3\n")]);
    }
  });

  test.each([
    ["a line that comes from nowhere", "gen/server.js:1:1", "gen/server.js:1:1 comes from no source.\n"],
    ["a line that is not there", "gen/server.js:99999:1", "gen/server.js has no line 99999.\n"],
    ["a column that is not there", "gen/server.js:6:99999999", "gen/server.js:6 has no column 99999999.\n"],
  ])("%s ends with 1", async (_, place, stderr) => {
    expect(await where(place)).toEqual({ code: 1, stdout: "", stderr });
  });

  test.each([
    ["no place", []],
    ["a file alone", ["gen/server.js"]],
    ["no column", ["gen/server.js:1"]],
    ["no file", [":1:2"]],
    ["a line of 0", ["gen/server.js:0:1"]],
    ["a column of 0", ["gen/server.js:1:0"]],
    ["a number that is too large", ["gen/server.js:1:99999999999999999999"]],
    ["a file that is not there", ["gen/other.js:1:1"]],
    ["a directory", ["gen:1:1"]],
    ["a file without a map", ["gen/app.ts:1:1"]],
    ["two places", ["gen/server.js:1:1", "gen/server.js:1:2"]],
    ["an unknown option", ["--what", "gen/server.js:1:1"]],
    ["a URL of the web", ["https://example.test/server.js:1:1"]],
  ])("%s ends with 2", async (_, args) => {
    const { code: exit, stdout, stderr } = await where(...args);
    expect([exit, stdout]).toEqual([2, ""]);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(stderr.trim()).not.toBe("");
  });

  test("a map that is not there is named", async () => {
    const stderr = "flowc: There is no source map gen/other.js.map.\n";
    expect(await where("gen/other.js:1:1")).toEqual({ code: 2, stdout: "", stderr });
  });

  describe("a map that is none", () => {
    const broken = () => join(out, "../broken");
    beforeAll(() => {
      mkdirSync(broken(), { recursive: true });
      cpSync(join(out, "server.js"), join(broken(), "server.js"));
    });

    test.each([
      ["no JSON", "{"],
      ["null", "null"],
      ["a list", "[]"],
      ["no mappings", '{"version":3,"sources":[]}'],
      ["sources of another type", '{"version":3,"sources":{"a":1},"mappings":"AAAA"}'],
      ["mappings that are none", '{"version":3,"sources":["a"],"mappings":"!!!!"}'],
      ["another version", '{"version":2,"sources":["a"],"mappings":"AAAA"}'],
    ])("%s", async (_, map) => {
      writeFileSync(join(broken(), "server.js.map"), map);
      expect(await where("broken/server.js:1:1")).toEqual({
        code: 2,
        stdout: "",
        stderr: "flowc: broken/server.js.map is not a source map.\n",
      });
    });

    test.each([
      ["a source that is not there", { mappings: "AEAA" }],
      ["a negative source", { mappings: "ADAA" }],
      ["a negative line", { mappings: "AADA" }],
      ["a source that is no text", { sources: [1], mappings: "AAAA" }],
    ])("%s: the place is unknown", async (_, changes) => {
      const map = { version: 3, sources: ["a.xml"], sourcesContent: ["x"], names: [], ...changes };
      writeFileSync(join(broken(), "server.js.map"), JSON.stringify(map));
      expect(await where("broken/server.js:1:1")).toMatchObject({ code: 1, stdout: "" });
    });

    test("names and texts cannot move the cursor of a terminal", async () => {
      const map = {
        version: 3,
        sources: ["a\u001b[2J.xml"],
        sourcesContent: ["\u001b[31mx"],
        mappings: "AAAA",
      };
      writeFileSync(join(broken(), "server.js.map"), JSON.stringify(map));
      const { code: exit, stdout } = await where("broken/server.js:1:1");
      expect([exit, stdout.includes("\u001b")]).toEqual([0, false]);
    });
  });

  test("needs the map alone", async () => {
    const alone = join(out, "../alone");
    mkdirSync(alone);
    cpSync(join(out, "server.js.map"), join(alone, "server.js.map"));
    const { stdout } = await where(`alone/server.js:${placeOf("$.limit=number(")}`);
    expect(stdout).toContain("orders.xml:3:3\n");
    rmSync(alone, { recursive: true });
  });

  test("shows where flows are that --source-root has named", async () => {
    const directory = join(out, "../rooted");
    const built = ["build", join(out, "../flows"), "-o", directory, "--source-root", "https://git.test/shop"];
    expect(await flowc(...built)).toMatchObject({ code: 0 });
    const { stdout } = await where(`rooted/server.js:${placeOf("$.limit=number(")}`);
    expect(stdout.split("\n")[0]).toBe("https://git.test/shop/orders.xml:3:3");
  });
});
