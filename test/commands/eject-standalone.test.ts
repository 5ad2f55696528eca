/** `flowc eject --standalone`: what it writes, what it leaves alone, and what it refuses; test/standalone runs the projects. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { flowc, listFiles, readTree, type Tree } from "../support/project.js";
import { appOf } from "./app.js";

const app = {
  "swagger.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: /api }]
paths:
  /one: { get: { operationId: getOne, x-flow: one.xml, responses: { "200": { description: OK } } } }
  /two: { get: { operationId: getTwo, x-flow: two.xml, responses: { "200": { description: OK } } } }
`,
  "one.xml": '<flow><template>{"a":1}</template></flow>\n',
  "two.xml": '<flow><template>{"a":2}</template></flow>\n',
  "tests/one.xml": `<flow-test>
  <test-request>{ "path": "/api/one" }</test-request>
  <assert>[ [ "$response", "{\\"a\\":1}" ] ]</assert>
</flow-test>
`,
};

const outOf = (name: string): string => join(scratchDirectory("standalone"), name);

const ejected = `getOne: one.xml -> handlers/get-one.ts
  1 test runs it
1 test passes before and after
`;

const wrote = (out: string): string =>
  `${out}: ${listFiles(out).length} files, 1 test; README.md tells how to go on\n`;

test("without a name, the app is a project as it is, and says no more", async () => {
  const [directory, out] = [appOf("as-it-is", app), outOf("My App")];
  const done = await flowc("eject", directory, "--standalone", out);
  expect(done).toEqual({ code: 0, stdout: wrote(out), stderr: "" });
  expect(listFiles(out)).toEqual(
    expect.arrayContaining(["README.md", "src/server.ts", "src/endpoints/get-one.ts", "test/one.test.ts"]),
  );
  expect(existsSync(join(out, "src/handlers"))).toBe(false);
  expect(JSON.parse(readTree(out)["package.json"] ?? "")).toMatchObject({ name: "my-app" });
  expect(readTree(directory)).toEqual(app);
});

test("with a name, the project has its handler, and the flow directory stays as it is", async () => {
  const [directory, out] = [appOf("one-of-two", app), outOf("orders")];
  mkdirSync(out);
  const done = await flowc("eject", directory, "getOne", "--standalone", out);
  const stays = `${directory} stays as it is: --yes writes there, too\n`;
  expect(done).toEqual({ code: 0, stdout: ejected + wrote(out) + stays, stderr: "" });
  expect(listFiles(join(out, "src/handlers"))).toEqual(["get-one.ts"]);
  expect(listFiles(join(out, "src/endpoints"))).toContain("get-two.ts");
  expect(readTree(directory)).toEqual(app);
});

test("with --yes, the flow directory has the handlers, too, and shows what has changed there", async () => {
  const [directory, out] = [appOf("both", app), outOf("orders")];
  const done = await flowc("eject", directory, "getOne", "--standalone", out, "--yes");
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(/^\+export default handler\(/m);
  expect(done.stdout.endsWith(`\n${ejected}${wrote(out)}`)).toBe(true);
  expect(readTree(directory)).toHaveProperty(["handlers/get-one.ts"]);
  const again = await flowc("eject", directory, "--all", "--standalone", outOf("later"), "--yes");
  expect(again.stdout).toContain("\ngetTwo: two.xml -> handlers/get-two.ts\n");
  const last = outOf("last");
  const none = await flowc("eject", directory, "--all", "--standalone", last);
  expect(none.stdout).toBe(`no flow is left that could become a handler\n${wrote(last)}`);
  expect(listFiles(join(last, "src/handlers"))).toEqual(["get-one.ts", "get-two.ts"]);
});

test("an app none of whose flows can become a handler is a project all the same", async () => {
  const files = {
    ...app,
    "swagger.yaml": app["swagger.yaml"].replaceAll(/x-flow: \w+.xml, /g, ""),
    "overlay.yaml": `overlay: 1.0.0
info: { title: Flows, version: "1" }
actions:
  - { target: "$.paths['/one'].get", update: { x-flow: one.xml } }
  - { target: "$.paths['/two'].get", update: { x-flow: two.xml } }
`,
  };
  const [directory, out] = [appOf("none", files), outOf("orders")];
  expect(await flowc("eject", directory, "--all")).toMatchObject({ code: 1, stdout: "" });
  const done = await flowc("eject", directory, "--all", "--standalone", out);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(/^one\.xml stays: .*\ntwo\.xml stays: .*\n/);
  expect(done.stdout.endsWith(wrote(out))).toBe(true);
  expect(listFiles(join(out, "src/endpoints"))).toContain("get-one.ts");
});

/** What is refused, where `out` stands for a directory that is free: the exit code, and what standard error has. */
interface Refused {
  readonly args: (directory: string, out: string) => readonly string[];
  readonly code: number;
  readonly stderr: string;
  readonly more?: Tree;
}

const cases: Readonly<Record<string, Refused>> = {
  "a directory that is not empty": {
    args: (directory) => ["--standalone", dirname(directory)],
    code: 2,
    stderr: "is not empty. The project needs a directory of its own.",
  },
  "a file": {
    args: (_, out) => {
      writeFileSync(out, "");
      return ["--standalone", out];
    },
    code: 2,
    stderr: "is not a directory.",
  },
  "a directory in the flow directory": {
    args: (directory) => ["getOne", "--standalone", join(directory, "new/out"), "--yes"],
    code: 2,
    stderr: "is in the flow directory: the project would become a part of the app.",
  },
  "the flow directory": {
    args: (directory) => ["--standalone", directory],
    code: 2,
    stderr: "is in the flow directory",
  },
  "--undo": {
    args: (_, out) => ["--undo", "--all", "--standalone", out],
    code: 2,
    stderr: "--standalone is not for --undo.",
  },
  "--against without a name": {
    args: (_, out) => ["--standalone", out, "--against", "a.jsonl"],
    code: 2,
    stderr: "--against compares what changes: name operations, or say --all.",
  },
  "an unknown name": {
    args: (_, out) => ["getOnne", "--standalone", out, "--yes"],
    code: 2,
    stderr: "no flow getOnne. Did you mean getOne?",
  },
  "a flow with errors": {
    args: (_, out) => ["--standalone", out],
    code: 1,
    stderr: "two.xml:1:",
    more: { "two.xml": "<flow><evil/></flow>\n" },
  },
  "a test with errors": {
    args: (_, out) => ["--standalone", out],
    code: 1,
    stderr: "tests/two.xml:1:",
    more: { "tests/two.xml": "<flow-test><evil/></flow-test>\n" },
  },
  "a test with errors, and a name": {
    args: (_, out) => ["getOne", "--standalone", out, "--yes"],
    code: 1,
    stderr: "tests/two.xml:1:",
    more: { "tests/two.xml": "<flow-test><evil/></flow-test>\n" },
  },
};

describe.each(Object.entries(cases))("%s", (_, { args, code, stderr, more = {} }) => {
  test("is refused, and nothing is written", async () => {
    const files = { ...app, ...more };
    const [directory, out] = [appOf("refused", files), outOf("orders")];
    const done = await flowc("eject", directory, ...args(directory, out));
    expect(done).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(stderr) });
    expect(readTree(directory)).toEqual(files);
    expect(listFiles(dirname(out)).filter((path) => path !== basename(out))).toEqual([]);
  });
});
