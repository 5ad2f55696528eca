/** `flowc explain`, `routes`, `request` and `init`, run as people do. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { explanations } from "../../bin/shared/explanations.js";
import { catalogue } from "../../compiler/diagnostics/catalogue.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc, listFiles, repository, tscStrict } from "../support/project.js";
import { serve } from "../support/servers.js";
import { appOf, describing } from "./app.js";
import { sharedApp, shares } from "./handler-shares.js";

describe("explain", () => {
  test("prints what a code means, what to write instead, and how to silence it", async () => {
    expect(await flowc("explain", "FLOW2003")).toEqual({
      code: 0,
      stdout:
        "FLOW2003: error, in FLOW20: XPath\n\nThere is no function …().\n\nInstead: `concatt('a', 'b')` → `concat('a', 'b')`\n",
      stderr: "",
    });
    const { stdout } = await flowc("explain", "flow4004");
    expect(await flowc("explain", "4004")).toMatchObject({ code: 0, stdout });
    expect(stdout).toMatch(/^FLOW4004: warning, in FLOW40: flows and actions\n/);
    expect(stdout).toContain("\nTo silence it: <!-- flowc-ignore FLOW4004: why -->\n");
  });

  test("prints a decision, and names the nearest one for an identifier that there is not", async () => {
    const { stdout } = await flowc("explain", "d-req-07");
    expect(stdout).toMatch(/^D-REQ-07: Repeated names, in Requests and routing\n\nThe original engine: /);
    expect(stdout).toContain("Noticed by: clients, upstream systems.\n");
    const stderr = "There is no decision D-REQ-7.";
    expect(await flowc("explain", "D-REQ-7")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(stderr),
    });
  });

  test("knows every code", async () => {
    const explained = explanations(readFileSync(join(repository, "docs/diagnostics.md"), "utf8"));
    const codes = Object.values(catalogue).map(({ code }) => code);
    expect([...explained.keys()].sort()).toEqual([...codes].sort());
    for (const found of explained.values())
      expect(found.text).toMatch(/^FLOW\d{4}: (error|warning), in FLOW\d\d: .+\n\n.+\n/);
  });

  test.each([
    ["FLOW2O03", "There is no diagnostic FLOW2O03. Did you mean FLOW2003?\n"],
    ["nonsense", "There is no diagnostic nonsense.\n"],
    ["\u001b[2J", "There is no diagnostic \ufffd[2J.\n"],
  ])("says which code %j may be meant", async (code, stderr) => {
    expect(await flowc("explain", code)).toEqual({ code: 2, stdout: "", stderr });
  });
});

const app = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-validate:
  request: true
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
paths:
  /orders/{id}:
    get:
      x-flow: order.xml
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { "200": { description: ok }, "404": { description: none } }
  /all:
    x-flow: all.xml
`,
  "order.xml": `<flow>
  <request content="order">
  { "url": {{ concat($env/ORDERS, "/orders/", $request/params/id) }} }
  </request>
  <sub-flow src="shared/stock.xml"/>
  <set-status code="404" if="content('order')/json/id = 0"/>
  <template>{ "id": {{ $request/params/id }} }</template>
</flow>
`,
  "all.xml":
    '<flow>\n  <template>{ "method": {{ $request/method }}, "body": {{ $body }}, "who": {{ $request/headers/x-who }} }</template>\n</flow>\n',
  "shared/stock.xml": `<flow>
  <request content="stock">{ "url": "http://127.0.0.1:9/stock" }</request>
</flow>
`,
};

const validateRoutes = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(join(repository, "docs/commands/routes.schema.json"), "utf8")),
);

describe("routes", () => {
  test("lists what the app answers", async () => {
    const { code, stdout, stderr } = await flowc("routes", appOf("routes-text", app));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`Method  Path              Flow       Before the flow        Upstream requests  Module
GET     /api/orders/{id}  order.xml  validates the request  order, stock       endpoints/get-orders-by-id.ts
any     /api/all          all.xml    validates the request  -                  endpoints/all.ts
`);
  });

  test("lists it in JSON", async () => {
    const { stdout } = await flowc("routes", appOf("routes-json", app), "--format", "json");
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      routes: [
        {
          method: "GET",
          path: "/api/orders/{id}",
          flow: "order.xml",
          answeredBy: "flow",
          module: "endpoints/get-orders-by-id.ts",
          guards: ["validates the request"],
          upstream: [
            {
              id: "order",
              url: '{{ concat($env/ORDERS, "/orders/", $request/params/id) }}',
              place: "order.xml:2",
            },
            { id: "stock", url: "http://127.0.0.1:9/stock", place: "shared/stock.xml:2" },
          ],
          statuses: ["200", "404"],
        },
        expect.objectContaining({ method: "*", path: "/api/all", upstream: [], statuses: [] }),
      ],
      share: { operations: 2, handlers: 0 },
    });
  });

  test("says which tokens an operation requires, and which it takes, with their scopes", async () => {
    const securities = {
      "/none": "[]",
      "/own": "[{ Own: [] }]",
      "/scopes": "[{ Login: [read, write] }]",
      "/either": "[{ Own: [] }, { Login: [read] }]",
      "/both": "[{ Own: [], Login: [read] }]",
      "/optional": "[{}, { Login: [read] }]",
      "/last": "[{ Own: [] }, {}]",
    };
    const directory = appOf("routes-tokens", {
      "openapi.yaml": `openapi: 3.0.3
info: { title: T, version: "1" }
components:
  securitySchemes:
    Own: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: { env: KEY }, alg: HS256 } }
    Login: { type: apiKey, in: header, name: Cookie, x-flow-cookiename: login, x-flow-jwt: { key: { env: KEY }, alg: HS256 } }
paths:
${Object.entries(securities)
  .map(([path, security]) => `  ${path}: { get: { x-flow: a.xml, security: ${security} } }\n`)
  .join("")}`,
      "a.xml": "<flow><template>{}</template></flow>",
    });
    const { stdout, stderr } = await flowc("routes", directory, "--format", "json");
    expect(stderr).toBe("");
    const { routes } = JSON.parse(stdout) as { routes: { path: string; guards: string[] }[] };
    expect(Object.fromEntries(routes.map(({ path, guards }) => [path, guards]))).toEqual({
      "/none": [],
      "/own": ["requires Own"],
      "/scopes": ["requires Login (read write)"],
      "/either": ["requires Own or Login (read)"],
      "/both": ["requires Own and Login (read)"],
      "/optional": ["takes Login (read)"],
      "/last": ["takes Own"],
    });
  });

  test("lists where the app serves its description, and the page about it", async () => {
    const directory = appOf("routes-docs", {
      "swagger.yaml": describing(
        { "/a": "a.xml" },
        "x-flow-docs: { page: /docs, description: /openapi.json }\nx-flow-init: init.xml",
      ),
      "a.xml": "<flow><template>{}</template></flow>",
      "init.xml": "<flow/>",
    });
    expect(
      (await flowc("routes", directory)).stdout,
    ).toBe(`Method  Path               Flow   Before the flow  Upstream requests  Module
GET     /api/openapi.json  -      -                -                  description.ts
GET     /api/docs          -      -                -                  description.ts
any     /api/a             a.xml  -                -                  endpoints/a.ts
`);
    const { routes } = JSON.parse((await flowc("routes", directory, "--format", "json")).stdout);
    expect(routes[1]).toEqual({
      method: "GET",
      path: "/api/docs",
      flow: null,
      answeredBy: "page",
      module: "description.ts",
      guards: [],
      upstream: [],
      statuses: [],
    });
  });

  test.each(Object.entries(shares))("tells the share of handlers: %s", async (_, expected) => {
    const directory = sharedApp("routes-share", expected.paths, expected.description);
    const { stdout } = await flowc("routes", directory);
    const [, text] = stdout.split("\n\n");
    expect(text).toBe(expected.text && `${expected.text}\n`);
    const found = JSON.parse((await flowc("routes", directory, "--format", "json")).stdout);
    expect(validateRoutes(found), JSON.stringify(validateRoutes.errors)).toBe(true);
    expect(found.share).toEqual({ operations: expected.operations, handlers: expected.handlers });
  });

  test("tells what answers each route", async () => {
    const directory = sharedApp(
      "routes-answers",
      [
        "/a: { x-flow: calls.xml }",
        "/b: { x-flow-handler: handlers/calls.ts }",
        '/c/**: { x-flow-proxy: { origin: "http://127.0.0.1:9" } }',
        '/d: { get: { responses: { "200": { description: D, content: { application/json: { example: {} } } } } } }',
      ],
      "x-flow-docs: { page: /docs, description: /openapi.json }",
    );
    const { routes } = JSON.parse((await flowc("routes", directory, "--format", "json")).stdout) as {
      routes: { path: string; answeredBy: string }[];
    };
    expect(Object.fromEntries(routes.map(({ path, answeredBy }) => [path, answeredBy]))).toEqual({
      "/openapi.json": "description",
      "/docs": "page",
      "/a": "flow",
      "/b": "handler",
      "/c/**": "proxy",
      "/d": "mock",
    });
  });

  test("has the places where a handler and its modules send requests", async () => {
    const directory = appOf("routes-handler-places", {
      "swagger.yaml": "swagger: '2.0'\npaths:\n  /a: { x-flow-handler: handlers/a.ts }\n",
      "handlers/a.ts": `import { handler, respond, upstream } from "flowc/handler";
import { stock } from "./stock.js";
export default handler(async ($) => {
  await stock($);
  respond($, await upstream($, "order", { url: "http://orders.example" }));
});
`,
      "handlers/stock.ts": `import { type Context, upstream } from "flowc/handler";
export const stock = ($: Context) => upstream($, "stock", { url: "http://stock.example" });
`,
    });
    const { routes } = JSON.parse((await flowc("routes", directory, "--format", "json")).stdout);
    expect(routes[0].upstream.map(({ id, place }: { id: string; place: string }) => [id, place])).toEqual([
      ["order", "handlers/a.ts:5"],
      ["stock", "handlers/stock.ts:2"],
    ]);
  });

  test("reports errors instead", async () => {
    const directory = appOf("routes-error", { "swagger.yaml": describing({ "/a": "none.xml" }) });
    const { code, stdout, stderr } = await flowc("routes", directory);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(" error FLOW4011 ");
  });
});

/** Times differ from run to run. */
const withoutTimes = (text: string): string =>
  text
    .replace(/ *\b\d+\.\d ms(?=\n|$)/g, "  T")
    .replace(/^ *\d+\.\d ms/gm, "T")
    .replace(/, {2}T$/gm, ", T");

