/** `flowc eject`: flows that several operations, other flows or tests use, what is proven before anything is written, and `--undo`. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeChanges } from "../../bin/commands/eject/changes.js";
import { writeFiles } from "../support/compile.js";
import { flowc, readTree, type Tree } from "../support/project.js";
import { appOf } from "./app.js";

const head = 'openapi: 3.0.3\ninfo: { title: Orders, version: "1" }\nservers: [{ url: /api }]\n';
const responses = 'responses: { "200": { description: OK } }';
const flow = (json: string): string => `<flow><template>${json}</template></flow>\n`;

const app: Tree = {
  "swagger.yaml": `${head}paths:
  /many:
    put: { operationId: putMany, x-flow: flows/create-many.xml, ${responses} }
    post: { operationId: postMany, x-flow: flows/create-many.xml, ${responses} }
  /limited: { get: { operationId: getLimited, x-flow: flows/limited.xml, ${responses} } }
`,
  "flows/create-many.xml": flow('{"a":1}'),
  "flows/limited.xml": `<flow>
  <sub-flow src='shared/limit.xml'/>
</flow>
`,
  "flows/shared/limit.xml": flow('{"limit":1}'),
  "tests/post.xml": `<flow-test>
  <test-request>{ "path": "/api/many", "method": "POST" }</test-request>
  <assert>[ [ "$response", "{\\"a\\":1}" ] ]</assert>
</flow-test>
`,
};

const recording = `${JSON.stringify({
  ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
  request: { method: "POST", target: "/api/many", fields: [] },
  upstream: [],
  response: {
    status: 200,
    fields: [["content-type", "application/json"]],
    body: { text: '{"b":7}', bytes: 7 },
  },
})}\n`;

const eject = async (directory: string, ...args: readonly string[]) => flowc("eject", directory, ...args);
const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, "utf8")));

describe("a flow that operations share", () => {
  test("becomes the handler of one, and later of the others, which --undo takes back together", async () => {
    const directory = appOf("eject-shared", app);
    const first = await eject(directory, "putMany", "--yes");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/\nputMany: flows\/create-many\.xml -> handlers\/create-many\.ts\n/);
    expect(first.stdout).toContain("\n  flows/create-many.xml stays: other operations or flows use it\n");
    expect(first.stdout).toContain("\n  no test runs it: nothing shows that its answers stay the same\n");
    const handler = readFileSync(join(directory, "handlers/create-many.ts"), "utf8");
    const later = await eject(directory, "postMany", "--yes");
    expect(later).toMatchObject({ code: 0, stderr: "" });
    expect(later.stdout).toMatch(
      /postMany: flows\/create-many\.xml -> handlers\/create-many\.ts\n {2}1 test runs it\n/,
    );
    const after = readTree(directory);
    expect(after["handlers/create-many.ts"]).toBe(handler);
    expect(after["flows/create-many.xml"]).toBeUndefined();
    expect(Object.keys(after).filter((path) => path.startsWith("handlers/"))).toHaveLength(2);
    expect(await eject(directory, "--undo", "putMany", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(readTree(directory)).toEqual(app);
  });

  test("stays a flow where a test that passes would fail, or a recorded answer be another one", async () => {
    const directory = appOf("eject-proof", { ...app, "recording.jsonl": recording });
    const against = ["--against", join(directory, "recording.jsonl")];
    const same = await eject(directory, "putMany", "--yes", ...against);
    expect(same).toMatchObject({ code: 0, stderr: "" });
    expect(same.stdout).toMatch(/\nwhat both answer to the requests of .*recording\.jsonl is the same\n$/);
    rewrite(join(directory, "handlers/create-many.ts"), (text) => text.replace(/\ba\b("?): 1/, "a$1: 2"));
    const before = readTree(directory);
    const broken = await eject(directory, "postMany", "--yes");
    expect(broken).toMatchObject({ code: 1, stdout: "" });
    expect(broken.stderr).toMatch(
      /^flowc: Tests would fail that pass now:\ntests\/post\.xml\n {2}tests\/post\.xml:3 .*\n {4}expected: .*1.*\n {4}actual: .*2/,
    );
    rmSync(join(directory, "tests/post.xml"));
    const { "tests/post.xml": _, ...untested } = before;
    const differs = await eject(directory, "postMany", "--yes", ...against);
    expect(differs).toMatchObject({ code: 1, stdout: "" });
    expect(differs.stderr).toContain("The recording does not show that the answers stay the same.");
    expect(differs.stderr).toContain("handler: a is 2, was 1 (1 of 1)");
    expect(readTree(directory)).toEqual(untested);
  });
});

describe("a flow that others call", () => {
  test("becomes a handler that they call, and comes back after them", async () => {
    const directory = appOf("eject-called", app);
    const called = await eject(directory, "flows/shared/limit.xml", "--yes");
    expect(called).toMatchObject({ code: 0, stderr: "" });
    expect(called.stdout).toContain("\nflows/shared/limit.xml -> handlers/limit.ts\n");
    expect(existsSync(join(directory, "flows/shared"))).toBe(false);
    expect(readFileSync(join(directory, "flows/limited.xml"), "utf8")).toContain(
      "<sub-flow src='../handlers/limit.ts'/>",
    );
    expect(await eject(directory, "--all", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(directory, "flows"))).toBe(false);
    expect(await eject(directory, "--all", "--yes")).toMatchObject({
      ...{ code: 0, stderr: "", stdout: "no flow is left that could become a handler\n" },
    });
    const early = await eject(directory, "--undo", "handlers/limit.ts");
    expect(early).toMatchObject({ code: 1, stdout: "" });
    expect(early.stderr).toContain(
      "flows/limited.xml is not there, which named handlers/limit.ts: bring that back first.",
    );
    expect(await eject(directory, "--undo", "--all", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(readTree(directory)).toEqual(app);
    expect(await eject(directory, "--undo", "--all")).toMatchObject({
      ...{ code: 0, stdout: "no handler is there that eject has made\n" },
    });
  });

  test("is ejected before the flows that call it", async () => {
    const directory = appOf("eject-order", app);
    const both = await eject(directory, "getLimited", "flows/shared/limit.xml");
    expect(both).toMatchObject({ code: 1, stdout: "" });
    expect(both.stderr).toContain(
      "flows/limited.xml calls flows/shared/limit.xml: eject flows/shared/limit.xml first",
    );
  });

  test("stays if a test names it, beside its handler", async () => {
    const files = {
      ...app,
      "tests/limit.xml": `<flow-test>
  <sub-flow src="../flows/shared/limit.xml"/>
  <assert>[ [ "content()/json/limit", 1 ] ]</assert>
</flow-test>
`,
    };
    const directory = appOf("eject-tested", files);
    const done = await eject(directory, "flows/shared/limit.xml", "--yes");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain("  flows/shared/limit.xml stays: tests/limit.xml names it\n");
    expect(await eject(directory, "--undo", "flows/shared/limit.xml", "--yes")).toMatchObject({ code: 0 });
    expect(readTree(directory)).toEqual(files);
  });
});

test("--all leaves what cannot become a handler, and says why", async () => {
  const files = {
    "swagger.yaml": `${head}paths:
  /one: { get: { x-flow: flows/one.xml, ${responses} } }
  /two: { get: { ${responses} } }
`,
    "overlay.yaml": `overlay: 1.0.0
info: { title: Flows, version: "1" }
actions:
  - { target: "$.paths['/two'].get", update: { x-flow: flows/two.xml } }
`,
    "flows/one.xml": flow("1"),
    "flows/two.xml": flow("2"),
  };
  const directory = appOf("eject-left", files);
  const { code, stdout } = await eject(directory, "--all", "--yes");
  expect({ code, lines: stdout.slice(stdout.indexOf("\nGET /one: ")) }).toEqual({
    code: 0,
    lines: `
GET /one: flows/one.xml -> handlers/get-one.ts
  no test runs it: nothing shows that its answers stay the same
flows/two.xml stays: The flow of GET /two comes from an overlay: write x-flow-handler there yourself. (${directory}/overlay.yaml:4:48)
there are no tests
`,
  });
  const { "flows/one.xml": _, ...rest } = files;
  expect(readTree(directory)).toMatchObject({
    ...{ "overlay.yaml": rest["overlay.yaml"], "flows/two.xml": flow("2") },
    "swagger.yaml": files["swagger.yaml"].replace(
      "x-flow: flows/one.xml",
      "x-flow-handler: handlers/get-one.ts",
    ),
  });
  expect(await eject(directory, "--all")).toMatchObject({ code: 1, stdout: "" });
  await eject(directory, "--undo", "--all", "--yes");
  expect(readTree(directory)).toEqual(files);
});

describe("--undo", () => {
  const undone = async (change: (directory: string) => void) => {
    const directory = appOf("eject-undo", app);
    expect(await eject(directory, "--all", "--yes")).toMatchObject({ code: 0, stderr: "" });
    change(directory);
    const before = readTree(directory);
    const result = await eject(directory, "--undo", "--all", "--yes");
    expect(readTree(directory)).toEqual(before);
    return result;
  };

  test.each([
    [
      "a handler that was edited",
      (directory: string) =>
        rewrite(join(directory, "handlers/create-many.ts"), (text) => `${text}// mine\n`),
      "handlers/create-many.ts was edited since eject wrote it, and --undo would lose that.",
    ],
    [
      "a description that names the handler otherwise",
      (directory: string) =>
        rewrite(join(directory, "swagger.yaml"), (text) =>
          text.replace("r: handlers/create", "r: /handlers/create"),
        ),
      "swagger.yaml names handlers/create-many.ts no longer as eject has written it; change that by hand.",
    ],
    [
      "a flow file that is another one",
      (directory: string) =>
        writeFiles(directory, [{ path: "flows/create-many.xml", text: flow('{"b":1}') }]),
      "flows/create-many.xml exists again, and is another one; move it away.",
    ],
    [
      "a handler that another operation uses",
      (directory: string) =>
        rewrite(
          join(directory, "swagger.yaml"),
          (text) => `${text}  /more: { get: { x-flow-handler: handlers/create-many.ts, ${responses} } }\n`,
        ),
      "The app would have errors:",
    ],
  ])("keeps %s", async (_, change, stderr) => {
    expect(await undone(change)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(stderr),
    });
  });
});

describe("writing", () => {
  const directoryOf = () => appOf("eject-writing", { "a.yaml": "a\n", "b.xml": "b\n" });
  const before = new Map([
    ["a.yaml", "a\n"],
    ["b.xml", "b\n"],
  ]);

  test("changes nothing if a file is another one by now", () => {
    const directory = directoryOf();
    const changes = new Map([
      ["a.yaml", "new\n"],
      ["b.xml", undefined],
    ]);
    writeFiles(directory, [{ path: "b.xml", text: "mine\n" }]);
    expect(() => writeChanges(directory, changes, (path) => before.get(path))).toThrow(
      /b\.xml has changed meanwhile; nothing is written\.$/,
    );
    expect(readTree(directory)).toEqual({ "a.yaml": "a\n", "b.xml": "mine\n" });
  });

  test("takes everything back if a file cannot be written", () => {
    const directory = directoryOf();
    const changes = new Map([
      ["a.yaml", "new\n"],
      ["b.xml", undefined],
      ["handlers/a.ts", "new\n"],
      [".hidden/a.ts", "new\n"],
    ]);
    expect(() => writeChanges(directory, changes, (path) => before.get(path))).toThrow(/is hidden/);
    expect(readTree(directory)).toEqual({ "a.yaml": "a\n", "b.xml": "b\n" });
    expect(existsSync(join(directory, "handlers"))).toBe(false);
  });
});
