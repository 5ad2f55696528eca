/** Clients that get the protocol wrong, files that come and go, huge ones, odd places: the server stays and says so. */
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { EditorClient, flowDirectory, marked, writeInto } from "../support/editor-client.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

const swagger = `swagger: "2.0"\nbasePath: /api\npaths:\n  /a: { get: { x-flow: a.xml } }\n`;
const flow = '<flow>\n  <template>{ "a": {{ $usr }} }</template>\n</flow>\n';

let client: EditorClient;

beforeEach(async () => {
  client = await EditorClient.start(flowDirectory({ "swagger.yaml": swagger, "a.xml": flow }), {
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
  });
});
afterEach(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toBe("");
});

/** The server still finds what is wrong. */
async function stillAnswers(): Promise<void> {
  await client.change("a.xml", flow);
  await client.until("a.xml", (codes) => codes.join() === "FLOW4027");
}

describe("a client", () => {
  test("asks for what there is not, and gets errors or nothing", async () => {
    await client.open("a.xml", flow);
    const position = { line: 0, character: 0 };
    await expect(client.ask("textDocument/frobnicate", {})).rejects.toThrow(/Unhandled method/);
    expect(await client.complete("missing.xml", position)).toEqual([]);
    expect(await client.hover("missing.xml", position)).toBeNull();
    expect(
      await client.ask("textDocument/hover", { textDocument: { uri: "untitled:1" }, position }),
    ).toBeNull();
    expect(await client.ask("textDocument/hover", {})).toBeNull();
    await stillAnswers();
  });
  test.each([
    [{ line: -1, character: 0 }],
    [{ line: 0.5, character: 0 }],
    [{ line: "1", character: 0 }],
    [{}],
    [undefined],
    ["x"],
  ])("gives no position: %j", async (position) => {
    await client.open("a.xml", flow);
    for (const method of [
      "completion",
      "hover",
      "definition",
      "references",
      "signatureHelp",
      "prepareRename",
    ])
      await expect(
        client.ask(`textDocument/${method}`, { textDocument: { uri: client.uri("a.xml") }, position }),
      ).rejects.toThrow();
    await stillAnswers();
  });
  test("gives positions behind the end, which count as the end", async () => {
    await client.open("a.xml", flow);
    for (const position of [
      { line: 1, character: 99_999 },
      { line: 99_999, character: 99_999 },
    ])
      expect(await client.hover("a.xml", position)).toBeNull();
    await stillAnswers();
  });
  test("changes what is not open, closes twice, and changes a range that there is not", async () => {
    await client.change("a.xml", flow);
    await client.close("a.xml");
    await client.open("a.xml", flow);
    await client.notify("textDocument/didChange", {
      textDocument: { uri: client.uri("a.xml"), version: 9 },
      contentChanges: [
        { range: { start: { line: 50, character: 1 }, end: { line: 40, character: 0 } }, text: "x" },
      ],
    });
    await client.close("a.xml");
    await client.close("a.xml");
    await client.open("a.xml", flow);
    await stillAnswers();
  });
});

test("text that is no message ends the session without a stack trace, or is passed over", async () => {
  await freshBuild();
  for (const text of [
    "GET / HTTP/1.1\r\n\r\n",
    "Content-Length: 5\r\n\r\n{{{{{",
    "Content-Length: 4\r\n\r\nnull",
  ]) {
    const server = spawn(process.execPath, [join(repository, "dist/bin/flowc.js"), "lsp"]);
    let errors = "";
    server.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    server.stdin.end(text);
    await new Promise((resolve) => server.once("exit", resolve));
    expect(errors).toMatch(/^flowc: [^\n]+\n$/);
  }
});

test.each([
  ["abc", 0],
  ["-5", 0],
  ["0", 0],
  ["", 0],
  ["99999999999999999999", 0],
  ["1e3", 0],
  ["7", 7],
  ["60000", 0],
])("a Content-Length of %j costs no message behind it", async (length, more) => {
  await freshBuild();
  const server = spawn(process.execPath, [join(repository, "dist/bin/flowc.js"), "lsp"]);
  onTestFinished(() => void server.kill());
  const asked = (id: number): string =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "initialize", params: { capabilities: {} } });
  const whole = `Content-Length: ${asked(2).length}\r\n\r\n${asked(2)}`;
  // In pieces, as pipes deliver them.
  for (const piece of [`Content-Length: ${length}\r\n\r\n${asked(1)}`, "x".repeat(more), ...whole])
    server.stdin.write(piece);
  let text = "";
  for await (const chunk of server.stdout) {
    text += chunk;
    if (text.includes('"id":2')) break;
  }
  expect(text).toContain('"id":2');
});

describe("places", () => {
  test("count UTF-16 units, behind characters of two", async () => {
    await client.open("a.xml", flow);
    const text = '<flow>\n  <template>{ "😀": "😀😀", "a": {{ $usr }} }</template>\n</flow>\n';
    await client.change("a.xml", text);
    await client.until("a.xml", (codes) => codes.includes("FLOW4027"));
    const start = marked(text.replace("$usr", "|$usr")).position;
    expect(client.found("a.xml")?.[0]?.range).toEqual({
      start,
      end: { ...start, character: start.character + 4 },
    });
    const { position } = marked(text.replace("$usr", "$|usr"));
    expect((await client.complete("a.xml", position)).map(({ label }) => label)).toContain("$request");
    // Between the halves of a character.
    expect(await client.hover("a.xml", { line: 1, character: 17 })).toBeNull();
  });
  test("of lines that end with CR LF stay right", async () => {
    await client.open("a.xml", flow.replaceAll("\n", "\r\n"));
    const [found] = await client.until("a.xml", (codes) => codes.includes("FLOW4027"));
    expect(found?.range.start).toEqual({ line: 1, character: 22 });
  });
});

