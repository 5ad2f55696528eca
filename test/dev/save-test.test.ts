/** A request that an app has answered becomes a test, which `flowc test` passes at once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testPath } from "../../bin/recording/save-test/names.js";
import { saveTest } from "../../bin/recording/save-test/save-test.js";
import { testOf } from "../../bin/recording/save-test/test-of.js";
import { recentlyUsed } from "../../compiler/source/store.js";
import type { Fields } from "../../runtime/observe/trace/exchange.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { appOf, describing } from "../commands/app.js";
import { flowc } from "../support/project.js";
import { bearer, securedPath } from "../support/secured.js";
import { hmacToken, rsaKeys, rsaToken, secret } from "../support/tokens.js";
import { body, exchange, type TypedBody, traceOf } from "./support/traces.js";

const swagger = describing({
  "/hello": "hello.xml",
  "/stock/{shelf}": "stock.xml",
  "/echo": "echo.xml",
  "/pages": "pages.xml",
});

const files = {
  "swagger.yaml": swagger,
  "hello.xml": `<flow><template>{ "hello": {{ $request/get/name }} }</template></flow>`,
  "stock.xml": `<flow>
    <request content="items">{ "url": {{ concat($env/STOCK, "/items") }} }</request>
    <error if="$upstream/items/status != 200" status="502">"no stock"</error>
    <template>{ "items": {{ content("items")/json/list }}, "etag": {{ $upstream/items/headers/etag }} }</template>
  </flow>`,
  "echo.xml": `<flow><copy in="fit://request/request/body"/></flow>`,
  "pages.xml": `<flow>
    <request content="page">{ "url": "http://pages.example/1" }</request>
    <eval out="$first">content("page")/json/n</eval>
    <request content="page">{ "url": "http://pages.example/1" }</request>
    <template>[ {{ $first }}, {{ content("page")/json/n }} ]</template>
  </flow>`,
};

const facts = {
  environment: {},
  files: [],
  read: () => undefined,
  isSecret: () => false,
  leftOut: new Set<string>(),
};

const options = { environment: {}, isSecret: () => false, store: recentlyUsed(200) };

/** Saves a test, and runs it. Returns its text, and those of the files beside it. */
async function saved(
  name: string,
  trace: Trace,
  more: Partial<Parameters<typeof saveTest>[1]> & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Readonly<Record<string, string>>> {
  const directory = appOf(name, { ...files, ...more.files });
  const result = await saveTest(trace, { ...options, ...more, directory });
  if ("problem" in result) throw new Error(result.problem);
  const { code, stdout, stderr } = await flowc("test", directory, result.path);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: "" });
  const written = readdirSync(join(directory, "tests"));
  return Object.fromEntries(
    written.map((file) => [file, readFileSync(join(directory, "tests", file), "utf8")]),
  );
}

const json = (value: unknown) => body("application/json", JSON.stringify(value));

