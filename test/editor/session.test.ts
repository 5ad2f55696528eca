/** The view of someone who edits a flow directory in an editor: sessions with `flowc lsp` over stdio. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hover, MarkupContent } from "vscode-languageserver-protocol/node";
import { EditorClient, flowDirectory, marked } from "../support/editor-client.js";

const swagger = `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
paths:
  /orders/{id}:
    get:
      x-flow: order.xml
`;

const init = `<flow>\n  <eval out="$tenant">"a"</eval>\n</flow>\n`;

const order = `<flow>
  <eval out="$id">number($request/params/id)</eval>
  <error if="$id > 999" status="404">{ "message": "no such order" }</error>
  <template>{ "id": {{ $id }}, "tenant": {{ $tenant }} }</template>
</flow>
`;

let client: EditorClient;

const markdown = (hover: Hover | null): string => (hover?.contents as MarkupContent | undefined)?.value ?? "";

beforeAll(async () => {
  client = await EditorClient.start(
    flowDirectory({ "swagger.yaml": swagger, "init.xml": init, "order.xml": order }),
  );
  await client.open("order.xml", order);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toBe("");
});

describe("diagnostics", () => {
  test("come from the text that is not saved, and go when it is right again", async () => {
    await client.change("order.xml", order.replace("{{ $id }}", "{{ $idd }}"));
    const [found] = await client.until("order.xml", (codes) => codes.includes("FLOW4027"));
    expect(found).toMatchObject({
      code: "FLOW4027",
      severity: 2,
      source: "flowc",
      range: { start: { line: 3, character: 23 }, end: { line: 3, character: 27 } },
    });
    await client.change("order.xml", order);
    await client.until("order.xml", (codes) => codes.length === 0);
  });

  test("of one flow stay while another one is broken", async () => {
    await client.open("init.xml", init);
    await client.change("init.xml", init.replace("$tenant", "$other"));
    await client.until("order.xml", (codes) => codes.includes("FLOW4027"));
    await client.change("init.xml", init.replace("$tenant", "$other").replace("</eval>", "</evl>"));
    await client.until("init.xml", (codes) => codes.includes("FLOW1008"));
    expect(client.found("order.xml")).toHaveLength(1);
    await client.change("init.xml", init);
    await client.until("order.xml", (codes) => codes.length === 0);
    await client.until("init.xml", (codes) => codes.length === 0);
  });
});

describe("completion", () => {
  test("names the actions behind <", async () => {
    const { text, position } = marked(order.replace("  <template>", "  <|\n  <template>"));
    await client.change("order.xml", text);
    const items = await client.complete("order.xml", position);
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["eval", "template", "if", "request"]),
    );
    await client.change("order.xml", order);
  });
});

test("symbols are the statements", async () => {
  const symbols = await client.symbols("order.xml");
  expect(symbols.map(({ name, detail }) => [name, detail])).toEqual([
    ["eval", "$id"],
    ["error", "404"],
    ["template", ""],
  ]);
});

test("hover tells what an action does, and the TypeScript that it becomes", async () => {
  const { position } = marked(order.replace("<eval", "<ev|al"));
  const hover = await client.hover("order.xml", position);
  const value = markdown(hover);
  expect(value).toContain("Evaluates the XPath expression in its body.");
  expect(value).toContain('```ts\n$.id = number(at($.request, "params", "id"));\n```');
});