describe("files", () => {
  test("vanish, and come back", async () => {
    await client.open("a.xml", flow);
    await client.until("a.xml", (codes) => codes.includes("FLOW4027"));
    rmSync(join(client.root, "swagger.yaml"));
    await changed();
    await client.untilLogged("no API description");
    writeInto(client.root, "swagger.yaml", swagger);
    await changed();
    await client.until("a.xml", (codes) => codes.includes("FLOW4027"));
    await stillAnswers();
  });
  test("appear that a flow has named before", async () => {
    const calls = '<flow>\n  <sub-flow src="b.xml"/>\n</flow>\n';
    await client.open("a.xml", calls);
    await client.until("a.xml", (codes) => codes.length > 0);
    writeInto(client.root, "b.xml", '<flow>\n  <template>{ "b": {{ $nobody }} }</template>\n</flow>\n');
    await changed();
    await client.until("a.xml", (codes) => codes.length === 0);
    await client.until("b.xml", (codes) => codes.includes("FLOW4027"));
  });
  test("that are saved show what takes longer to find", async () => {
    const xsl =
      '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:valueof/></xsl:stylesheet>';
    writeInto(client.root, "page.xsl", xsl);
    await client.open("a.xml", '<flow>\n  <xslt src="page.xsl"/>\n</flow>\n');
    await client.until("page.xsl", (codes) => codes.includes("FLOW4020"));
    writeInto(client.root, "page.xsl", xsl.replace("<xsl:valueof/>", ""));
    await client.notify("textDocument/didSave", { textDocument: { uri: client.uri("a.xml") } });
    await client.until("page.xsl", (codes) => codes.length === 0);
  });
  test("vanish with their directory", async () => {
    await client.open("a.xml", flow);
    await client.until("a.xml", (codes) => codes.includes("FLOW4027"));
    rmSync(client.root, { recursive: true });
    await changed();
    await client.untilLogged("ENOENT");
    await client.change("a.xml", flow.replace("$usr", "$"));
    await client.until("a.xml", (codes) => codes.some((code) => code.startsWith("FLOW2")));
  });
  test("of another program are left alone", async () => {
    await client.open("web.xml", "<web-app><servlet/></web-app>");
    expect(await client.complete("web.xml", { line: 0, character: 9 })).toEqual([]);
    await client.open("a.xml", flow);
    await stillAnswers();
  });
  test("that are huge are said to be, and looked at when they are not any more", async () => {
    await client.open("a.xml", `<flow>${" ".repeat(2_000_001)}</flow>`);
    const [found] = await client.until("a.xml", (codes) => codes.length === 1);
    expect(found?.message).toMatch(/more than 2000000 characters/);
    expect(await client.hover("a.xml", { line: 0, character: 2 })).toBeNull();
    await stillAnswers();
  });
  test("on disk may be too large for an editor", async () => {
    writeFileSync(join(client.root, "b.xml"), `<flow>${" ".repeat(2_000_001)}</flow>`);
    await client.open("a.xml", '<flow>\n  <sub-flow src="b.xml"/>\n</flow>\n');
    await client.untilLogged("b.xml has more than 2000000 characters");
    await stillAnswers();
  });

  const changed = () => client.notify("workspace/didChangeWatchedFiles", { changes: [] });
});

test("several apps in one folder keep to themselves; a flow outside of any is only read", async () => {
  writeInto(client.root, "other/swagger.yaml", swagger);
  await client.open("other/a.xml", flow);
  await client.open("a.xml", flow.replace("$usr", "1"));
  await client.until("other/a.xml", (codes) => codes.includes("FLOW4027"));
  rmSync(join(client.root, "swagger.yaml"));
  await client.open("lonely/b.xml", "<flow><eval>1</evl></flow>");
  await client.until("lonely/b.xml", (codes) => codes.join() === "FLOW1008");
});

test("any text of a flow can be asked anything", async () => {
  const odd = [
    "<",
    "<<",
    "</",
    "<flow",
    "<flow ",
    '<flow a="',
    "<flow><eval out='$",
    "<flow><template>{{",
    "<flow><template>{{loop $",
    "<flow><eval>$body/json[",
    "<!--",
    "<![CDATA[",
    '<flow><request>{ "a',
    "<flow><eval>'",
    "<flow></eval>",
    "&",
    "\u0000",
    "<flow><eval>concat(((((",
    '<flow><if test="$a/',
    "{{{{{{{{",
    '<flow><template>{"a":{{ $a ?? ',
    "\ud83d",
    "<flow>\n<\n</flow>",
  ];
  await client.open("a.xml", "");
  for (const text of odd) {
    await client.change("a.xml", text);
    for (let character = 0; character <= text.length; character++) {
      const position = { line: 0, character };
      await client.complete("a.xml", position);
      await client.hover("a.xml", position);
      await client.definition("a.xml", position);
      await client.signature("a.xml", position);
    }
    await client.symbols("a.xml");
  }
  expect(client.logged).toEqual([]);
  await stillAnswers();
}, 120_000);