describe("A saved test", () => {
  test("sends the request again, and expects each member of the answer", async () => {
    const trace = traceOf({
      target: "/api/hello?name=Ada",
      flow: "hello.xml",
      answer: json({ hello: "Ada" }),
    });
    expect(await saved("save-hello", trace)).toEqual({
      "get-hello.xml": `<flow-test>
  <!-- Saved from a request that the app answered: GET /api/hello?name=Ada -->

  <test-request>{ "path": "/api/hello?name=Ada" }</test-request>

  <eval out="$answer">json-parse($response)</eval>
  <assert>
  [
    [ "$status", 200 ],
    [ "$headers/content-type", "application/json" ],
    [ "$answer/hello", "Ada" ]
  ]
  </assert>
</flow-test>
`,
    });
  });

  test("answers upstream requests as they were answered, with the environment that the flow reads", async () => {
    const trace = traceOf({
      target: "/api/stock/7",
      route: "/stock/{shelf}",
      flow: "stock.xml",
      answer: json({ items: [{ id: 1 }, { id: 2 }], etag: '"v1"' }),
      events: [
        exchange("items", "http://stock.example/items", json({ list: [{ id: 1 }, { id: 2 }] }), {
          fields: [
            ["etag", '"v1"'],
            ["date", "Sun, 22 Nov 2026 10:00:00 GMT"],
          ],
        }),
      ],
    });
    const environment = { STOCK: "http://stock.example", OTHER: "no" };
    const { "get-stock-by-shelf.xml": text } = await saved("save-stock", trace, { environment });
    expect(text).toContain('<set-env>{ "STOCK": "http://stock.example" }</set-env>');
    expect(text).toContain('<backend-flow request="items">');
    expect(text).toContain('<set-response-headers>{ "etag": "\\"v1\\"" }</set-response-headers>');
    expect(text).not.toContain("Nov 2026");
    expect(text).toContain('[ "count($answer/items/*)", 2 ]');
  });

  test("tells upstream requests with one ID apart by their order, if nothing else does", async () => {
    const page = (n: number) => exchange("page", "http://pages.example/1", json({ n }));
    const trace = traceOf({
      target: "/api/pages",
      flow: "pages.xml",
      answer: json([1, 2]),
      events: [page(1), page(2)],
    });
    const { "get-pages.xml": text } = await saved("save-order", trace);
    expect(text).toContain('<if test="$saved1 = 1">');
    expect(text).toContain("$answer/value[2]");
  });

  test("tells them apart by their URLs, as those of redirects that are followed", async () => {
    const follow = `<flow>
      <request>{ "url": "http://old.example/a?q=%27%22", "options": { "follow-redirects": true } }</request>
    </flow>`;
    const trace = traceOf({
      target: "/api/pages",
      flow: "pages.xml",
      answer: body("text/plain", "there\n"),
      events: [
        exchange("main", "http://old.example/a?q=%27%22", undefined, {
          status: 302,
          fields: [["location", "http://new.example/b"]],
        }),
        exchange("main", "http://new.example/b", body("text/plain", "there\n"), { hop: 1 }),
      ],
    });
    const { "get-pages.xml": text } = await saved("save-redirect", trace, { files: { "pages.xml": follow } });
    expect(text).toContain(`<if test="$request/url = 'http://old.example/a?q=%27%22'">`);
  });

  test("knows a body that was passed on unread from what the client has got", () => {
    const passed = body("image/x", Uint8Array.of(0, 255, 1));
    const unread = { type: "image/x", bytes: 3, isCut: true };
    const trace = traceOf({
      target: "/api/pages",
      flow: "pages.xml",
      answer: passed,
      events: [
        exchange("main", "http://a.example/", unread, { status: 302 }),
        exchange("main", "http://b.example/", unread, { hop: 1 }),
      ],
    });
    const written = testOf(trace, { ...facts, path: "tests/a.xml" });
    expect([...written.files]).toEqual([["tests/a.main.bin", Uint8Array.of(0, 255, 1)]]);
    expect(written.text).toContain(`<set-status code="302"/>`);
  });

  test("says nothing for an upstream request that failed: it fails again", async () => {
    const trace = traceOf({
      target: "/api/stock/7",
      route: "/stock/{shelf}",
      flow: "stock.xml",
      status: 502,
      answer: json({
        error: { message: "no stock", status: 502, code: 5000, info: ["Flow Error triggered"] },
      }),
      events: [
        exchange("items", "http://stock.example/items", undefined, {
          response: undefined as never,
          failure: "connect ECONNREFUSED --> <b>",
        }),
      ],
    });
    const { "get-stock-by-shelf.xml": text } = await saved("save-failure", trace, {
      environment: { STOCK: "http://stock.example" },
    });
    expect(text).toContain("<!-- Nothing answers items, as it was: connect ECONNREFUSED - -> <b> -->");
    expect(text).toContain('[ "$answer/error/message", "no stock" ]');
  });

  test("compares long answers with a file", async () => {
    const list = Array.from({ length: 40 }, (_, id) => ({ id }));
    const trace = traceOf({
      method: "POST",
      target: "/api/echo",
      flow: "echo.xml",
      sent: json(list),
      answer: json(list),
    });
    const found = await saved("save-golden", trace);
    expect(JSON.parse(found["post-echo.answer.json"] ?? "")).toEqual(list);
    expect(found["post-echo.xml"]).toContain(
      '[ "$response", { "file": "post-echo.answer.json", "mode": "json" } ]',
    );
  });

  test("leaves out what is another value with every request", async () => {
    const changing = `<flow><template>
      { "id": {{ $request/id }}, "uuid": {{ uuid4() }}, "now": {{ unixtime() }}, "given": {{ $request/get/day }},
        "long": [ {{loop array(split("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27", ","))}} {{.}} {{end}} ] }
    </template></flow>`;
    const today = new Date().toISOString().slice(0, 10);
    const trace = traceOf({
      target: `/api/hello?day=${today}`,
      flow: "hello.xml",
      answer: json({
        id: "0f3c5e1a-6f0e-4a3e-9a53-7b1c2d3e4f50",
        uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        now: Math.floor(Date.now() / 1000),
        given: today,
        long: Array.from({ length: 27 }, (_, n) => String(n + 1)),
      }),
    });
    const { "get-hello.xml": text } = await saved("save-changing", trace, {
      files: { "hello.xml": changing },
    });
    expect(text).toContain("<!-- Left out, since they change: $answer/id, $answer/uuid, $answer/now -->");
    expect(text).toContain(`[ "$answer/given", "${today}" ]`);
  });

  test("leaves out what the test run shows to be another value", async () => {
    const trace = traceOf({
      target: "/api/hello?name=Ada",
      flow: "hello.xml",
      answer: json({ hello: "somebody else", more: 1 }),
    });
    const { "get-hello.xml": text } = await saved("save-other", trace);
    expect(text).toContain("<!-- Left out, since they change: $answer/hello, $answer/more -->");
  });
});

