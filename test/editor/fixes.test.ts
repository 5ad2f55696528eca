/** Quick fixes: what `flowc lsp` offers for a finding, and that the finding is gone afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { EditorClient, flowDirectory, withEdits } from "../support/editor-client.js";

const swagger = `swagger: "2.0"\nbasePath: /api\npaths:\n  /a: { get: { x-flow: a.xml } }\n`;

let client: EditorClient;

beforeAll(async () => {
  client = await EditorClient.start(flowDirectory({ "swagger.yaml": swagger, "a.xml": "<flow/>" }));
  await client.open("a.xml", "<flow/>");
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toBe("");
});

test.each([
  ["FLOW4002", "<flow>\n  <evel>1</evel>\n</flow>\n", "Write eval", "<flow>\n  <eval>1</eval>\n</flow>\n"],
  [
    "FLOW2003",
    "<flow>\n  <eval>cuncat('a', 'b')</eval>\n</flow>\n",
    "Write concat",
    "<flow>\n  <eval>concat('a', 'b')</eval>\n</flow>\n",
  ],
  [
    "FLOW4027",
    '<flow>\n  <eval out="$user">1</eval>\n  <template>{ "a": {{ $usr }} }</template>\n</flow>\n',
    "Write user",
    '<flow>\n  <eval out="$user">1</eval>\n  <template>{ "a": {{ $user }} }</template>\n</flow>\n',
  ],
  [
    "FLOW4027",
    '<flow>\n  <template>{ "a": {{ $usr }} }</template>\n</flow>\n',
    "Silence FLOW4027 here",
    '<flow>\n  <!-- flowc-ignore FLOW4027: -->\n  <template>{ "a": {{ $usr }} }</template>\n</flow>\n',
  ],
  [
    "FLOW4027",
    '<flow>\n  <template>\n  { "a": 1,\n    "b": {{ $usr }} }\n  </template>\n</flow>\n',
    "Silence FLOW4027 here",
    '<flow>\n  <template>\n  { "a": 1,\n    {{// flowc-ignore FLOW4027: }}\n    "b": {{ $usr }} }\n  </template>\n</flow>\n',
  ],
])("%s in %j: %s", async (code, text, title, expected) => {
  await client.change("a.xml", text);
  const found = (await client.until("a.xml", (codes) => codes.includes(code))).find(
    (one) => one.code === code,
  );
  if (found === undefined) throw new Error(`${code} is not found.`);
  const fixes = await client.fixes("a.xml", found);
  const fix = fixes.find((one) => one.title === title);
  expect(fixes.map((one) => one.title)).toContain(title);
  const changed = withEdits(text, fix?.edit?.changes?.[client.uri("a.xml")] ?? []);
  expect(changed).toBe(expected);
  await client.change("a.xml", changed);
  await client.until("a.xml", (codes) => !codes.includes(code));
});
