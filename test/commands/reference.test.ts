/**
 * A system as others write them, with planted differences of every class, before a real upstream system: `flowc record` stands
 * between, and `flowc compare` finds each difference at its line, and no other.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { received, upstream } from "../support/servers.js";
import { appOf } from "./app.js";
import { recorder } from "./recorder.js";

const json = "application/json";

/** An upstream request that the system sends. */
interface Ask {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The system's answer, and what it asks for before it. */
interface Old {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly asks?: readonly Ask[];
}

const price: Ask = { path: "/prices/7?cur=EUR", headers: { "x-tenant": "a" } };
const stock: Ask = {
  ...{ path: "/stock", method: "PUT", headers: { "content-type": json } },
  body: '{"n":1,"tags":[1,2]}',
};
const login: Ask = {
  ...{ path: "/login", method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
  body: "user=a&scope=b",
};
const shop = { "x-shop": "b", "cache-control": "no-store" };
const listed = {
  id: "7",
  total: 12.5,
  list: [1, 2, 3],
  rows: [{ a: 1 }, { a: 2 }],
  nested: { yes: true, none: null },
};

const order = (
  name = "pen &amp; ink",
  price = '<price cur="EUR">12.5</price>',
  root = 'o:order xmlns:o="urn:o" id="7"',
): string => `<${root}><name>${name}</name>${price}<note/></${root.split(" ")[0]}>`;

/** A flow, and the answer of a system that does the same. */
interface Operation {
  readonly flow: string;
  readonly right: Old;
  /** Of the API description, below the operation. */
  readonly more?: string;
  /** Of the request. */
  readonly method?: string;
  readonly query?: string;
}

const operations = {
  listed: {
    flow: `<flow>
  <set-response-headers>{ "X-Shop": "b", "Cache-Control": "no-store" }</set-response-headers>
  <template>
  { "id": {{ $request/get/id }}, "total": {{ number($request/get/total) }}, "list": [1, 2, 3], "rows": [{ "a": 1 }, { "a": 2 }],
    "nested": { "yes": true, "none": null }, "at": {{ unixtime() }}, "key": {{ uuid4() }} }
  </template>
</flow>`,
    right: { headers: shop, body: JSON.stringify({ ...listed, at: 1_700_000_000, key: "3d813cbb" }) },
    query: "id=7&total=12.5",
  },
  order: {
    flow: `<flow>
  <request content="price">{ "url": "http://prices.internal/prices/7", "headers": { "X-Tenant": "a" }, "query": { "cur": "EUR" } }</request>
  <request content="stock">{ "url": "http://prices.internal/stock", "method": "PUT", "headers": { "Content-Type": "application/json" }, "body": { "value": "{\\"n\\":1,\\"tags\\":[1,2]}" } }</request>
  <request content="login">{ "url": "http://prices.internal/login", "method": "POST", "post": { "user": "a", "scope": "b" } }</request>
  <template>
  { "price": {{ content("price")/json/price }}, "left": {{ content("stock")/json/left }} }
  </template>
</flow>`,
    right: { body: '{"price":3,"left":1}', asks: [price, stock, login] },
  },
  missing: {
    flow: `<flow>
  <request content="none">{ "url": "http://prices.internal/none", "options": { "exit-on-error": false } }</request>
  <error if="$upstream/none/status != 200" status="404">{ "message": "no price", "code": 4001 }</error>
  <template>{}</template>
</flow>`,
    right: {
      ...{ status: 404, asks: [{ path: "/none" }] },
      body: '{"error":{"message":"no price","code":4001,"status":404,"info":["Flow Error triggered"]}}',
    },
  },
  document: {
    flow: `<flow>
  <set-response-headers>{ "X-Shop": "b" }</set-response-headers>
  <echo mime="application/xml"><![CDATA[<o:order xmlns:o="urn:o" id="7"><name>pen &amp; ink</name><price cur="EUR">12.5</price><note/></o:order>]]></echo>
</flow>`,
    right: { headers: { "content-type": "application/xml", "x-shop": "b" }, body: order() },
  },
  text: {
    flow: `<flow>
  <set-response-headers>{ "X-Shop": "b" }</set-response-headers>
  <echo>one
two</echo>
</flow>`,
    right: { headers: { "content-type": "text/plain", "x-shop": "b" }, body: "one\ntwo" },
  },
  down: {
    flow: `<flow>
  <set-status code="503"/>
  <template>{ "down": true }</template>
</flow>`,
    right: { status: 503, body: '{"down":true}' },
  },
  digits: {
    flow: `<flow>
  <request content="xml">{ "url": "http://prices.internal/xml" }</request>
  <template>
  { {{: content("xml")/a/n }} "sum": {{ 0.1 + 0.2 }}, "long": 9007199254740993, "none": {{ number("x") }} }
  </template>
</flow>`,
    right: {
      body: '{"n":7,"sum":0.30000000000000004,"long":9007199254740993,"none":null}',
      asks: [{ path: "/xml" }],
    },
  },
  checked: {
    flow: "<flow>\n  <template>{}</template>\n</flow>",
    more: ", x-flow-validate: { request: true }, parameters: [{ name: n, in: query, type: integer }]",
    query: "n=010",
    right: refusal(
      400,
      "Type constraint violated in query for n: String value found, but an integer is required.",
    ),
  },
  patched: {
    flow: "<flow>\n  <template>{}</template>\n</flow>",
    method: "PATCH",
    right: { ...refusal(405, "Method PATCH not allowed for /api/PATH."), headers: { allow: "GET, HEAD" } },
  },
} satisfies Readonly<Record<string, Operation>>;

const right = (name: keyof typeof operations): Old => operations[name].right;
const body = (changes: object): Old => ({
  body: JSON.stringify({ ...JSON.parse(right("listed").body), ...changes }),
});
const asks = (...all: readonly Ask[]): Partial<Old> => ({ asks: all });

const edited = (name: keyof typeof operations, from: string, to: string): Partial<Old> => ({
  body: right(name).body.replace(from, to),
});
const ordered = (...changes: Parameters<typeof order>): Partial<Old> => ({ body: order(...changes) });
const priced = (changes: Partial<Ask>): Partial<Old> => asks({ ...price, ...changes }, stock, login);
const stocked = (changes: Partial<Ask>): Partial<Old> => asks(price, { ...stock, ...changes }, login);

/** The difference, the system's answer with it, and what is to be found: the line, the class, and of what. */
type Planted = readonly [planted: string, old: Partial<Old>, ...expected: readonly string[]];

const requestID = "decision D-REQ-01 error.requestID";

/** Without expectations, nothing is to be found. */
const planted: Readonly<Record<keyof typeof operations, readonly Planted[]>> = {
  listed: [
    [
      "an order of members",
      {
        body: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(right("listed").body)).reverse())),
      },
    ],
    ["white space", { body: JSON.stringify(JSON.parse(right("listed").body), null, 4) }],
    ["a spelling of a number", edited("listed", "12.5", "1.25e1")],
    ["escapes", edited("listed", '"yes"', '"\\u0079es"')],
    ["a charset", { headers: { ...shop, "content-type": "application/json;charset=UTF-8" } }],
    ["spaces in a field", { headers: { ...shop, "x-shop": " b" } }],
    ["a server", { headers: { ...shop, server: "FLAT" } }, "decision D-RES-01 server"],
    ["a value", body({ total: 12.4 }), "3 value total"],
    ["a text", body({ id: "8" }), "3 value id"],
    ["a type", body({ total: "12.5" }), "3 type total"],
    ["a type of the same name", body({ id: 7 }), "3 type id"],
    ["a null", body({ id: null }), "3 type id"],
    ["an object", body({ id: {} }), "3 type id"],
    ["a member more", body({ old: 1 }), "3 missing old"],
    ["a member less", body({ total: undefined }), "3 extra total"],
    ["a member within", body({ nested: { yes: false, none: null } }), "3 value nested.yes"],
    ["a null within", body({ nested: { yes: true } }), "3 extra nested.none"],
    ["an empty object", body({ nested: {} }), "3 extra nested.yes", "3 extra nested.none"],
    ["an order", body({ list: [3, 2, 1] }), "3 order list"],
    ["a length", body({ list: [1, 2] }), "3 length list"],
    ["an item", body({ list: [1, 2, 4] }), "3 value list[]"],
    ["a member of an item", body({ rows: [{ a: 1 }, { a: 3 }] }), "3 value rows[].a"],
    ["rows of another type", body({ rows: [{ a: 1 }, { a: "2" }] }), "3 type rows[].a"],
    ["rows in another order", body({ rows: [{ a: 2 }, { a: 1 }] }), "3 order rows"],
    ["one value for an array", body({ rows: { a: 1 } }), "3 type rows"],
    ["a name that objects have", body({ __proto__: 1, constructor: 2 }), "3 missing constructor"],
    ["no body", { body: "" }, "3 extra ", "3 field content-type"],
    ["what is no JSON", { body: "{" }, "3 type "],
    ["an array", { body: "[]" }, "3 type "],
    ["a status", { status: 201 }, "3 status "],
    ["another kind of status", { status: 404, body: "{}" }, "3 status "],
    ["a failure", { status: 500, body: "{}" }, "3 old-failed "],
    ["a field", { headers: { ...shop, "x-shop": "c" } }, "2 field x-shop"],
    ["a field less", { headers: { "x-shop": "b" } }, "2 field cache-control"],
    ["a field more", { headers: { ...shop, "x-old": "1" } }, "3 field x-old"],
    [
      "a media type",
      { headers: { ...shop, "content-type": "application/problem+json" } },
      "3 field content-type",
    ],
    ["two differences", { ...body({ id: "8" }), status: 201 }, "3 status ", "3 value id"],
  ],
  order: [
    [
      "fields that clients add",
      priced({ headers: { "x-tenant": "a", "user-agent": "FLAT", accept: "*/*", "x-forwarded-for": "1" } }),
    ],
    ["an order of members upstream", stocked({ body: '{ "tags": [1, 2], "n": 1.0 }' })],
    ["an order of fields of a form", asks(price, stock, { ...login, body: "scope=b&user=a" })],
    [
      "a field upstream",
      priced({ headers: { "x-tenant": "b" } }),
      "2 upstream changed price: field x-tenant",
    ],
    [
      "a field more upstream",
      priced({ headers: { "x-tenant": "a", "x-old": "1" } }),
      "2 upstream changed price: field x-old",
    ],
    [
      "no field upstream",
      asks({ path: price.path }, stock, login),
      "2 upstream changed price: field x-tenant",
    ],
    ["a query upstream", priced({ path: "/prices/7?cur=USD" }), "2 upstream changed price: query"],
    ["no query upstream", priced({ path: "/prices/7" }), "2 upstream changed price: query"],
    ["a path upstream", priced({ path: "/prices/8?cur=EUR" }), "2 upstream changed price: URL"],
    ["a method upstream", stocked({ method: "POST" }), "3 upstream changed stock: method"],
    ["a value upstream", stocked({ body: '{"n":2,"tags":[1,2]}' }), "3 upstream changed stock: body n value"],
    ["a type upstream", stocked({ body: '{"n":"1","tags":[1,2]}' }), "3 upstream changed stock: body n type"],
    [
      "a member more upstream",
      stocked({ body: '{"n":1,"tags":[1,2],"m":1}' }),
      "3 upstream changed stock: body m missing",
    ],
    [
      "an order upstream",
      stocked({ body: '{"n":1,"tags":[2,1]}' }),
      "3 upstream changed stock: body tags order",
    ],
    [
      "a length upstream",
      stocked({ body: '{"n":1,"tags":[1]}' }),
      "3 upstream changed stock: body tags length",
    ],
    [
      "a field of a form",
      asks(price, stock, { ...login, body: "user=a&scope=c" }),
      "4 upstream changed login: body scope value",
    ],
    ["no such request", asks(price, login), "3 upstream extra stock", "5 type left"],
    ["a request more", asks(price, stock, login, { path: "/audit" }), "1 upstream missing GET /audit"],
    ["the same request twice", asks(price, price, stock, login), "1 upstream missing GET /prices/*"],
    ["an order of requests", asks(stock, price, login), "3 upstream order stock"],
    ["a value from upstream", { body: '{"price":4,"left":1}' }, "5 value price"],
  ],
  missing: [
    ["a message", edited("missing", "no price", "gone"), "3 value error.message"],
    ["a code", edited("missing", "4001", "4002"), "3 value error.code"],
    ["a request ID", edited("missing", '"status"', '"requestID":"XaXJeWA","status"'), requestID],
    ["an answer", { status: 200, body: "{}" }, "3 status "],
  ],
  document: [
    ["another prefix", { body: order().replaceAll("o:", "p:").replace("xmlns:o", "xmlns:p") }],
    ["white space", { body: order().replaceAll("><", ">\n  <") }],
    [
      "quotes, and an empty element",
      { body: order().replaceAll('"', "'").replace("<note/>", "<note></note>") },
    ],
    [
      "a declaration, a comment, and references",
      { body: `<?xml version="1.0"?>\n<!-- x -->${order("pen &#38; ink")}` },
    ],
    ["CDATA", ordered("<![CDATA[pen & ink]]>")],
    ["a text", ordered("pen"), "3 value name"],
    ["an attribute", ordered(undefined, '<price cur="USD">12.5</price>'), "3 value price.@cur"],
    ["no attribute", ordered(undefined, "<price>12.5</price>"), "3 type price"],
    ["no element", ordered(undefined, ""), "3 extra price", '3 value "order of elements"'],
    [
      "two elements",
      ordered(undefined, '<price cur="EUR">12.5</price><price cur="EUR">12.5</price>'),
      "3 type price",
      '3 value "order of elements"',
    ],
    ["another namespace", ordered(undefined, undefined, 'o:order xmlns:o="urn:p" id="7"'), "3 value name()"],
    ["what is no XML", { body: "<a" }, "3 type "],
  ],
  text: [
    ["line ends", { body: "one\r\ntwo\r\n" }],
    ["a line", { body: "one\nthree" }, "3 value line 2"],
    ["a line more", { body: "one\ntwo\nthree" }, "3 value line 3"],
  ],
  down: [
    ["an answer", { status: 200 }, "2 new-failed "],
    ["another failure", { status: 502 }, "2 status "],
  ],
  digits: [
    ["15 digits", edited("digits", "0.30000000000000004", "0.3"), "decision D-XP-01 sum"],
    ["another sum", edited("digits", "0.30000000000000004", "0.31"), "3 value sum"],
    ["53 bits", edited("digits", "40993", "40992"), "decision D-BODY-01 long"],
    ["no null", edited("digits", "null", '"NaN"'), "decision D-TPL-02 none"],
    ["text of XML", edited("digits", '"n":7', '"n":"7"'), "decision D-TPL-04 n"],
  ],
  checked: [
    ["an answer", { status: 200, body: "{}" }, "decision D-VAL-03 "],
    [
      "more reasons",
      edited("checked", '"info":[', '"info":["n: Invalid",'),
      "decision D-VAL-02 error.info",
      requestID,
    ],
  ],
  patched: [["a refusal", { status: 403, body: '{"error":{}}' }, "decision D-REQ-02 ", requestID]],
};

