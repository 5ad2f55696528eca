/** The proposals of `flowc lsp` at a place, which `|` marks. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "vscode-languageserver-protocol/node";
import { EditorClient, flowDirectory, marked, withEdits } from "../support/editor-client.js";

const swagger = `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
paths:
  /orders/{id}:
    post:
      x-flow: order.xml
      parameters:
        - { name: id, in: path, required: true, type: string }
        - name: body
          in: body
          schema:
            type: object
            properties:
              customer: { type: object, properties: { email: { type: string }, age: { type: integer } } }
              items: { type: array, items: { type: object, properties: { sku: { type: string } } } }
`;

const init = `<flow>\n  <eval out="$tenant">$env/TENANT</eval>\n</flow>\n`;

let client: EditorClient;

beforeAll(async () => {
  client = await EditorClient.start(
    flowDirectory({
      "swagger.yaml": swagger,
      "init.xml": init,
      "order.xml": "<flow/>",
      "shared/audit.xml": "<flow/>",
      "handlers/total.ts": `import { handler } from "flowc/handler";\n\nexport default handler(() => new Response());\n`,
      "shared/page.json": "{}",
    }),
    { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  );
  await client.open("order.xml", "<flow/>");
  await soon(async () => expect(await labels("<flow><eval>$|</eval></flow>")).toContain("$tenant"));
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

/** Repeats a check until it passes: more is known of the app once the author has rested. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 400 });

async function completions(text: string): Promise<{ items: readonly CompletionItem[]; text: string }> {
  const { text: written, position } = marked(text);
  await client.change("order.xml", written);
  return { items: await client.complete("order.xml", position), text: written };
}

const labels = async (text: string): Promise<readonly string[]> =>
  (await completions(text)).items.map(({ label }) => label);

/** Returns the text after one of them is chosen. */
async function chosen(written: string, label: string): Promise<string> {
  const { items, text } = await completions(written);
  const edit = items.find((item) => item.label === label)?.textEdit;
  if (edit === undefined || !("range" in edit)) throw new Error(`${label} is not offered.`);
  return withEdits(text, [edit]);
}

describe("elements", () => {
  test("continue a condition only behind one", async () => {
    expect(await labels('<flow><if test="1"/><|</flow>')).toContain("else");
    expect(await labels("<flow><|</flow>")).not.toContain("else");
  });
  test("of an action that takes others are those", async () => {
    expect(await labels("<flow><auth><|</auth></flow>")).toEqual(["user"]);
    expect(await labels("<flow><set-status><|</set-status></flow>")).toEqual([]);
  });
  test("come with what they need", async () => {
    expect(await chosen("<flow><sub|</flow>", "sub-flow")).toBe('<flow><sub-flow src="$1"$0/></flow>');
    expect(await chosen("<flow>|</flow>", "eval")).toBe("<flow><eval>$0</eval></flow>");
    expect(await chosen("<flow><ev|al>1</eval></flow>", "eval")).toBe("<flow><eval>1</eval></flow>");
  });
  test("end where they began", async () => {
    expect(await chosen('<flow><if test="1"></|</flow>', "if")).toBe('<flow><if test="1"></if></flow>');
  });
});

describe("attributes", () => {
  test("are those that the element does not have yet", async () => {
    expect(await labels('<flow><request content="a" |></request></flow>')).toEqual([
      "url",
      "method",
      "src",
      "if",
      "debug",
    ]);
    expect(await chosen("<flow><eval o|>1</eval></flow>", "out")).toBe(
      '<flow><eval out="\\$$1">1</eval></flow>',
    );
    expect(await chosen('<flow><eval o|="$a">1</eval></flow>', "out")).toBe(
      '<flow><eval out="$a">1</eval></flow>',
    );
  });
  test("name files from where the flow is", async () => {
    expect(await labels('<flow><sub-flow src="|"/></flow>')).toEqual([
      "handlers/total.ts",
      "init.xml",
      "shared/audit.xml",
    ]);
    expect(await labels('<flow><template src="|"/></flow>')).toContain("shared/page.json");
  });
  test("name requests, header fields, media types and values", async () => {
    const sent = '<flow><request content="users">{ "url": "http://a/" }</request>';
    await soon(async () => expect(await labels(`${sent}<pass-body request="|"/></flow>`)).toEqual(["users"]));
    expect(await labels('<flow><set-header name="|" value="1"/></flow>')).toContain("Content-Type");
    expect(await labels('<flow><echo mime="|">a</echo></flow>')).toContain("application/json");
    expect(await labels('<flow><template check="|">1</template></flow>')).toEqual(["true", "false"]);
  });
});

