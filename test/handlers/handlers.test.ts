/** Handlers: what they get of a request, what they answer, and how they and flows see each other. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientRequest, type ClientResponse, send } from "../support/client.js";
import { app, type Files } from "../support/compile.js";
import { type RunningServer, upstream } from "../support/servers.js";

interface Case {
  /** The body of the handler, in which `$` and `request` are known. */
  readonly run: string;
  /** The names that it imports beside `handler`. */
  readonly uses?: string;
  readonly request?: ClientRequest;
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Further members of the operation. */
  readonly operation?: object;
  readonly check?: (response: ClientResponse) => void;
}

const description = (cases: Readonly<Record<string, Case>>, top: object = {}): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Handlers", version: "1" },
    servers: [{ url: "/api" }],
    ...top,
    paths: Object.fromEntries(
      Object.values(cases).map(({ operation, request }, index) => [
        `/${index}/{id}`,
        {
          [(
            request?.method ?? (request?.json === undefined && request?.body === undefined ? "get" : "post")
          ).toLowerCase()]: {
            "x-flow-handler": `handlers/${index}.ts`,
            responses: { 200: { description: "OK" } },
            ...operation,
          },
        },
      ]),
    ),
  });

const handlerOf = ({ run, uses = "respond" }: Case): string =>
  `import { handler, ${uses} } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n${run}\n});\n`;

/** A test for each case, all of one app. */
function handlers(
  title: string,
  cases: Readonly<Record<string, Case>>,
  files: Files = {},
  top: object = {},
): void {
  describe(title, () => {
    const all: Files = {
      ...files,
      "swagger.yaml": description(cases, top),
      ...Object.fromEntries(
        Object.values(cases).map((one, index) => [`handlers/${index}.ts`, handlerOf(one)]),
      ),
    };
    test.each(Object.entries(cases).map(([name, one], index) => ({ name, one, index })))(
      "$name",
      async ({ one, index }) => {
        const { path = `/5`, ...rest } = one.request ?? {};
        const response = await send(await app(all), { ...rest, path: `/api/${index}${path}` });
        expect(response.status, response.text).toBe(one.status ?? 200);
        if (one.json !== undefined) expect(response.json()).toEqual(one.json);
        if (one.text !== undefined) expect(response.text).toBe(one.text);
        for (const [name, value] of Object.entries(one.headers ?? {}))
          expect(response.headers.get(name), name).toBe(value);
        one.check?.(response);
      },
    );
  });
}

