/** What `flowc eject --all` does about flows whose handlers would answer otherwise: these stay, and all others go on. */
import { expect, test } from "vitest";
import { appOf } from "../commands/app.js";
import { flowc, readTree } from "../support/project.js";

const files = {
  "swagger.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /a:
    post: { operationId: ordered, x-flow: ordered.xml, responses: { "200": { description: OK } } }
  /b:
    post: { operationId: plain, x-flow: plain.xml, responses: { "200": { description: OK } } }
`,
  // The flow has the order of the client's members, and a handler that of the names.
  "ordered.xml": "<flow><template>{ {{: $body/json/b | $body/json/a }} }</template></flow>\n",
  "plain.xml": '<flow><template>{ "a": {{ $body/json/a }} }</template></flow>\n',
  "tests/ordered.xml": `<flow-test>
  <test-request>{ "path": "/a", "method": "POST", "body": { "value": { "a": 1, "b": 2 } } }</test-request>
  <assert>[ [ "$response", "{\\"a\\":1,\\"b\\":2}" ] ]</assert>
</flow-test>
`,
};

test("a flow whose test would fail stays, with the difference", async () => {
  const directory = appOf("eject-left", files);
  const { code, stdout } = await flowc("eject", directory, "--all", "--yes");
  expect(code).toBe(0);
  expect(stdout).toContain("plain: plain.xml -> handlers/plain.ts\n");
  expect(stdout).toContain(
    'ordered.xml stays: Tests would fail that pass now:\ntests/ordered.xml\n  tests/ordered.xml:3 $response: the values differ\n    expected: "{\\"a\\":1,\\"b\\":2}"\n    actual:   "{\\"b\\":2,\\"a\\":1}"\n',
  );
  const after = readTree(directory);
  expect(after["swagger.yaml"]).toContain("x-flow: ordered.xml");
  expect(after["swagger.yaml"]).toContain("x-flow-handler: handlers/plain.ts");
  expect(after["handlers/ordered.ts"]).toBeUndefined();
});

test("by its name, it is refused, and nothing is written", async () => {
  const directory = appOf("eject-left-named", files);
  const before = readTree(directory);
  const { code, stderr } = await flowc("eject", directory, "ordered", "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("Tests would fail that pass now:\ntests/ordered.xml\n");
  expect(readTree(directory)).toEqual(before);
});