describe("JSON", () => {
  test("of a request has its properties, and those of what is in it", async () => {
    expect(await labels('<flow><request>{ "|" }</request></flow>')).toEqual(
      expect.arrayContaining(["url", "headers", "options", "body"]),
    );
    expect(await labels('<flow><request>{ "url": "a", | }</request></flow>')).not.toContain("url");
    expect(await labels('<flow><request>{ "options": { "|" } }</request></flow>')).toContain("timeout");
    expect(await labels('<flow><requests>{ "a": { "body": { "|" } } }</requests></flow>')).toEqual([
      "src",
      "value",
      "mime",
    ]);
    expect(await labels('<flow><request>{ "headers": { "|" } }</request></flow>')).toContain("Accept");
    expect(await chosen('<flow><request>{ "opt|" }</request></flow>', "options")).toBe(
      '<flow><request>{ "options" }</request></flow>',
    );
    expect(await chosen("<flow><request>{ | }</request></flow>", "options")).toBe(
      '<flow><request>{ "options": { $1 } }</request></flow>',
    );
  });
  test("has values where only some are possible", async () => {
    expect(await labels('<flow><request>{ "options": { "exit-on-error": | } }</request></flow>')).toEqual([
      "true",
      "false",
    ]);
    expect(await labels('<flow><request>{ "options": { "tls-version": "|" } }</request></flow>')).toContain(
      "TLSv1.3",
    );
    expect(await labels('<flow><request>{ "headers": { "Accept": "|" } }</request></flow>')).toContain(
      "text/csv",
    );
  });
});