/** Texts that would be something else if they were not escaped. */
const hostile = [
  `"'"'`,
  "]]> <![CDATA[ &lt; &amp; &#0; <!-- --> -- <?x?>",
  `{{ $env/PATH }} }} {{: a }} {{{{ {{end}} {% {{// }}`,
  "\u0000\u0001\u001b[31m\u007f\u0085\u2028\ufffe\r\n\t",
  `<script>alert("x")</script>`,
  `</test-request></flow-test>`,
  "\\ \\u007b\\",
  "‮ right to left ⁦",
  "🙂é",
];

/** Bodies that a client sends, an upstream system answers with, and the client gets. */
const bodies: readonly (readonly [what: string, body: TypedBody])[] = [
  ["a body of JSON", json({ list: hostile, named: Object.fromEntries(hostile.map((text) => [text, text])) })],
  [
    "names of JSON that objects have by themselves",
    body("application/json", '{"__proto__":{"constructor":1},"toString":"x"}'),
  ],
  [
    "JSON that says something twice",
    body("application/json", '{ "a": 1, "a": 2, "1": 1.0, "0": 12345678901234567890 }'),
  ],
  ["deep JSON", body("application/json", "[".repeat(200) + "]".repeat(200))],
  ["what is no JSON", body("application/json", "{ no json ]]> {{")],
  ["a text", body("text/plain", hostile.slice(0, 3).concat(hostile.slice(4)).join("\n"))],
  ["a text with control characters", body("text/plain", hostile.join(""))],
  ["a page", body(`text/html; charset="utf-8"`, `<p title='{{x}}'>&amp;]]></p>\r\n`)],
  [
    "bytes that are no UTF-8",
    body(
      "image/x",
      Uint8Array.from({ length: 256 }, (_, n) => 255 - n),
    ),
  ],
  ["a form", body("application/x-www-form-urlencoded", "a=%22&b=<>")],
  ["a text with spaces around it", body("text/plain", "\n  a \n\n")],
  ["a text in another character set", { type: "text/plain; charset=koi8-r", text: "ж", charset: "koi8-r" }],
  ["a type of its own", body(`text/x-{{a}}; a="'<"`, "text")],
];

test("Hostile content stays what it is", async () => {
  const target = `/api/echo?q=${encodeURIComponent(hostile[2] ?? "")}&{{'"<script>]]>--`;
  const flow = `<flow>
    <copy in="fit://request/request/body" out="$sent"/>
    <request>{ "id": "it's \\"x\\" ]]&gt; &lt;b&gt;", "url": "http://a.example/?%7B%7B'%22" }</request>
    <copy if="$request/get/own" in="$sent"/>
  </flow>`;
  const directory = appOf("save-hostile", { ...files, "echo.xml": flow });
  const paths: string[] = [];
  for (const [what, sent] of bodies) {
    const trace = traceOf({
      method: "POST",
      target,
      flow: "echo.xml",
      fields: [["x-odd", `'"<script>]]>{{ \u00e9 --`]],
      sent,
      answer: sent,
      events: [exchange(`it's "x" ]]> <b>`, "http://a.example/?%7B%7B'%22", sent)],
    });
    const path = testPath({ ...trace, route: `/${what}/{"'<script>]]>--}` }, (path) => paths.includes(path));
    const written = testOf(trace, { ...facts, path });
    // Nothing of the body had to be left out.
    expect(written.text).not.toContain("Left out");
    mkdirSync(join(directory, "tests"), { recursive: true });
    for (const [name, content] of [...written.files, [path, written.text] as const])
      writeFileSync(join(directory, name), content, { flag: "wx" });
    paths.push(path);
  }
  expect(paths[0]).toBe("tests/post-a-body-of-json-by-script.xml");
  const { code, stdout } = await flowc("test", directory);
  expect(stdout).toContain(`${bodies.length} passed`);
  expect(code).toBe(0);
});