const integer = { schema: { type: "integer" } };
const parameters = [
  { name: "id", in: "path", required: true, ...integer },
  { name: "limit", in: "query", ...integer },
  { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
  { name: "X-Count", in: "header", ...integer },
  { name: "level", in: "cookie", ...integer },
  { name: "ready", in: "query", schema: { type: "boolean" } },
];
const shown =
  "respond($, { id: request.params.id, limit: request.query.limit, tags: request.query.tags, ready: request.query.ready, count: request.headers['X-Count'], lower: request.headers['x-count'], level: request.cookies.level });";
const sent = {
  query: "limit=3&tags=a&tags=b&ready=true",
  headers: { "X-Count": "4", cookie: "level=2" },
};
const typed = { id: 5, limit: 3, tags: ["a", "b"], ready: true, count: 4, lower: "4", level: 2 };

handlers("what a handler gets of the request", {
  "parameters as the description types them": {
    run: shown,
    request: sent,
    json: typed,
    operation: { parameters },
  },
  "the same where they are validated": {
    run: shown,
    request: sent,
    json: typed,
    operation: { parameters, "x-flow-validate": { request: true } },
  },
  "texts where no description types them": {
    run: shown,
    request: sent,
    json: { id: "5", limit: "3", tags: "b", ready: "true", lower: "4", level: "2" },
  },
  "the text of what is not of its type": {
    run: shown,
    request: { path: "/five", query: "limit=many" },
    json: { id: "five", limit: "many" },
    operation: { parameters },
  },
  "nothing that is refused": {
    run: shown,
    request: { query: "limit=many" },
    status: 400,
    operation: { parameters, "x-flow-validate": { request: true } },
  },
  "parameters of one name in several places": {
    run: "respond($, [request.params.id, request.query.id, request.headers.id, request.cookies.id]);",
    request: { query: "id=2", headers: { id: "3", cookie: "id=4" } },
    json: [5, 2, "3", [4]],
    operation: {
      parameters: [
        { name: "id", in: "path", required: true, ...integer },
        { name: "id", in: "query", schema: { type: "integer" } },
        { name: "id", in: "cookie", schema: { type: "array", items: { type: "integer" } } },
      ],
    },
  },
  "a parameter that is named like a member of objects": {
    run: "respond($, { own: request.query.constructor ?? null, proto: request.query.__proto__ ?? null, all: Object.keys(request.query) });",
    request: { query: "__proto__=a" },
    json: { own: null, proto: "a", all: ["__proto__"] },
  },
  "method, URL and ID": {
    run: "respond($, [request.method, request.url, request.id.length > 10]);",
    request: { query: "a=1" },
    json: ["GET", "http://client.test:8080/api/7/5?a=1", true],
  },
  "a body of JSON": {
    run: "respond($, { name: request.body.name, n: request.bytes.length });",
    request: { json: { name: "Ada" } },
    json: { name: "Ada", n: 14 },
  },
  "JSON of another type": {
    run: "respond($, request.body);",
    request: { method: "POST", body: '{"a":1}', headers: { "content-type": "application/problem+json" } },
    json: { a: 1 },
  },
  "a form": {
    run: "respond($, request.body);",
    request: {
      method: "POST",
      body: "a=1&b=x+y",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
    json: { a: "1", b: "x y" },
  },
  "a text": {
    run: "respond($, request.body);",
    request: { method: "POST", body: "héllo", headers: { "content-type": "text/plain; charset=utf-8" } },
    json: "héllo",
  },
  bytes: {
    run: "respond($, [...request.body]);",
    request: { method: "POST", body: new Uint8Array([1, 255]), headers: { "content-type": "image/png" } },
    json: [1, 255],
  },
  "no body": { run: "respond($, request.body === undefined);", request: { method: "POST" }, json: true },
  "a body of a request that is handed on": {
    run: "const all = (other: any) => other.body; respond($, all(request));",
    request: { json: [1] },
    json: [1],
  },
  "a member that is taken out": {
    run: "const { body, ...rest } = request; respond($, body);",
    request: { json: [2] },
    json: [2],
  },
  "Hono's context": {
    run: "return request.hono.json({ path: request.hono.req.path, query: request.hono.req.query('a'), body: await request.hono.req.json() }, 201, { 'x-own': '1' });",
    uses: "fail",
    request: { query: "a=1", json: [3] },
    status: 201,
    json: { path: "/api/16/5", query: "1", body: [3] },
    headers: { "x-own": "1" },
  },
});

const form = { "content-type": "application/x-www-form-urlencoded" };

handlers("what a handler gets as JSON of the client", {
  "JSON as plain data": {
    run: "respond($, [request.json.name, Array.isArray(request.json.list)]);",
    request: { json: { name: "Ada", list: [1] } },
    json: ["Ada", true],
  },
  "a primitive": { run: "respond($, [request.json]);", request: { json: 5 }, json: [5] },
  null: { run: "respond($, [request.json === null]);", request: { json: null }, json: [true] },
  "an integer that a number cannot hold": {
    run: "respond($, typeof request.json.id);",
    request: { body: '{"id":9007199254740993}', headers: { "content-type": "application/json" } },
    json: "bigint",
  },
  "nothing of JSON that is broken": {
    run: "respond($, [request.json === undefined, request.body]);",
    request: { body: '{"a":', headers: { "content-type": "application/json; charset=utf-8" } },
    json: [true, '{"a":'],
  },
  "nothing of another type of JSON, as flows": {
    run: "respond($, [request.json === undefined, request.body]);",
    request: { body: '{"a":1}', headers: { "content-type": "application/problem+json" } },
    json: [true, { a: 1 }],
  },
  "nothing of a form": {
    run: "respond($, [request.json === undefined, request.body]);",
    request: { body: "a=1", headers: form },
    json: [true, { a: "1" }],
  },
  "nothing of a text": {
    run: "respond($, [request.json === undefined, request.body]);",
    request: { body: "[1]", headers: { "content-type": "text/plain" } },
    json: [true, "[1]"],
  },
  "nothing where there is no body": {
    run: "respond($, request.json === undefined);",
    request: { method: "POST" },
    json: true,
  },
  "JSON that is taken out": {
    run: "const { json } = request; respond($, json);",
    request: { json: [1] },
    json: [1],
  },
  "JSON of a request that is handed on": {
    run: "const of = (other: any) => other.json; respond($, of(request));",
    request: { json: [2] },
    json: [2],
  },
});

test("a handler gets JSON that it takes out of its parameter", async () => {
  const made = await app({
    "swagger.yaml": 'swagger: "2.0"\npaths: { /a: { post: { x-flow-handler: a.ts } } }\n',
    "a.ts":
      'import { handler, respond } from "flowc/handler";\n\nexport default handler(($, { json: order, method }) => respond($, [order.id, method]));\n',
  });
  expect((await send(made, { path: "/a", json: { id: 5 } })).text).toBe('[5,"POST"]');
});

handlers(
  "a list of a handler",
  {
    "is the items of an array": {
      run: "respond($, list(request.json.lines).map((line) => line.price));",
      uses: "list, respond",
      request: { json: { lines: [{ price: 1 }, { price: 2 }] } },
      json: [1, 2],
    },
    "is empty for anything else": {
      run: 'respond($, [list(undefined), list(null), list({ length: 1 }), list("a"), list(5), list(request.json?.lines)].map((one) => one.length));',
      uses: "list, respond",
      json: [0, 0, 0, 0, 0, 0],
    },
    "is the items of a variable of flows, as data or as nodes": {
      run: 'respond($, [list($.lines), list(xpath.variable($, "lines")), list($.error), list(xpath.path(xpath.variable($, "orders"), "lines")), list(xpath.array(xpath.at($.orders, "lines", "value", "price")))]);',
      uses: "list, respond, xpath",
      json: [
        [{ price: 1 }, { price: 2 }],
        [{ price: 1 }, { price: 2 }],
        [],
        [{ price: 1 }, { price: 2 }],
        [1, 2],
      ],
    },
    "is the items of a tree that is made when it is read": {
      run: 'respond($, [list(xpath.at(xpath.variable($, "request"), "params")), list($.env), list(xpath.at(xpath.variable($, "error"), "info"))]);',
      uses: "list, respond, xpath",
      json: [[], [], []],
    },
  },
  {
    "init.xml":
      '<flow><template out="$orders">{ "lines": [ { "price": 1 }, { "price": 2 } ] }</template><eval out="$lines">$orders/lines</eval></flow>',
  },
  { "x-flow-init": "init.xml" },
);

handlers(
  "what a handler gets of variables by xpath",
  {
    "several nodes as one node-set": {
      run: 'const nodes = xpath.variable($, "prices"); respond($, [xpath.count(nodes), xpath.sum(nodes), xpath.string(nodes), xpath.equal(nodes, 3), xpath.equal(nodes, 4), $.prices]);',
      uses: "respond, xpath",
      json: [3, 6, "1", true, false, [1, 2, 3]],
    },
    "nodes that know their parents": {
      run: 'respond($, [xpath.name(xpath.at(xpath.variable($, "prices"), xpath.parent("*"), xpath.parent("*"))), xpath.string(xpath.at(xpath.variable($, "links"), xpath.parent("page"), "title")), xpath.count(xpath.variable($, "links"))]);',
      uses: "respond, xpath",
      json: ["lines", "Home", 2],
    },
    "what the request has": {
      run: 'respond($, [xpath.at(xpath.variable($, "request"), "get", "a"), xpath.exists(xpath.variable($, "body")), xpath.exists(xpath.variable($, "error")), xpath.string(xpath.at(xpath.variable($, "env"), "NO_SUCH_VARIABLE")), xpath.count(xpath.at(xpath.variable($, "upstream"), xpath.child("*")))]);',
      uses: "respond, xpath",
      request: { query: "a=1" },
      json: ["1", false, false, "", 0],
    },
    "the body, which is read before": {
      run: 'respond($, xpath.at(xpath.variable($, "body"), "json", "a"));',
      uses: "respond, xpath",
      request: { json: { a: 5 } },
      json: 5,
    },
    "the body, by a name that is computed": {
      run: 'const name = ["bo", "dy"].join(""); respond($, xpath.at(xpath.variable($, name), "json", "a"));',
      uses: "respond, xpath",
      request: { json: { a: 6 } },
      json: 6,
    },
    "the body, by a function that is taken out": {
      run: 'const { variable } = xpath; respond($, xpath.at(variable($, "body"), "json", "a"));',
      uses: "respond, xpath",
      request: { json: { a: 7 } },
      json: 7,
    },
    "the content, as nodes": {
      run: 'const made = xpath.content($); respond($, [xpath.name(xpath.path(made, xpath.child("*"))), xpath.at(made, "json", "text"), xpath.content($, "none") ?? null]);',
      uses: "respond, xpath",
      json: ["json", "made", null],
    },
    "lists of nodes, which are node-sets": {
      run: 'const none = select($.links, "none"); respond($, [xpath.exists(none), xpath.exists([]), xpath.count($.links), xpath.string($.links), xpath.equal($.links, "b"), xpath.equal($.links, none), xpath.join("-", $.links), xpath.concat($.links, none), xpath.count(xpath.union($.links, $.links, none)), xpath.loop(xpath.array($.links), (link) => xpath.string(link)), xpath.coalesce(none, "none")]);',
      uses: "respond, select, xpath",
      json: [false, true, 2, "a", true, false, "a-b", "a", 2, ["a", "b"], "none"],
    },
    "nodes as JSON, where it answers them": {
      run: 'respond($, { prices: xpath.variable($, "prices"), links: $.links, one: xpath.at($.links, xpath.parent("*"), "title"), by: [xpath.at($.links, "none"), xpath.array($.links)] });',
      uses: "respond, xpath",
      json: { prices: [1, 2, 3], links: ["a", "b"], one: "Home", by: [null, ["a", "b"]] },
    },
  },
  {
    "init.xml": `<flow>
  <template>{ "text": "made" }</template>
  <template out="$orders">{ "lines": [ { "price": 1 }, { "price": 2 }, { "price": 3 } ] }</template>
  <eval out="$prices">$orders/lines/value/price</eval>
  <eval out="$links">xml-parse("&lt;page>&lt;title>Home&lt;/title>&lt;a>a&lt;/a>&lt;a>b&lt;/a>&lt;/page>")/page/a</eval>
</flow>`,
  },
  { "x-flow-init": "init.xml" },
);

handlers("what a handler answers", {
  JSON: { run: "respond($, { a: 1 });", json: { a: 1 }, headers: { "content-type": "application/json" } },
  "JSON by the rules of JSON.stringify": {
    run: "respond($, { date: new Date(0), none: undefined, call() {}, nan: NaN, list: [undefined, 1], own: new (class { a = 1; get b() { return 2; } })(), big: 9007199254740993n });",
    text: '{"date":"1970-01-01T00:00:00.000Z","nan":null,"list":[null,1],"own":{"a":1},"big":9007199254740993}',
  },
  "a member __proto__": {
    run: 'respond($, JSON.parse(\'{"__proto__":{"a":1},"b":null}\'));',
    text: '{"__proto__":{"a":1},"b":null}',
  },
  "data that contains itself": {
    run: "const a: any = []; a.push(a); respond($, a);",
    status: 500,
    check: ({ log }) => expect(JSON.stringify(log)).toMatch(/circular|nests too deep/),
  },
  "status and fields": {
    run: 'respond($, { a: 1 }, { status: 201, headers: { Location: "/a", "set-cookie": ["a=1", "b=2"] } });',
    status: 201,
    headers: { location: "/a", "set-cookie": "a=1, b=2" },
  },
  "a text": {
    run: 'respond($, "<p>hé</p>", { type: "text/html; charset=utf-8" });',
    text: "<p>hé</p>",
    headers: { "content-type": "text/html; charset=utf-8" },
  },
  "bytes without a type": {
    run: "respond($, new Uint8Array([1]));",
    headers: { "content-type": "application/octet-stream" },
  },
  "JSON of another type": {
    run: 'respond($, { a: 1 }, { type: "application/problem+json" });',
    text: '{"a":1}',
    headers: { "content-type": "application/problem+json" },
  },
  "a text as JSON": { run: 'respond($, "a");', text: '"a"' },
  bytes: {
    run: 'respond($, new Uint8Array([104, 105]), { type: "image/png" });',
    text: "hi",
    headers: { "content-type": "image/png" },
  },
  "the last one": { run: "respond($, 1); respond($, 2);", text: "2" },
  "a Response": {
    run: 'return new Response("made", { status: 203, headers: [["x-own", "1"], ["set-cookie", "a=1"], ["set-cookie", "b=2"]] });',
    status: 203,
    text: "made",
    headers: { "x-own": "1", "set-cookie": "a=1, b=2" },
  },
  "a Response without a body": { run: "return new Response(null, { status: 204 });", status: 204, text: "" },
  "an error": {
    run: 'return fail($, { status: 404, message: "no such order", code: 7, info: ["five"], own: 1 });',
    uses: "fail",
    status: 404,
    json: { error: { status: 404, message: "no such order", code: 7, info: ["five"], own: 1 } },
  },
  "an error with a text": {
    run: 'return fail($, "sorry");',
    uses: "fail",
    status: 500,
    json: { error: { message: "sorry", status: 500, code: 5000, info: ["Flow Error triggered"] } },
  },
  "an error that nobody returns": {
    run: "fail($, { status: 409 }); respond($, 1);",
    uses: "fail, respond",
    status: 409,
  },
  "an error that is thrown": { run: "throw fail($, { status: 410 });", uses: "fail", status: 410 },
  "what it throws": {
    run: 'throw new TypeError("secret");',
    status: 500,
    check({ text, log }) {
      expect(text).not.toContain("secret");
      expect(log.map(({ topic, message }) => `${topic}: ${message}`)).toEqual([
        "internal: TypeError: secret",
      ]);
    },
  },
  "what it throws that is no error": { run: "throw null;", status: 500 },
  nothing: { run: "logger($).add({ a: 1 });", uses: "logger", text: "" },
});

handlers(
  "variables",
  {
    "of the init flow": {
      run: "respond($, [$.text, $.number, $.object, $.list, $.nothing ?? null]);",
      json: ["ada", 5, { a: [1] }, [1, 2], null],
    },
    "that it sets, in a flow": {
      run: '$.order = { lines: [{ price: 2 }, { price: 3 }] }; $.who = "ada"; $.gone = undefined; $.nil = null; await flow("shared/sum.xml")($); respond($, [$.sum, $.seen]);',
      uses: "flow, respond",
      json: [5, "ada"],
    },
    "of XML": {
      run: 'respond($, [string(select($.page, "page", "title")), select($.page, "page", "a").map((a) => string(select(a, attribute("href")))), number(select($.page, "page", child("n", 2)))]);',
      uses: "attribute, child, number, respond, select, string",
      json: ["Home", ["/a", "/b"], 4],
    },
    "that are named like members of objects": {
      run: "$.constructor = 1; $.__proto__ = 2; respond($, [$.constructor, $.__proto__, $.toString ?? null, $.then ?? null]);",
      json: [1, 2, null, null],
    },
    "of the environment": {
      run: "respond($, [typeof $.env.PATH, $.env.NO_SUCH_VARIABLE ?? null, 'PATH' in $.env, 'constructor' in $.env]);",
      json: ["string", null, true, false],
    },
    "as an object": {
      run: "respond($, ['text' in $, 'none' in $, 'constructor' in $, Object.keys($).includes('number'), { ...$ }.number, Object.entries({ ...$.env }).length > 0]);",
      json: [true, false, false, true, 5, true],
    },
    "that are taken away": {
      run: "delete ($ as any).text; respond($, [$.text ?? null, 'text' in $]);",
      json: [null, false],
    },
    "of XML, for a flow": {
      run: '$.page = select(xml("<page><n>7</n></page>"), "page"); $.one = xml("<page><n>8</n></page>"); await flow("shared/page.xml")($); respond($, [$.first, $.second]);',
      uses: "flow, respond, select, xml",
      json: [7, 8],
    },
    "that are asked of something else": {
      run: "respond({ env: {} } as any, 1);",
      status: 500,
      check: ({ log }) => expect(JSON.stringify(log)).toContain("has to be the $ of the handler"),
    },
    "of data that JSON does not have, for a flow": {
      run: "$.data = { date: new Date(0), none: undefined, nan: NaN, list: [undefined, () => 1, 2], inner: { gone: undefined, kept: 1 }, own: new (class { a = 1; get b() { return 2; } })(), bare: Object.assign(Object.create(null), { c: 3 }) }; await flow('shared/data.xml')($); respond($, $.text);",
      uses: "flow, respond",
      json: '{"date":"1970-01-01T00:00:00.000Z","nan":null,"list":[null,null,2],"inner":{"kept":1},"own":{"a":1},"bare":{"c":3}}',
    },
    "of plain data, which stays the same": {
      run: "const data = { a: [1, { b: null }] }; $.data = data; respond($, [$.data === data, data]);",
      json: [true, { a: [1, { b: null }] }],
    },
    "of data that contains itself": {
      run: "const data: any = {}; data.own = data; $.data = data; respond($, 1);",
      status: 500,
      check: ({ log }) => expect(JSON.stringify(log)).toContain("nests too deep, or contains itself"),
    },
    "texts and numbers in values": {
      run: 'respond($, [string("a"), string(5), number("7"), string([]), string(undefined), number(undefined), string({ a: "x" }), number(true), string(["b", "c"])]);',
      uses: "number, respond, string",
      json: ["a", "5", 7, "", "", null, "x", null, "bc"],
    },
    "that nobody may change": {
      run: "try { ($.env as any).A = '1'; } catch (error) { respond($, error instanceof TypeError); }",
      json: true,
    },
  },
  {
    "init.xml": `<flow>
  <eval out="$text">"ada"</eval>
  <eval out="$number">2 + 3</eval>
  <template out="$object">{ "a": [1] }</template>
  <template out="$list">[1, 2]</template>
  <eval out="$nothing">$object/none</eval>
  <eval out="$page">xml-parse("&lt;page>&lt;title>Home&lt;/title>&lt;a href='/a'/>&lt;a href='/b'/>&lt;n>3&lt;/n>&lt;n>4&lt;/n>&lt;/page>")</eval>
</flow>`,
    "shared/data.xml": '<flow><eval out="$text">json-stringify($data)</eval></flow>',
    "shared/page.xml": `<flow>
  <eval out="$first">number($page/n)</eval>
  <eval out="$second">number($one/page/n)</eval>
</flow>`,
    "shared/sum.xml": `<flow>
  <eval out="$sum">sum($order/lines/value/price)</eval>
  <eval out="$seen">$who</eval>
  <error if="$gone" status="418"/>
</flow>`,
  },
  { "x-flow-init": "init.xml" },
);

handlers(
  "flows and handlers",
  {
    "a flow that ends the request": {
      run: 'await flow("shared/check.xml")($); respond($, 1);',
      uses: "flow, respond",
      request: { query: "bad=1" },
      status: 403,
      json: { seen: "checked" },
    },
    "a flow that goes on": {
      run: 'await flow("shared/check.xml")($); respond($, 1);',
      uses: "flow, respond",
      json: 1,
    },
    "the content that a flow leaves": {
      run: 'await flow("shared/content.xml")($); respond($, content($).json.a);',
      uses: "content, flow, respond",
      json: 1,
    },
    "an error of a handler in the error flow": {
      run: 'return fail($, { message: "mine" });',
      uses: "fail",
      status: 500,
      json: { seen: "mine" },
    },
    "an exception in the error flow": {
      run: 'throw new Error("x");',
      uses: "fail",
      status: 500,
      json: { seen: "Internal Server Error" },
    },
  },
  {
    "error.xml": '<flow><template>{ "seen": {{ $error/message }} }</template></flow>',
    "shared/check.xml":
      '<flow><error if="$request/get/bad" status="403">{ "message": "checked" }</error></flow>',
    "shared/content.xml": '<flow><template>{ "a": 1 }</template></flow>',
  },
  { "x-flow-error": { flow: "error.xml" } },
);

describe("a handler that a flow calls", () => {
  const files: Files = {
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      paths: {
        "/a": { post: { "x-flow": "flows/a.xml" } },
        "/again": { get: { "x-flow": "flows/again.xml" } },
      },
    }),
    "flows/a.xml": `<flow><sub-flow src="../handlers/limit.ts"/><template>{ "total": {{ $total }} }</template></flow>`,
    "flows/again.xml": `<flow><sub-flow src="../handlers/again.ts"/></flow>`,
    "handlers/limit.ts": `import { fail, handler } from "flowc/handler";
import { total } from "../lib/total.js";

export default handler(($, request) => {
  const prices = request.body as number[];
  if (prices.length > 2) return fail($, { status: 422, message: "too many" });
  $.total = total(prices);
});
`,
    "handlers/again.ts": `import { flow, handler } from "flowc/handler";

const again = flow("flows/again.xml");

export default handler(async ($) => {
  await again($);
});
`,
    "lib/again.ts": `import { total } from "./total.js";

export const again = (prices: readonly number[]): string => (prices.length > 9 ? total(prices) : "sum");
`,
    "lib/total.ts": `import { again } from "./again.js";
import names from "./names.json" with { type: "json" };

export const total = (prices: readonly number[]): string => \`\${names.total}: \${again([]) === "sum" ? "" : "?"}\${prices.reduce((sum, one) => sum + one, 0)}\`;
`,
    "lib/names.json": '{ "total": "sum" }',
  };

  test.each([
    { name: "sets variables of the flow", path: "/a", json: [1, 2], status: 200, text: '{"total":"sum: 3"}' },
    { name: "ends the request", path: "/a", json: [1, 2, 3], status: 422, text: /"message":"too many"/ },
  ])("$name", async ({ path, json, status, text }) => {
    const response = await send(await app(files), { path, json });
    expect(response.status).toBe(status);
    expect(response.text).toMatch(text);
  });

  test("is not called without end", async () => {
    const response = await send(await app(files), { path: "/again" });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.log)).toContain("calls itself more than 200 times");
  });
});

