import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { flowc } from "../support/project.js";
import { deadUrl, upstream as serve } from "../support/servers.js";
import { appOf } from "./app.js";

const app = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders/{id}:
    get:
      x-flow: order.xml
    post:
      x-flow: order.xml
`,
  "order.xml": `<flow>
  <request content="order">
  { "url": {{ concat("http://orders.internal/orders/", urlencode($request/params/id)) }}, "headers": { "X-Tenant": "a" } }
  </request>
  <request content="stock" if="$request/get/stock">{ "url": "http://orders.internal/stock", "body": { "value": "s", "mime": "text/plain" } }</request>
  <error if="$upstream/order/status != 200" status="404">{ "message": "no such order" }</error>
  <set-response-headers>{ "X-Shop": "b" }</set-response-headers>
  <template>
  { "id": {{ $request/params/id }},
    "total": {{ content("order")/json/total }},
    "list": [1, 2], "at": {{ unixtime() }}, "key": {{ uuid4() }} }
  </template>
</flow>
`,
};

type Members = Record<string, unknown>;

const upstream = (target: string, body: unknown, more: Members = {}, request: Members = {}) => ({
  ...{ at: 1, duration: 2 },
  request: { method: "GET", target, fields: [["x-tenant", "a"]], ...request },
  response: {
    ...{ status: 200, fields: [["content-type", "application/json"]] },
    body: { text: JSON.stringify(body), bytes: 1 },
  },
  ...more,
});

const order = upstream("http://127.0.0.1:9/v1/orders/7", { total: 12.5 });
const stock = upstream(
  "http://127.0.0.1:9/v1/stock",
  {},
  { at: 9 },
  { method: "POST", fields: [["content-type", "text/plain"]], body: { text: "s", bytes: 1 } },
);
const answer = {
  id: "7",
  total: 12.5,
  list: [1, 2],
  at: 1_700_000_001,
  key: "3d813cbb-47fb-42ba-91df-831e1593ac29",
};
const fields = [
  ["Content-Type", "application/json; charset=utf-8"],
  ["x-shop", "b"],
  ["date", "now"],
];

function exchange(text: string, more: Members = {}, target = "/api/orders/7"): Members {
  return {
    ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
    request: { method: "GET", target, fields: [["host", "shop"]] },
    upstream: [order],
    response: { status: 200, fields, body: { text, bytes: text.length } },
    ...more,
  };
}

const body = (more: Members = {}): string => JSON.stringify({ ...answer, ...more });
const asked = "/api/orders/7?stock=1";

/** The class and the line of each difference that is planted. */
const planted: readonly (readonly [name: string, recorded: Members, expected: readonly string[]])[] = [
  ["nothing", exchange(body()), []],
  [
    "white space, order and spelling",
    exchange(
      JSON.stringify(Object.fromEntries(Object.entries(answer).reverse()), null, 2).replace("12.5", "12.50"),
    ),
    [],
  ],
  ["a value", exchange(body({ total: 12.4 })), ["8 body-member-value total"]],
  ["a type", exchange(body({ total: "12.5" })), ["8 body-member-type total"]],
  ["a missing member", exchange(body({ old: 1 })), ["8 body-member-missing old"]],
  ["an extra member", exchange(body({ total: undefined })), ["8 body-member-extra total"]],
  ["an order", exchange(body({ list: [2, 1] })), ["8 body-member-order list"]],
  ["a length", exchange(body({ list: [1] })), ["8 body-member-length list"]],
  [
    "a field",
    exchange(body(), {
      response: {
        status: 200,
        fields: [...fields.slice(0, 1), ["x-shop", "c"]],
        body: { text: body(), bytes: 1 },
      },
    }),
    ["7 field x-shop"],
  ],
  [
    "a status",
    exchange("", { response: { status: 404, fields: [], body: { text: "", bytes: 0 } } }),
    ["8 status "],
  ],
  ["an old failure", exchange("", { response: { status: 502, fields: [] } }), ["8 old-failed "]],
  [
    "a changed path",
    exchange(body(), { upstream: [upstream("http://127.0.0.1:9/orders/8", { total: 12.5 })] }),
    ["2 upstream-request-changed order: URL"],
  ],
  [
    "a changed field",
    exchange(body(), { upstream: [{ ...order, request: { ...order.request, fields: [] } }] }),
    ["2 upstream-request-changed order: field x-tenant"],
  ],
  [
    "no upstream request",
    exchange(body(), { upstream: [order, stock] }),
    ["5 upstream-request-missing POST /v1/stock"],
  ],
  ["another upstream request", exchange(body(), {}, asked), ["5 upstream-request-extra stock"]],
  ["both upstream requests", exchange(body(), { upstream: [order, stock] }, asked), []],
  [
    "an upstream body",
    exchange(
      body(),
      { upstream: [order, { ...stock, request: { ...stock.request, body: { text: "t", bytes: 1 } } }] },
      asked,
    ),
    ["5 upstream-request-changed stock: body value"],
  ],
  [
    "an upstream order",
    exchange(
      body(),
      {
        upstream: [
          { ...stock, at: 0 },
          { ...order, at: 5 },
        ],
      },
      asked,
    ),
    ["5 upstream-request-order stock"],
  ],
];

async function compare(lines: readonly unknown[], ...args: readonly string[]) {
  const directory = appOf("compare", app);
  const file = join(directory, "recording.jsonl");
  writeFileSync(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return flowc("compare", directory, file, ...args);
}

test.each(planted)("finds %s at its line", async (_, recorded, expected) => {
  const { stdout, code, stderr } = await compare([recorded], "--format", "json");
  expect(stderr).toBe("");
  const { compared, differences } = JSON.parse(stdout);
  expect(compared).toBe(1);
  expect(
    differences.map((each: Record<string, never> & { place: Record<string, never> }) =>
      [each.place.line, each.class, each.what].map(String).join(" "),
    ),
  ).toEqual(expected);
  expect(code).toBe(expected.length > 0 ? 1 : 0);
});

test("reads on behind broken lines, and says which", async () => {
  const { stdout, stderr, code } = await compare(["{", { version: 1, kind: "other" }, exchange(body())]);
  expect(stdout).toContain("1 compared");
  expect(stderr).toMatch(/recording\.jsonl:1: no JSON\n.*:2: no line of a recording/);
  expect(code).toBe(1);
  expect((await compare(["{"])).code).toBe(2);
});

test("hostile recordings are read, and cost no more than they have to", async () => {
  const request = { method: "GET", target: "/api/orders/7", fields: [] };
  const skipped = [
    exchange("{}", { request: { ...request, method: "CONNECT" } }),
    exchange("{}", { request: { ...request, body: { text: "x", bytes: 1 } } }),
    exchange("{}", { request: { ...request, fields: [["a\nb", "c\r\nd"]] } }),
    exchange("{}", { request: { ...request, fields: [["host", "a b/c"]] } }),
    exchange("{}", { request: { ...request, target: "http://elsewhere.test/" } }),
  ];
  const found = [
    exchange(body(), { startedAt: 1e300, id: "\u001b[31m\n" }),
    exchange("[".repeat(100_000)),
    exchange(`{"__proto__":${body()},"constructor":1}`),
    exchange(body(), { upstream: Array.from({ length: 20_000 }, () => order) }),
    exchange(body(), { upstream: [{ ...order, request: { ...order.request, target: "no URL" } }] }),
    exchange('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', {
      response: {
        status: 200,
        fields: [["content-type", "text/xml"]],
        body: { text: "<a>&x;</a>", bytes: 9 },
      },
    }),
  ];
  const { stdout, stderr, code } = await compare(
    [...skipped, ...found, '{"version":3,"kind":"exchange"}'],
    "--format",
    "json",
  );
  expect(stderr).toMatch(/^\S+:12: of another version: 3\n1 lines could not be read\n$/);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ compared: 6, different: 6 },
    skipped: [
      { reason: "nobody can send such a request", count: 4 },
      { reason: "its target is no path", count: 1 },
    ],
  });
  expect(stdout).not.toContain("root:");
  expect(code).toBe(1);
  const other = await compare([exchange("{}", { request: { ...request, target: "/v2/pets" } })]);
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringContaining("Is it the recording of another one?"),
  ]);
  const directory = appOf("replay-other", app);
  const file = recordingIn(directory, [exchange("{}", { request: { ...request, target: "/v2/pets" } })]);
  expect((await flowc("replay", directory, file)).stderr).toBe(other.stderr);
});

test("upstream answers of 100 MB are answers like others, up to the limits of the app", async () => {
  const large = (target: string) => upstream(target, { total: 1, filler: "x".repeat(100_000_000) });
  const { stdout, code } = await compare(
    [exchange(body(), { upstream: [large("http://127.0.0.1:9/orders/7")] }), exchange(body())],
    ...["--format", "json"],
  );
  expect(JSON.parse(stdout)).toMatchObject({ compared: 2, different: 1 });
  expect(code).toBe(1);
});

test("accepts what rules describe until they expire", async () => {
  const directory = appOf("compare-rules", {});
  const rules = join(directory, "rules.json");
  writeFileSync(rules, JSON.stringify([{ member: "none", ignore: true, reason: "x", until: "2999-01-01" }]));
  for (const format of ["text", "html", "sarif"]) {
    const { stdout } = await compare([exchange(body())], "--rules", rules, "--format", format);
    expect(stdout.replaceAll(/\\"|&#34;|&quot;/g, '"')).toContain('The rule "x" is unused.');
  }
  const rule = { member: "total", number: 0.2, reason: "rounding" };
  const recorded = [exchange(body({ total: 12.4 }))];
  writeFileSync(rules, JSON.stringify([{ ...rule, until: "2999-01-01" }]));
  expect((await compare(recorded, "--rules", rules)).code).toBe(0);
  writeFileSync(rules, JSON.stringify([{ ...rule, until: "2001-01-01" }]));
  const expired = await compare(recorded, "--rules", rules);
  expect([expired.code, expired.stdout]).toEqual([1, expect.stringContaining("is expired")]);
  writeFileSync(rules, JSON.stringify([{ member: "total", ignore: true, until: "2999-01-01" }]));
  expect((await compare(recorded, "--rules", rules)).code).toBe(2);
});

test("each kind of rule accepts what it describes, and no more", async () => {
  const file = join(appOf("compare-kinds", {}), "rules.json");
  const recorded = exchange(body({ id: "8", total: 12.4, list: [2, 1], old: 0 }), {
    upstream: [{ ...order, request: { ...order.request, fields: [["x-tenant", "b"]] } }],
    response: {
      status: 201,
      fields: [...fields.slice(0, 1), ["x-shop", "c"]],
      body: { text: body({ id: "8", total: 12.4, list: [2, 1], old: 0 }), bytes: 1 },
    },
  });
  const about = [
    [{ member: "id" }, { time: 1 }, { time: 0.5 }],
    [{ member: "total" }, { number: 0.2 }, { number: 0.05 }],
    [{ member: "list" }, { set: true }, { number: 1 }],
    [{ member: "old" }, { ignore: true }, { number: 1 }],
    [{ field: "X-*" }, { pattern: "^[bc]$" }, { pattern: "^c" }],
    [{ upstream: "order: field x-*" }, { present: true }, { set: true }],
    [{ status: "201 to 2*" }, { ignore: true }, { status: "201 to 204", ignore: true }],
  ] as const;
  const rules = (which: 1 | 2) =>
    about.map((each) => ({ ...each[0], ...each[which], reason: "known", until: "2999-01-01" }));
  writeFileSync(file, JSON.stringify(rules(1)));
  expect(await compare([recorded], "--rules", file)).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(file, JSON.stringify(rules(2)));
  const { code, stdout } = await compare([recorded], "--rules", file, "--format", "json");
  expect([code, JSON.parse(stdout).differences.length]).toEqual([1, 7]);
});

test.each(["text", "html", "junit", "sarif"])("writes %s", async (format) => {
  const { stdout } = await compare([exchange(body({ total: 12.4 }))], "--format", format);
  expect(stdout).toMatch(/total is 12\.5, was 12\.4/);
});

/** Writes a recording into the directory. */
function recordingIn(directory: string, lines: readonly unknown[]): string {
  const file = join(directory, "recording.jsonl");
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  return file;
}

const found = (stdout: string) =>
  JSON.parse(stdout).differences.map((each: { readonly class: string; readonly what: string }) =>
    `${each.class} ${each.what}`.trim(),
  );

test("compares with flows of before, and with an app that was built of them, of whatever version", async () => {
  const before = appOf("compare-before", app);
  const directory = appOf("compare-after", {
    ...app,
    "order.xml": app["order.xml"]
      .replace('"list": [1, 2]', '"list": [1, 2, 3]')
      .replace('"X-Tenant": "a"', '"X-Tenant": "b"'),
  });
  const gen = join(before, "gen");
  expect(await flowc("build", before, "-o", gen)).toMatchObject({ code: 0 });
  const file = recordingIn(directory, [
    exchange("{}", { id: "3d813cbb-47fb-42ba-91df-831e1593ac29", upstream: [order, stock] }, asked),
    exchange("{}", { upstream: [upstream("https://elsewhere.test/orders/7", { total: 1 })] }),
  ]);
  for (const against of [before, gen]) {
    const { stdout, stderr, code } = await flowc(
      "compare",
      directory,
      file,
      "--against",
      against,
      "--format",
      "json",
    );
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ compared: 2, different: 2 });
    expect(found(stdout)).toEqual([
      "body-member-length list",
      "upstream-request-changed order: field x-tenant",
    ]);
    expect(code).toBe(1);
    expect(await flowc("compare", before, file, "--against", against)).toMatchObject({ code: 0 });
  }
  expect(await flowc("compare", directory, file, "--against", join(before, "none"))).toMatchObject({
    code: 2,
  });
});

test("asks a system that runs, and takes for noise what differs as often within it", async () => {
  const directory = appOf("compare-live", app);
  let count = 0;
  const live = async (changes: () => Members) => {
    const { url, stop } = await serve((_, response) => {
      response.setHeader("content-type", "application/json").setHeader("x-shop", "b").end(body(changes()));
    });
    onTestFinished(stop);
    return url;
  };
  const old = await live(() => ({ at: count++, total: 12.5, list: count % 2 === 0 ? [1, 2] : [2, 1] }));
  const again = await live(() => ({ at: count++, list: count % 3 === 0 ? [1, 2] : [2, 1] }));
  // The app runs at the time of the system that runs.
  const wrong = await live(() => ({ total: 12.4, at: Math.floor(Date.now() / 1000) }));
  const post = { request: { method: "POST", target: "/api/orders/7", fields: [] } };
  const file = recordingIn(directory, [
    ...Array.from({ length: 12 }, () => exchange("{}")),
    exchange("{}", post),
  ]);
  const twice = await flowc(
    "compare",
    directory,
    file,
    "--old",
    old,
    "--old-again",
    again,
    "--format",
    "json",
  );
  expect(JSON.parse(twice.stdout)).toMatchObject({
    ...{ compared: 12, different: 0, differences: [] },
    skipped: [{ reason: "a system that runs gets no POST", count: 1 }],
  });
  expect(twice.code).toBe(0);
  const once = await flowc("compare", directory, file, "--old", wrong, "--format", "json");
  expect([once.code, found(once.stdout)]).toEqual([1, ["body-member-value total"]]);
  expect(await flowc("compare", directory, file, "--old-again", old)).toMatchObject({ code: 2 });
  expect(await flowc("compare", directory, file, "--old", await deadUrl())).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("not compared: connect ECONNREFUSED"),
  });
});

test("--min is a gate, and --save-tests writes tests that pass", async () => {
  const directory = appOf("compare-tests", app);
  const file = recordingIn(directory, [
    exchange(body()),
    exchange(body()),
    exchange(body(), { upstream: [order, stock] }, asked),
    exchange(body({ total: 1 })),
  ]);
  const { code, stderr, stdout } = await flowc(
    ...(["compare", directory, file, "--min", "2", "--save-tests", "9", "--format", "json"] as const),
  );
  const [{ branches }] = JSON.parse(stdout).operations;
  const shown = branches.map((each: Readonly<Record<string, number>>) =>
    [each.line, each.compared, each.differences, each.bound].join(" "),
  );
  expect(shown).toEqual(["2 4 0 0.75", "5 1 0 1", "6 0 0 1", "7 4 0 0.75", "8 4 1 0.75"]);
  expect(code).toBe(1);
  expect(stderr).toContain("GET /api/orders/{id}, order.xml:5: compared 1 of at least 2");
  expect(stderr).toContain("POST /api/orders/{id}: compared 0 of at least 2");
  expect(stderr.match(/^saved .*$/gm)).toHaveLength(2); // one for each way
  expect(await flowc("test", directory)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 passed"),
  });
});

test("names the decisions that may be the cause of a difference in their flow", async () => {
  const get = (flow: string) => ({ get: { "x-flow": flow } });
  const directory = appOf("compare-perhaps", {
    "swagger.yaml": JSON.stringify({ swagger: "2.0", paths: { "/a": get("a.xml"), "/b": get("b.xml") } }),
    "a.xml": `<flow>
  <eval out="$page">html-parse("&lt;p>one&lt;p>two")</eval>
  <template>{ "count": {{ count($page//p) }} }</template>
</flow>`,
    "b.xml": '<flow><template>{ "count": 2 }</template></flow>',
  });
  const of = (target: string): string =>
    JSON.stringify(
      exchange('{ "count": 1 }', { upstream: [], request: { method: "GET", target, fields: [] } }),
    );
  const recording = join(directory, "recording.jsonl");
  writeFileSync(recording, `${of("/a")}\n${of("/b")}\n`);
  const { code, stdout } = await flowc("compare", directory, recording);
  expect(code).toBe(1);
  expect(stdout).toContain("a.xml:3 template: count is 2, was 1 (1 of 1), perhaps D-BODY-05\n");
  expect(stdout).toContain("b.xml:1 template: count is 2, was 1 (1 of 1)\n");
  const json = JSON.parse((await flowc("compare", directory, recording, "--format", "json")).stdout);
  const count = json.differences.filter(({ what }: { what: string }) => what === "count");
  expect(count.map(({ perhaps }: { perhaps?: unknown }) => perhaps)).toEqual([["D-BODY-05"], undefined]);
});