describe("No test is written", () => {
  const hello = traceOf({ target: "/api/hello?name=Ada", flow: "hello.xml", answer: json({ hello: "Ada" }) });
  const problemOf = async (name: string, trace: Trace): Promise<string> => {
    const directory = appOf(name, files);
    const result = await saveTest(trace, { ...options, directory });
    expect(existsSync(join(directory, "tests"))).toBe(false);
    return "problem" in result ? result.problem : "";
  };
  const cut = { ...json("x"), isCut: true, bytes: 10_000_000 };
  const unread = { type: "application/json", isCut: true };

  test.each<[string, Trace, string]>([
    [
      "while the request runs",
      { ...hello, response: undefined },
      "There is no answer: the request is still running",
    ],
    ["if no flow answered", { ...hello, route: "", flow: "" }, "there is no route for it"],
    ["if events are missing", { ...hello, dropped: 3 }, "3 were not kept"],
    [
      "if the body was cut",
      traceOf({ target: "/api/echo", flow: "echo.xml", sent: cut }),
      "The body of the request is too long",
    ],
    [
      "if the answer was cut",
      traceOf({ target: "/api/echo", flow: "echo.xml", answer: cut }),
      "The body of the answer is too long: only its beginning was kept of 10000000 bytes.",
    ],
    [
      "if an upstream response was not read",
      {
        ...hello,
        response: { status: 200, fields: [], body: { isCut: true } },
        events: [exchange("a", "http://a.example/", unread)],
      },
      "The body of the upstream response a was passed on unread",
    ],
    [
      "if an upstream request was answered once, and failed once",
      {
        ...hello,
        events: [
          exchange("a", "http://a.example/", json(1)),
          { ...exchange("a", "http://a.example/", undefined), response: undefined as never, failure: "no" },
        ],
      },
      "some were answered and some failed",
    ],
    [
      "if no test can have the ID of an upstream request",
      { ...hello, events: [exchange("{{x}}", "http://a.example/", json(1))] },
      "has characters that a test cannot have",
    ],
    [
      "if the status is another one",
      { ...hello, response: { status: 418, fields: [], body: undefined } },
      "Under flowc test, the app answers with status 200, not 418.",
    ],
  ])("%s", async (_, trace, expected) => {
    expect(await problemOf("save-refused", trace)).toContain(expected);
  });
});

describe("Files", () => {
  const hello = traceOf({ target: "/api/hello?name=Ada", flow: "hello.xml", answer: json({ hello: "Ada" }) });

  test("are never overwritten: a number follows the name", async () => {
    const directory = appOf("save-twice", { ...files, "tests/get-hello.xml": "mine" });
    const paths = [
      await saveTest(hello, { ...options, directory }),
      await saveTest(hello, { ...options, directory }),
    ];
    expect(paths).toMatchObject([{ path: "tests/get-hello-2.xml" }, { path: "tests/get-hello-3.xml" }]);
    expect(readFileSync(join(directory, "tests/get-hello.xml"), "utf8")).toBe("mine");
  });

  test("do not leave the flow directory through a link", async () => {
    const directory = appOf("save-link", files);
    const outside = appOf("save-link-outside", { "a.txt": "" });
    symlinkSync(outside, join(directory, "tests"));
    const result = await saveTest(hello, { ...options, directory });
    expect(result).toEqual({ problem: "tests leads out of the flow directory." });
    expect(readdirSync(outside)).toEqual(["a.txt"]);
  });
});

