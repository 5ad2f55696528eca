/** `flowc eject`: what it writes, and that `--undo` brings every byte back. */
import { describe, expect, test } from "vitest";
import { flowc, readTree, type Tree } from "../support/project.js";
import { appOf } from "./app.js";

const flow = (json: string): string => `<flow><template>${json}</template></flow>\n`;

const one: Tree = {
  "flows/one.xml": flow('{"a":1}'),
  "tests/one.xml": `<flow-test>
  <test-request>{ "path": "/api/one" }</test-request>
  <assert>[ [ "$response", "{\\"a\\":1}" ] ]</assert>
</flow-test>
`,
};

const head = 'openapi: 3.0.3\ninfo: { title: Orders, version: "1" }\nservers: [{ url: /api }]\n';
const responses = 'responses: { "200": { description: OK } }';

/** Descriptions, and what they are with handlers. All else of the app is the same. */
const forms: Readonly<Record<string, { readonly was: string; readonly is: string; readonly more?: Tree }>> = {
  "a member of an operation, with comments": {
    was: `${head}paths:
  /one:
    get: # gets one
      # its flow
      x-flow:   flows/one.xml   # one
      operationId: getOne
      ${responses}
`,
    is: `${head}paths:
  /one:
    get: # gets one
      # its flow
      x-flow-handler:   handlers/get-one.ts   # one
      operationId: getOne
      ${responses}
`,
  },
};

describe.each(Object.entries(forms))("%s", (_, { was, is, more = {} }) => {
  test("becomes a handler, and the flow again", async () => {
    const directory = appOf("eject", { ...one, ...more, "swagger.yaml": was });
    const before = readTree(directory);
    const shown = await flowc("eject", directory, "--all");
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatch(/\nnothing is written yet: --yes writes this\n$/);
    expect(readTree(directory)).toEqual(before);
    const done = await flowc("eject", directory, "--all", "--yes");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toMatch(/\n1 test passes before and after\n$/);
    const after = readTree(directory);
    expect(after["swagger.yaml"]).toBe(is);
    expect(after["flows/one.xml"]).toBeUndefined();
    expect(await flowc("test", directory)).toMatchObject({ code: 0 });
    expect(await flowc("eject", directory, "--undo", "--all", "--yes")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(readTree(directory)).toEqual(before);
  });
});