describe("expressions", () => {
  test("have functions with their signatures, and variables", async () => {
    const { items } = await completions("<flow><eval>con|</eval></flow>");
    expect(items.find(({ label }) => label === "concat")).toMatchObject({
      detail: expect.stringMatching(/^string concat\(/),
      textEdit: { newText: "concat($1)" },
    });
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["$request", "$tenant"]));
  });
  test("have the variables that are set before, first of all", async () => {
    const { items } = await completions(
      '<flow><eval out="$one">1</eval><eval>$|</eval><eval out="$late">1</eval></flow>',
    );
    expect(items[0]?.label).toBe("$one");
    expect(items.map(({ label }) => label)).not.toContain("$late");
    expect(items.find(({ label }) => label === "$tenant")?.detail).toBe("set in init.xml");
  });
  test("have operators behind an operand", async () => {
    expect(await labels("<flow><eval>$request |</eval></flow>")).toEqual(["and", "or", "div", "mod"]);
  });
  test("have the members that the API description lists", async () => {
    expect(await labels("<flow><eval>$body/|</eval></flow>")).toEqual(["json"]);
    expect(await labels("<flow><eval>$body/json/|</eval></flow>")).toEqual(["customer", "items"]);
    expect(await labels("<flow><eval>count($body/json/customer/|</eval></flow>")).toEqual(["email", "age"]);
    expect(await labels("<flow><eval>$body/json/items/value[|]</eval></flow>")).toContain("sku");
    expect(
      await labels("<flow><template>{{loop $body/json/items}} {{ | }} {{end}}</template></flow>"),
    ).toContain("sku");
  });
  test("have the members of predefined variables, and those that a template has written", async () => {
    expect(await labels("<flow><eval>$request/|</eval></flow>")).toEqual(
      expect.arrayContaining(["method", "headers", "params"]),
    );
    expect(await labels("<flow><eval>$request/params/|</eval></flow>")).toEqual(["id"]);
    expect(await labels("<flow><eval>$request/headers/|</eval></flow>")).toContain("content-type");
    expect(await labels("<flow><eval>$env/|</eval></flow>")).toEqual(["TENANT"]);
    const written = '<template out="$config">{ "stage": "prod", "answer": 42 }</template>';
    await client.change("order.xml", `<flow>${written}</flow>`);
    await soon(async () =>
      expect(await labels(`<flow>${written}<eval>$config/|</eval></flow>`)).toEqual(["stage", "answer"]),
    );
  });
  test("are found in templates, conditions and texts of attributes", async () => {
    expect(await labels('<flow><template>{ "a": {{ $| }} }</template></flow>')).toContain("$tenant");
    expect(await labels('<flow><if test="$|"/></flow>')).toContain("$tenant");
    expect(await labels('<flow><request url="http://a/{$|}"/></flow>')).toContain("$tenant");
    expect(await labels('<flow><request url="http://a/$|"/></flow>')).toEqual([]);
    expect(await labels("<flow><template>{{| }}</template></flow>")).toEqual(
      expect.arrayContaining(["loop", "with"]),
    );
  });
  test("have the variables that the template has defined", async () => {
    expect(await labels("<flow><template>{{$own := 1}} {{ $| }}</template></flow>")).toContain("$own");
  });
  test("name requests and files in the arguments of functions", async () => {
    const sent = '<flow><request content="users">{ "url": "http://a/" }</request>';
    await soon(async () =>
      expect(await labels(`${sent}<eval>content("|")</eval></flow>`)).toEqual(["users"]),
    );
    expect(await labels("<flow><eval>json-doc('|')</eval></flow>")).toContain("shared/page.json");
  });
});

test("an API description has our extensions where they can stand, and flows behind them", async () => {
  const offered = async (text: string) => {
    const { text: written, position } = marked(text);
    await client.open("swagger.yaml", written);
    return (await client.complete("swagger.yaml", position)).map(({ label }) => label);
  };
  expect(await offered(`swagger: "2.0"\n|\n`)).toContain("x-flow-init");
  expect(await offered(`paths:\n  /a:\n    get:\n      |\n`)).toEqual([
    "x-flow",
    "x-flow-handler",
    "x-flow-proxy",
    "x-flow-validate",
    "x-flow-limit",
  ]);
  expect(await offered(`paths:\n  /a:\n    get: { x-flow: | }\n`)).toContain("shared/audit.xml");
  expect(await offered(`paths:\n  /a:\n    get: { x-flow-handler: | }\n`)).toEqual(["handlers/total.ts"]);
  expect(await offered(`paths:\n  /a:\n    x-flow-proxy:\n      |\n`)).toContain("stripEndpoint");
  expect(await offered(`info:\n  |\n`)).toEqual([]);
  await client.close("swagger.yaml");
});

test("an item says more when it is asked", async () => {
  const { items } = await completions("<flow><|</flow>");
  const item = items.find(({ label }) => label === "request");
  const resolved = await client.ask<CompletionItem>("completionItem/resolve", item ?? {});
  expect(resolved.documentation).toEqual({
    kind: "markdown",
    value: "Sends one HTTP request and waits for the response.",
  });
});

test("a call shows its signature, and the argument that is written", async () => {
  const { text, position } = marked("<flow><eval>replace($request/path, '|')</eval></flow>");
  await client.change("order.xml", text);
  const help = await client.signature("order.xml", position);
  expect(help).toMatchObject({
    activeParameter: 1,
    signatures: [{ label: expect.stringMatching(/^string replace\(/) }],
  });
});
