/** What requests of `flowc test` may be. */
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf, describing } from "./app.js";

const echo = `<flow>
  <template>{ "path": {{ $request/path }}, "name": {{ $body/json/name }}, "file": {{ $request/post/file }} }</template>
</flow>
`;
const files = { "swagger.yaml": describing({ "/echo/{id}": "echo.xml" }), "echo.xml": echo };

const withTest = (name: string, body: string, more: Readonly<Record<string, string>> = {}): string =>
  appOf(`requests-${name}`, { ...files, ...more, "tests/it.xml": `<flow-test>\n${body}\n</flow-test>\n` });

test("have any path that clients may send, as it is written", async () => {
  const directory = withTest(
    "path",
    `<test-request>{ "path": "/api/echo/1%2F..%2Fadmin" }</test-request>
    <assert>[ [ "json-parse($response)/path", "/api/echo/1%2F..%2Fadmin" ] ]</assert>`,
  );
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});

test("send files of the flow directory, named from the test", async () => {
  const directory = withTest(
    "files",
    `<test-request>{ "path": "/api/echo/1", "body": { "src": "ada.json" } }</test-request>
    <assert>[ [ "json-parse($response)/name", "Ada" ] ]</assert>
    <test-request>{ "path": "/api/echo/1", "uploads": [ { "name": "file", "src": "../notes.txt" } ] }</test-request>
    <assert>[ [ "json-parse($response)/file", "a note" ] ]</assert>`,
    { "tests/ada.json": '{ "name": "Ada" }', "notes.txt": "a note" },
  );
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});

test("name no file that is missing", async () => {
  const directory = withTest(
    "missing",
    `<test-request>{ "path": "/api/echo/1", "body": { "src": "bob.json" } }</test-request>
    <assert>[ [ "true()" ] ]</assert>`,
  );
  const { code, stderr } = await flowc("test", directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^.*tests\/it\.xml:2:\d+ error \w+ .*tests\/bob\.json/);
});

test("say why they cannot be sent", async () => {
  const directory = withTest(
    "refused",
    `<test-request>{ "path": "/api/echo/1", "method": {{ concat("TRA", "CE") }} }</test-request>
    <assert>[ [ "true()" ] ]</assert>`,
  );
  const { code, stdout } = await flowc("test", directory);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "an error ended the test: The test-request cannot be sent: The method TRACE cannot be sent.",
  );
  expect(stdout).not.toContain("Internal Server Error");
});