describe("Secrets", () => {
  const hello = traceOf({
    target: "/api/hello?name=Ada",
    flow: "hello.xml",
    answer: json({ hello: "Ada", token: "***" }),
  });
  const masked = { ...hello, hasSecrets: true };
  const withFields = (target: string, fields: Fields, sent?: TypedBody): Trace => ({
    ...masked,
    request: { method: "POST", target, fields, body: sent },
  });

  test.each<[string, Trace, string]>([
    ["a header field", withFields("/api/hello", [["X-Api-Key", "***"]]), "the header field x-api-key"],
    ["a parameter", withFields("/api/hello?a=1&token=***&b=2", []), "token in the path or query"],
    [
      "members of a body",
      withFields("/api/hello", [], json({ user: "ada", password: "***", deep: { pin: "***" } })),
      "password, pin in the body",
    ],
    [
      "a form",
      withFields("/api/hello", [], body("application/x-www-form-urlencoded", "a=1&pwd=***")),
      "pwd in the body",
    ],
  ])("that were masked in the request are named: %s", async (_, trace, expected) => {
    const directory = appOf("save-masked", files);
    const result = await saveTest(trace, { ...options, directory });
    expect(result).toMatchObject({ problem: expect.stringContaining(expected) });
    expect(existsSync(join(directory, "tests"))).toBe(false);
  });

  test("that nobody reads, or that the app makes, keep no test from being saved", async () => {
    const trace = withFields("/api/hello?name=Ada", [["cookie", "***"]]);
    const found = await saved("save-unread", { ...trace, request: { ...trace.request, method: "GET" } });
    expect(found["get-hello.xml"]).not.toContain("***");
    expect(found["get-hello.xml"]).not.toContain("cookie");
  });

  test("of the environment are not saved", async () => {
    const environment = { STOCK: "http://me:s3cret@stock.example", STOCK_KEY: "hunter2" };
    const trace = traceOf({
      target: "/api/stock/7",
      route: "/stock/{shelf}",
      flow: "stock.xml",
      answer: json({ items: null, etag: null }),
      events: [exchange("items", "http://stock.example/items", json({}))],
    });
    const { "get-stock-by-shelf.xml": text } = await saved("save-secret-environment", trace, {
      environment,
      isSecret: (name) => name === "STOCK_KEY",
      files: { "stock.xml": files["stock.xml"].replace("<flow>", "<flow><eval>$env/STOCK_KEY</eval>") },
    });
    expect(text).toContain("<!-- The real value of STOCK and STOCK_KEY is a secret. -->");
    expect(text).not.toMatch(/s3cret|hunter2/);
  });

  test("of URLs in the environment are not saved either", async () => {
    const environment = { STOCK: `http://stock.example/items?api_key=${"k".repeat(9)}` };
    const trace = traceOf({
      target: "/api/stock/7",
      route: "/stock/{shelf}",
      flow: "stock.xml",
      answer: json({ items: null, etag: null }),
      events: [exchange("items", "http://stock.example/items", json({}))],
    });
    const { "get-stock-by-shelf.xml": text } = await saved("save-secret-url", trace, { environment });
    expect(text).not.toContain("kkk");
  });
});

describe("Tokens whose key is in the environment", () => {
  const show = '<flow><template>{ "name": {{ $jwt/name }} }</template></flow>';
  const secured = (jwt: object): Readonly<Record<string, string>> =>
    securedPath(
      { ...bearer(), "x-flow-jwt": { key: { env: "TOKEN_KEY" }, ...jwt } },
      { "show.xml": show },
    ) as Readonly<Record<string, string>>;
  const asked = (token: string): Trace =>
    traceOf({
      target: "/t/x",
      route: "/x",
      flow: "show.xml",
      fields: [["authorization", `Bearer ${token}`]],
      answer: json({ name: "Ada" }),
    });
  const isSecret = (name: string): boolean => name === "TOKEN_KEY";

  test("make a test if the key is public", async () => {
    const { spki, privateKey } = rsaKeys();
    const environment = { TOKEN_KEY: spki };
    const token = rsaToken({ name: "Ada" }, "RS256", privateKey);
    const files = secured({ alg: ["RS256"] });
    const { "get-x.xml": text } = await saved("save-public-key", asked(token), {
      environment,
      isSecret,
      files,
    });
    expect(text).toContain("-----BEGIN PUBLIC KEY-----");
  });

  test("make none if it is secret, and the reason is that", async () => {
    const directory = appOf("save-secret-key", secured({}));
    const environment = { TOKEN_KEY: secret };
    const token = hmacToken({ name: "Ada" });
    const result = await saveTest(asked(token), { ...options, environment, isSecret, directory });
    expect(result).toMatchObject({
      problem: expect.stringMatching(
        /^Under flowc test, the app answers .* need TOKEN_KEY, which is a secret/,
      ),
    });
  });
});

test("A saved test does not change what the next one saves", async () => {
  const trace = traceOf({
    target: "/api/echo",
    method: "POST",
    flow: "echo.xml",
    // Nobody reads it in the app; only a test and the file beside it name it.
    fields: [["user-agent", "curl/8"]],
    sent: json({ a: 1 }),
    answer: json({ a: 1, at: new Date().toISOString() }),
  });
  const before = await saved("save-first", trace);
  const again = await saved("save-next", trace, {
    files: {
      "tests/other.xml": `<flow-test><assert>[ [ "'user-agent'", "user-agent" ] ]</assert></flow-test>`,
      "tests/other.answer.json": JSON.stringify(trace.response),
    },
  });
  expect(again["post-echo.xml"]).toBe(before["post-echo.xml"]);
});