interface Row {
  readonly name: keyof typeof operations;
  readonly what: string;
  readonly old: Partial<Old>;
  readonly expected: readonly string[];
}

const rows = Object.entries(planted).flatMap(([key, all]): readonly Row[] => {
  const name = key as keyof typeof operations;
  const nothing: Planted = ["nothing", {}, ...(/checked|patched/.test(name) ? [requestID] : [])];
  return [nothing, ...all].map(([what, old, ...expected]) => ({ name, what, old, expected }));
});

function refusal(status: number, info: string): Old {
  const error = {
    message: "Input Validation Failed",
    status,
    requestID: "XaXJeWA",
    info: [info],
    code: 3204,
  };
  return { status, body: JSON.stringify({ error }) };
}

const short = (kind: string): string =>
  kind.replace("body-member-", "").replace("upstream-request-", "upstream ");

test("each planted difference is found at its line, and no other", async () => {
  const all = Object.entries<Operation>(operations);
  const described = rows.map(
    ({ name }, index) =>
      `  /c${index}:\n    get: { x-flow: ${name}.xml${(operations[name] as Operation).more ?? ""} }`,
  );
  const directory = appOf("reference", {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${described.join("\n")}\n`,
    ...Object.fromEntries(all.map(([name, { flow }]) => [`${name}.xml`, `${flow}\n`])),
  });
  const { url: prices } = await upstream(async (request, response) => {
    await received(request);
    const path = request.url?.replace(/[?].*/, "") ?? "";
    if (path === "/xml") response.setHeader("content-type", "application/xml").end("<a><n>7</n></a>");
    else if (path === "/none") response.writeHead(404).end();
    else response.setHeader("content-type", json).end(path === "/stock" ? '{"left":1}' : '{"price":3}');
  });
  let egress = "";
  const { url: old } = await upstream(async (request, response) => {
    const { name, old } = rows[Number(/\d+/.exec(request.url ?? "")?.[0])] as Row;
    const traceparent = String(request.headers.traceparent);
    const answer = { ...right(name), ...old };
    for (const { path, method = "GET", headers, body = null } of answer.asks ?? [])
      await (await fetch(egress + path, { method, headers: { ...headers, traceparent }, body })).text();
    const path = request.url?.replace(/[?].*/, "") ?? "";
    const type = answer.body === "" ? {} : { "content-type": json };
    response
      .writeHead(answer.status ?? 200, { ...type, ...answer.headers })
      .end(
        answer.body.replace("/api/PATH", path).replace("1700000000", String(Math.floor(Date.now() / 1000))),
      );
  });
  const recording = join(directory, "recording.jsonl");
  const one = await recorder("--old", old, "--listen", "0", "--egress", `0=${prices}`, "-o", recording);
  ({ egress } = one);
  let next = 0;
  const client = async (): Promise<void> => {
    for (let at = next++; at < rows.length; at = next++) {
      const { method = "GET", query = "" }: Operation = operations[(rows[at] as Row).name];
      await (await fetch(`${one.listen}/api/c${at}?${query}`, { method })).text();
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  expect(await one.end()).toEqual([0, `recorded ${rows.length} exchanges\n`]);

  const { stdout, stderr } = await flowc("compare", directory, recording, "--format", "json");
  expect(stderr).toBe("");
  const { compared, differences, explained } = JSON.parse(stdout);
  expect(compared).toBe(rows.length);
  type Group = Readonly<Record<"path" | "class" | "what" | "decision", string>> & {
    readonly place?: { readonly line: number };
  };
  const found = (at: number): readonly string[] => [
    ...differences
      .filter(({ path }: Group) => path === `/api/c${at}`)
      .map(({ class: kind, what, place }: Group) => `${place?.line} ${short(kind)} ${what}`),
    ...explained
      .filter((each: Group) => each.path === `/api/c${at}` && each.class === "decision")
      .map(({ decision, what }: Group) => `decision ${decision} ${what}`),
  ];
  const named = (of: (at: number) => readonly string[]) =>
    rows.map(({ name, what }, at) => [`${name}: ${what}`, [...of(at)].sort()]);
  expect(named(found)).toEqual(named((at) => rows[at]?.expected ?? []));
});

test("what decisions explain, and what only looks like it", async () => {
  const directory = appOf("decided", {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-cors: { allowed-origins: "https://shop.example" }
securityDefinitions:
  Customer: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: "YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw", alg: HS256, out-var: "$customer" } }
paths:
  /a:
    get:
      x-flow: a.xml
      x-flow-validate: { request: true }
      parameters: [{ name: n, in: query, type: string }]
  /secured:
    get: { x-flow: a.xml, security: [{ Customer: [] }] }
  /files/{name}:
    get: { x-flow: files.xml }
`,
    "a.xml": "<flow>\n  <template>{}</template>\n</flow>\n",
    "files.xml": `<flow>
  <request>{ "url": {{ concat("http://files.internal/", $request/params/name) }}, "options": { "exit-on-error": true } }</request>
</flow>
`,
  });
  const line = (method: string, target: string, fields: object, response: object): string =>
    JSON.stringify({
      ...{ version: 1, kind: "exchange", id: target, startedAt: 1, duration: 1, upstream: [] },
      request: { method, target: `/api${target}`, fields: Object.entries({ host: "shop", ...fields }) },
      response: {
        status: 200,
        fields: [
          ["content-type", json],
          ["vary", "Origin"],
        ],
        body: { text: "{}", bytes: 2 },
        ...response,
      },
    });
  const info = (text: string): string =>
    JSON.stringify({
      error: { ...JSON.parse(refusal(403, text).body).error, message: "Security violation", code: 3206 },
    });
  const table: readonly (readonly [line: string, ...found: readonly string[]])[] = [
    [line("GET", "/a?n=1&n=2", {}, {}), "D-VAL-01"],
    [line("GET", "/a?n=1&m=2", {}, { body: { text: "[]", bytes: 2 } }), "body-member-type"],
    [
      line(
        "GET",
        "/a?n=1",
        {},
        {
          fields: [
            ["content-type", json],
            ["vary", "Origin"],
            ["content-encoding", "gzip"],
          ],
        },
      ),
      "D-UP-02",
    ],
    [line("GET", "/a?n=7", {}, { status: 103 }), "status"],
    [
      line("GET", "/secured", {}, { status: 403, body: { text: info("No token."), bytes: 9 } }),
      "D-SEC-01",
      "D-REQ-01",
    ],
    [line("GET", "/files/..%2Fx", {}, {}), "D-UP-03"],
    [line("GET", "/files/x", {}, {}), "new-failed", "upstream-request-extra"],
    [
      line(
        "OPTIONS",
        "/a",
        {
          origin: "https://shop.example",
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-a",
        },
        {},
      ),
      "D-REQ-08",
      "body-member-missing",
      "field",
    ],
  ];
  for (const [text, ...expected] of table) {
    const recording = join(directory, "one.jsonl");
    writeFileSync(recording, text);
    const { stdout, stderr } = await flowc("compare", directory, recording, "--format", "json");
    expect(stderr).toBe("");
    const { differences, explained } = JSON.parse(stdout);
    const found = [...differences, ...explained].map((each) => each.decision ?? each.class);
    expect([text, ...new Set(found)].sort()).toEqual([text, ...expected].sort());
  }
});
