/** `--overlay`: flows on an API description that another team owns. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, readTree } from "../support/project.js";
import { appOf } from "./app.js";
import { Watching } from "./watching.js";

const flow = (text: string): string => `<flow>\n  <template>"${text}"</template>\n</flow>\n`;

/** With aliases and merge keys: what an action changes in one place has to stay as it is in others. */
const owned = {
  "flows/openapi.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: /api }]
x-common: &common { tags: [a, b], deprecated: true }
paths:
  /orders/{id}: &orders
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      <<: *common
      summary: One
      responses: { "200": { description: OK } }
    delete: { responses: { "204": { description: Gone } } }
  /old/{id}: *orders
  /secret: { get: { responses: { "200": { description: OK } } } }
`,
  "flows/orders/one.xml": flow("one"),
  "flows/orders/old.xml": flow("old"),
};

const overlay = (actions: string): string =>
  `overlay: 1.0.0\ninfo: { title: Flows, version: 1.0.0 }\nactions:\n${actions}`;

const first = overlay(`  - target: $.paths['/orders/{id}'].get
    description: The path of a flow starts at the description, since it becomes a part of that.
    update: &one { x-flow: orders/one.xml, tags: [c], deprecated: false }
  - target: $.paths['/old/{id}'].get
    update: { <<: *one, x-flow: orders/old.xml }
  - target: $.paths[*].delete
    remove: true
  - target: $.paths['/secret']
    update: { x-flow: nothing.xml }
    remove: true
`);
const second = overlay(`  - target: $.paths[*][?@.deprecated == false].tags[?@ == 'a' || @ == 'b']
    remove: true
  - target: $.paths['/orders/{id}'].get
    update: { summary: Changed }
`);

const app = (name: string, more: Readonly<Record<string, string>> = {}): string =>
  join(
    appOf(name, { ...owned, "overlays/first.yaml": first, "overlays/second.json": second, ...more }),
    "flows",
  );

const options = (directory: string): readonly string[] =>
  ["first.yaml", "second.json"].flatMap((name) => ["--overlay", join(dirname(directory), "overlays", name)]);

describe("--overlay", () => {
  test("changes the description before anything reads it, and is an input of the build", async () => {
    const directory = app("overlay-build");
    const out = join(dirname(directory), "gen");
    const built = await flowc("build", directory, "-o", out, ...options(directory), "--strict");
    expect(built).toMatchObject({ code: 0 });
    const { "flowc.json": manifest = "", "api.json": api = "", ...tree } = readTree(out);
    expect(Object.keys(JSON.parse(manifest).inputs)).toEqual([
      ...["../overlays/first.yaml", "../overlays/second.json"],
      ...["openapi.yaml", "orders/old.xml", "orders/one.xml"],
    ]);
    const get = { tags: ["c"], responses: expect.anything() };
    expect(JSON.parse(api).paths).toMatchObject({
      "/orders/{id}": { get: { ...get, summary: "Changed" } },
      "/old/{id}": { get: { ...get, summary: "One" } },
    });
    expect(api).not.toMatch(/delete|secret|"deprecated": true/);
    expect(tree["endpoints/get-orders-by-id.ts"]).toContain("// openapi.yaml, compiled by flowc.");
    // Without the overlays, the app of before is no result to be used again.
    expect((await flowc("build", directory, "-o", out)).stderr).toContain("GET /orders/{id} has no flow.");
  });

  test("is an option of all commands that read a flow directory", async () => {
    const directory = app("overlay-commands", {
      "flows/tests/one.xml": `<flow-test>
  <test-request>{ "path": "/api/orders/7" }</test-request>
  <assert>[ [ "$response", "\\"one\\"" ] ]</assert>
</flow-test>`,
    });
    const run = async (command: string, ...rest: readonly string[]) =>
      flowc(command, directory, ...rest, ...options(directory));
    expect(await run("request", "GET", "/api/orders/7")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"one"'),
    });
    expect((await run("routes")).stdout).toMatch(/GET +\/api\/orders\/\{id\} +orders\/one\.xml/);
    expect((await run("test")).stdout).toContain("1 passed");
    expect((await run("map", "--format", "json")).stdout).toContain("orders/old.xml");
    const report = JSON.parse((await run("report", "--format", "json")).stdout);
    expect(report.operations.map(({ path }: { path: string }) => path)).toEqual([
      ...["/api/orders/{id}", "/api/old/{id}"],
    ]);
    for (const command of ["compare", "replay", "dev", "mcp"])
      expect((await flowc(command, "--help")).stdout).toContain("--overlay <file>");
    const missing = await flowc("check", directory, "--overlay", "missing.yaml");
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("missing.yaml") });
  });

  test("is there without a name as overlay.yaml beside the description, unless others are named", async () => {
    const directory = app("overlay-beside", { "flows/overlay.yaml": first });
    expect((await flowc("request", directory, "GET", "/api/old/7")).stdout).toContain('"old"');
    const named = await flowc(
      "check",
      directory,
      "--overlay",
      join(dirname(directory), "overlays/second.json"),
    );
    expect(named.stdout).toContain("GET /orders/{id} has no flow.");
    // A file of another kind may have the name.
    writeFileSync(join(directory, "overlay.yaml"), "layers: []\n");
    expect((await flowc("check", directory)).stdout).toContain("GET /orders/{id} has no flow.");
  });

  test("shows mistakes where they were written, and is looked at again when it changes", async () => {
    const directory = app("overlay-watch");
    const watching = new Watching("check", directory, "--watch", "--no-cache", ...options(directory));
    try {
      await watching.until("checked 2 endpoints\n");
      const file = join(dirname(directory), "overlays/first.yaml");
      writeFileSync(file, first.replace("one.xml", "on.xml"));
      const place = `${file}:6:28 error FLOW4011 There is no file orders/on.xml.`;
      expect(await watching.until(place)).toContain(place);
      const sarif = JSON.parse(
        (await flowc("check", directory, "--format", "sarif", ...options(directory))).stdout,
      );
      const [{ physicalLocation }] = sarif.runs[0].results[0].locations;
      expect(physicalLocation.artifactLocation).toEqual({ uri: file });
      writeFileSync(file, first);
      await watching.until("checked 2 endpoints\n");
      writeFileSync(
        join(directory, "openapi.yaml"),
        owned["flows/openapi.yaml"].replace("/orders/{id}:", "/orders/{i}:"),
      );
      await watching.until("overlays/first.yaml:4:13 warning FLOW1223");
    } finally {
      await watching.stop();
    }
  });

  test("bounds targets, also in what they select", async () => {
    const paths = Array.from(
      { length: 3000 },
      (_, index) => `  /p${index}: { x-flow: orders/one.xml, x-a: [[1], [2]] }`,
    );
    const directory = app("overlay-bounds", {
      "flows/openapi.yaml": `swagger: "2.0"\nx-many: [${"1,".repeat(200_000)}]\npaths:\n${paths.join("\n")}\n`,
      "flows/overlay.yaml": overlay(
        [
          "$.paths[*]",
          "$..*",
          "$.x-many[0:3]",
          "$..[?count($..[*]) > 1]",
          `$.paths[?${"(".repeat(900)}@${")".repeat(50)}]`,
          `$${"['a']".repeat(300)}`,
        ]
          .map((target) => `  - { target: "${target}", update: { x-b: 1 } }\n`)
          .join(""),
      ),
    });
    const { stdout } = await flowc("check", directory, "--no-lint", "--no-cache");
    expect(
      [...stdout.matchAll(/overlay\.yaml:(\d+):\d+ \w+ (.*)/g)].map(
        ([, line, message]) => `${line} ${message}`,
      ),
    ).toEqual([
      "5 FLOW1222 This target cannot be used: it takes too many steps.",
      "6 FLOW1225 This target selects a value that is no mapping and no list; it cannot be updated.",
      "7 FLOW1222 This target cannot be used: it takes too many steps.",
      "8 FLOW1222 This target cannot be used: unbalanced brackets.",
      "9 FLOW1222 This target cannot be used: it is longer than 1000 characters.",
    ]);
  });
});