describe("upstream requests of handlers", () => {
  let system: RunningServer;
  beforeAll(async () => {
    system = await upstream((request, response) => {
      const { method, url, headers } = request;
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const status = Number(/status=(\d+)/.exec(url ?? "")?.[1] ?? 200);
        response.writeHead(
          status,
          [
            ["content-type", "application/json"],
            ["set-cookie", "a=1"],
            ["set-cookie", "b=2"],
          ].flat() as never,
        );
        response.end(
          JSON.stringify({ method, url, accept: headers.accept, body: Buffer.concat(chunks).toString() }),
        );
      });
    });
    process.env.HANDLER_SYSTEM = system.url;
  });
  afterAll(() => system.stop());

  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a handler
  const url = "`${$.env.HANDLER_SYSTEM}/orders`";
  const cases: Readonly<Record<string, Case>> = {
    "one, and its response": {
      run: `const order = await upstream($, "order", { url: ${url}, query: { a: "x y", none: undefined }, headers: { Accept: "application/json" } });
  respond($, [order.status, order.ok, order.json.url, order.json.accept, order.headers["content-type"], order.headers["set-cookie"], order.type, order.error ?? null, JSON.parse(order.text).method]);`,
      json: [
        200,
        true,
        "/orders?a=x%20y",
        "application/json",
        "application/json",
        ["a=1", "b=2"],
        "application/json",
        null,
        "GET",
      ],
    },
    "a body": {
      run: `const { json } = await upstream($, "order", { url: ${url}, method: "POST", body: { date: new Date(0) } }); respond($, json);`,
      json: { method: "POST", url: "/orders", accept: "*/*", body: '{"date":"1970-01-01T00:00:00.000Z"}' },
    },
    "an error of the system": {
      run: `const order = await upstream($, "order", { url: ${url} + "?status=503" }); respond($, [order.status, order.ok, order.error ?? null]);`,
      json: [503, false, null],
    },
    "one that cannot be sent": {
      run: `const order = await upstream($, "order", { url: "http://%".trim() }); respond($, [order.status, order.ok, order.error.message, order.error.code]);`,
      json: [502, false, "Upstream Connection Failed", 3201],
    },
    "one that must not fail": {
      run: `await upstream($, "order", { url: "http://%".trim(), options: { "exit-on-error": true } }); respond($, 1);`,
      status: 502,
    },
    "several at once": {
      run: `const { a, b } = await upstreams($, { a: { url: ${url} }, b: { url: ${url} + "?status=404" } }); respond($, [a.status, b.status, content($, "a").json.url, $.upstream.b.status]);`,
      uses: "content, respond, upstreams",
      json: [200, 404, "/orders", 404],
    },
    "passed on": {
      run: `respond($, await upstream($, "order", { url: ${url} }), { status: 202 });`,
      status: 202,
      headers: { "content-type": "application/json", "set-cookie": null },
      json: { method: "GET", url: "/orders", accept: "*/*", body: "" },
    },
    "sent, and not for the client": {
      run: `await upstream($, "order", { url: ${url} });`,
      uses: "upstream",
      text: "",
    },
    "an ID that is a name of objects": {
      run: `const all = await upstreams($, { ["__proto__"]: { url: ${url} } }); respond($, Object.entries(all).map(([id, { status }]) => [id, status]));`,
      uses: "respond, upstreams",
      json: [["__proto__", 200]],
    },
  };
  handlers(
    "of",
    Object.fromEntries(
      Object.entries(cases).map(([name, one]) => [name, { uses: "respond, upstream", ...one }]),
    ),
  );
});