describe("request", () => {
  test("prints the answer, and what has run", async () => {
    const { code, stdout, stderr } = await flowc(
      "request",
      appOf("request-answer", app),
      "post",
      "/api/all?x=1",
      ...["-H", "Content-Type: application/json", "-H", "X-Who: Ada: Lovelace", "-d", '{ "n": 1 }'],
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      '200\ncontent-type: application/json\n\n{"method":"POST","body":{"n":1},"who":"Ada: Lovelace"}\n',
    );
    expect(withoutTimes(stderr)).toBe(
      [
        "POST /api/all?x=1: 200, T",
        "T  all.xml",
        "T  all.xml:2:3 template  T",
        'T    template: {"method":"POST","body":{"n":1},"who":"Ada: Lovelace"}',
        "",
      ].join("\n"),
    );
  });

  test("prints the trace, if it is asked for", async () => {
    const { code, stdout, stderr } = await flowc(
      "request",
      appOf("request-trace", app),
      "GET",
      "/api/all?password=hidden-in-it",
      "--trace",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain("hidden-in-it");
    const made = JSON.parse(stdout) as Trace;
    expect(made).toMatchObject({ version: 2, route: "/all", flow: "all.xml", response: { status: 200 } });
    expect(made.events.map(({ kind }) => kind)).toContain("action");
  });

  test("tells what the app logs of errors", async () => {
    const { code, stdout, stderr } = await flowc(
      "request",
      appOf("request-upstream", app),
      "GET",
      "/api/orders/1",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^200\n/);
    expect(stderr).toMatch(
      /^logged meanwhile:\n {2}order\.xml:2: .*order.*\n {2}shared\/stock\.xml:2: .*stock.*\n(?! )/m,
    );
    expect(withoutTimes(stderr)).toMatch(
      /^T {2}order\.xml:\d+:3 sub-flow {2}T\nT {4}shared\/stock\.xml:2:3 request {2}T\nT {6}stock: GET http:\/\/127\.0\.0\.1:9\/stock: no response, /m,
    );
  });

  test("prints the answer of a path that there is not, too", async () => {
    const { code, stdout } = await flowc("request", appOf("request-none", app), "GET", "/api/none");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^400\n[\s\S]*\n\n\{"error":\{"message":"Input Validation Failed"/);
  });

  test.each([
    [["GET", "api/all"], "The target has to begin with a slash"],
    [["GET", "/api/all", "-H", "nothing"], "It has the form 'Name: value'."],
    [["GE T", "/api/all"], "GE T is no method."],
    [["GET", "/api/all", "-d", "x"], "A GET request has no body."],
    [["GET", "/api/all", "-H", "a b: c"], "a b is no name of a header field."],
  ])("refuses %j", async (args, said) => {
    const { code, stdout, stderr } = await flowc("request", appOf("request-wrong", app), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("    at ");
  });
});

describe("init", () => {
  test("starts an app that is checked, tested, built and run", async () => {
    const directory = join(scratchDirectory("init"), "app");
    const { code, stdout } = await flowc("init", directory);
    expect(code).toBe(0);
    expect(stdout).toContain(`wrote ${join(directory, "swagger.yaml")}\n`);
    expect(stdout).toContain(`wrote ${join(directory, "AGENTS.md")}\n`);
    expect(await flowc("check", directory, "--strict")).toMatchObject({ code: 0, stdout: "" });
    expect(await flowc("test", directory, "--min-coverage", "100")).toMatchObject({ code: 0 });
    // Beside the project, whose package.json would keep its types from the flowc of this repository.
    const gen = `${directory}-gen`;
    expect(await flowc("build", directory, "-o", gen, "--strict")).toMatchObject({ code: 0 });
    expect(await tscStrict(gen)).toBe("");
    const server = await serve(gen);
    onTestFinished(server.stop);
    const answer = await fetch(`${server.url}/api/hello?name=Ada`);
    expect(await answer.text()).toBe('{"greeting":"Hello, Ada!"}');
  });

  test("lists its files in JSON, and leaves directions for agents alone that are there", async () => {
    const directory = appOf("init-json", { "AGENTS.md": "mine" });
    const { code, stdout } = await flowc("init", directory, "--format", "json");
    const schema = JSON.parse(readFileSync(join(repository, "docs/commands/init.schema.json"), "utf8"));
    expect(new Ajv2020().validate(schema, JSON.parse(stdout))).toBe(true);
    const { version, files, next } = JSON.parse(stdout);
    expect({ code, version, next }).toMatchObject({
      code: 0,
      version: 1,
      next: [
        `cd ${directory}`,
        expect.stringMatching(/^npm i -D \.\/flowc-[\d.]+\.tgz/),
        "npm run dev",
        "npm test",
        "npm run build && npm start",
      ],
    });
    expect(files.sort()).toEqual(
      listFiles(directory)
        .filter((path) => path !== "AGENTS.md")
        .map((path) => join(directory, path)),
    );
    expect(readFileSync(join(directory, "AGENTS.md"), "utf8")).toBe("mine");
  });

  test("overwrites nothing", async () => {
    const directory = appOf("init-taken", { "hello.xml": "mine" });
    const { code, stdout, stderr } = await flowc("init", directory);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`flowc: ${join(directory, "hello.xml")} exists; nothing is overwritten.\n`);
    expect(listFiles(directory)).toEqual(["hello.xml"]);
    expect(readFileSync(join(directory, "hello.xml"), "utf8")).toBe("mine");
  });

  test("writes to where it runs if no directory is named", async () => {
    const directory = scratchDirectory("init-here");
    await flowc("--version"); // it is built
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(repository, "dist/bin/flowc.js"), "init"],
      {
        cwd: directory,
      },
    );
    expect(existsSync(join(directory, "tests/hello.xml"))).toBe(true);
    expect(stdout).toContain("npm run dev\n      npm test\n");
    const { scripts } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    expect(scripts).toMatchObject({ dev: "flowc dev", build: "flowc build -o gen" });
  });

  test("says what keeps it from writing", async () => {
    const directory = scratchDirectory("init-file");
    writeFileSync(join(directory, "file"), "");
    const { code, stderr } = await flowc("init", join(directory, "file"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^flowc: E[A-Z]+: /);
  });
});

/** The body that a server answers with, as soon as it listens. */