test("a form has the types that the description gives its fields", async () => {
  const made = await app({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      paths: {
        "/": {
          post: {
            consumes: ["application/x-www-form-urlencoded"],
            "x-flow-handler": "form.ts",
            parameters: [
              { name: "n", in: "formData", type: "integer" },
              { name: "n", in: "query", type: "boolean" },
            ],
          },
        },
      },
    }),
    "form.ts":
      'import { handler, respond } from "flowc/handler";\n\nexport default handler(($, request) => respond($, [request.body, request.query]));\n',
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await send(made, { method: "POST", query: "n=true", body: "n=5&m=6", headers });
  expect(response.json()).toEqual([{ n: 5, m: "6" }, { n: true }]);
});

test("data that contains itself is refused at once, also where a loop has repeated much before", async () => {
  const files: Files = {
    "swagger.yaml": `{ swagger: "2.0", paths: { /loop: { post: { x-flow: loop.xml } }, /own: { get: { x-flow-handler: own.ts } } } }`,
    "loop.xml": `<flow><template>[ {{loop $body/json/items}} 1 {{,}} {{end}} ]</template></flow>`,
    "own.ts": handlerOf({ run: "const own: any[] = []; own.push(own); respond($, own);" }),
  };
  const built = await app(files);
  const json = { items: Array.from({ length: 20_000 }, () => 1) };
  expect((await send(built, { method: "POST", path: "/loop", json })).json()).toHaveLength(20_000);
  expect((await send(built, { path: "/own" })).status).toBe(500);
});
