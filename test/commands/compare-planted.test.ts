/** `flowc compare`: credentials, cookies, time-outs and causes; whatever is planted is found, and its equal twins are not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf } from "./app.js";

const hidden = (digit: number): string => `hidden-${String(digit).repeat(16)}`;
const text = (value: string) => ({ text: value, bytes: value.length });

const app = {
  "swagger.yaml": `swagger: "2.0"
paths:
  /login: { get: { x-flow: login.xml } }
  /slow: { get: { x-flow: slow.xml } }
  /first: { get: { x-flow: first.xml } }
  /causes: { get: { x-flow: causes.xml } }
`,
  "login.xml": `<flow>
  <request content="up">
  { "url": "http://up.internal/x?token=s3cr3t-query&amp;q=1",
    "headers": { "Authorization": "Bearer s3cr3t-token", "Cookie": "sid=s3cr3t-cookie; lang=de", "X-API-Key": "s3cr3t-key" },
    "body": { "value": { "password": "s3cr3t-password", "user": "u" } } }
  </request>
  <set-response-headers>
  { "Set-Cookie": [ "sid=s3cr3t-sid; Path=/; Domain=a.test; HttpOnly; Secure; SameSite=Lax; Max-Age=60", "old=; Max-Age=0" ] }
  </set-response-headers>
  <template>{ "token": "s3cr3t-answer", "pin": 1234, "n": 1 }</template>
</flow>
`,
  "slow.xml": `<flow>
  <request content="up">{ "url": "http://up.internal/x", "options": { "timeout": 3 } }</request>
  <template>{ "status": {{ $upstream/up/status }} }</template>
</flow>
`,
  "first.xml": `<flow>
  <request content="up">{ "url": "http://up.internal/x", "options": { "time-to-first-byte-timeout": 3, "timeout": 60 } }</request>
  <template>{ "status": {{ $upstream/up/status }} }</template>
</flow>
`,
  "causes.xml": `<flow><template>{ "name": {{ $request/get/name }}, "n": {{ number($request/get/n) }} }</template></flow>`,
};

const login = {
  ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
  request: { method: "GET", target: "/login", fields: [["host", "a"]] },
  upstream: [
    {
      ...{ at: 1, duration: 2 },
      request: {
        ...{ method: "POST", target: `http://up.internal/x?token=${hidden(1)}&q=1` },
        fields: [
          ["authorization", `Bearer ${hidden(2)}`],
          ["cookie", `sid=${hidden(3)}; lang=${hidden(4)}`],
          ["x-api-key", hidden(5)],
          ["content-type", "application/json"],
        ],
        body: text(`{"password":"${hidden(6)}","user":"u"}`),
      },
      response: { status: 200, fields: [], body: text("") },
    },
  ],
  response: {
    status: 200,
    fields: [
      ["content-type", "application/json"],
      ["set-cookie", `sid=${hidden(7)}; path=/; Domain=.A.test; HttpOnly; secure; SameSite=lax; Max-Age=60`],
      ["set-cookie", "old=***; Max-Age=0"],
    ],
    body: text(`{"token":"${hidden(8)}","pin":"${hidden(9)}","n":1}`),
  },
};

/** What an exchange loses or gets, as its text has it, and the difference that it makes. */
const planted: readonly (readonly [from: string, to: string, found: string])[] = [
  [`["authorization","Bearer ${hidden(2)}"],`, "", "up: field authorization"],
  [`Bearer ${hidden(2)}`, `Basic ${hidden(2)}`, "up: field authorization"],
  [`Bearer ${hidden(2)}`, "Bearer s3cr3t-other", "up: field authorization"],
  [`sid=${hidden(3)}; `, "", "up: field cookie sid"],
  [`sid=${hidden(3)}; `, `sid=${hidden(3)}; more=${hidden(3)}; `, "up: field cookie more"],
  [`["x-api-key","${hidden(5)}"],`, "", "up: field x-api-key"],
  [`["x-api-key"`, `["x-auth-token","${hidden(5)}"],["x-api-key"`, "up: field x-auth-token"],
  [`token=${hidden(1)}&`, "", "up: query token"],
  [`token=${hidden(1)}&`, `token=${hidden(1)}&code=${hidden(1)}&`, "up: query code"],
  [`token=${hidden(1)}`, "token=", "up: query token"],
  [`\\"password\\":\\"${hidden(6)}\\",`, "", "up: body password extra"],
  [`\\"password\\":`, `\\"secret\\":\\"${hidden(6)}\\",\\"password\\":`, "up: body secret missing"],
  ["HttpOnly; ", "", "set-cookie sid httponly"],
  ["secure; ", "", "set-cookie sid secure"],
  ["; Domain=.A.test", "", "set-cookie sid domain"],
  ["Domain=.A.test", "Domain=b.test", "set-cookie sid domain"],
  ["SameSite=lax", "SameSite=None", "set-cookie sid samesite"],
  ["path=/;", "path=/a;", "set-cookie sid path"],
  ["Max-Age=60", "Max-Age=3600", "set-cookie sid max-age"],
  ["Max-Age=60", "Max-Age=60; Partitioned", "set-cookie sid partitioned"],
  [`sid=${hidden(7)}`, "sid=", "set-cookie sid"],
  [
    '["set-cookie","old=***; Max-Age=0"]',
    '["set-cookie","new=***"]',
    "set-cookie old, set-cookie old max-age, set-cookie new",
  ],
  [`\\"token\\":\\"${hidden(8)}\\",`, "", "token"],
  [`\\"token\\":`, `\\"more\\":\\"${hidden(8)}\\",\\"token\\":`, "more"],
];

async function compare(lines: readonly unknown[], ...args: readonly string[]) {
  const directory = appOf("compare-planted", app);
  const file = join(directory, "recording.jsonl");
  writeFileSync(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return flowc("compare", directory, file, ...args);
}

interface Group {
  readonly class: string;
  readonly what: string;
  readonly detail?: string;
  readonly count: number;
  readonly sample: { readonly id: string };
}

const json = async (lines: readonly unknown[]) => {
  const { stdout, stderr, code } = await compare(lines, "--format", "json");
  const report = JSON.parse(stdout) as { differences: readonly Group[]; compared: number; different: number };
  return { ...report, stderr, code };
};

const nameOf = ({ what, detail = "" }: Group): string => `${what} ${detail}`.trim();

test("secrets with stand-ins are equal, one by one: nothing else is, in any carrier", async () => {
  expect(await json([login])).toMatchObject({ code: 0, compared: 1, differences: [] });
  const lines = planted.map(([from, to], index) => {
    const whole = JSON.stringify({ ...login, id: String(index) });
    expect(whole).toContain(from);
    return whole.replace(from, to);
  });
  const { differences, different } = await json(lines);
  expect(different).toBe(planted.length);
  // Two that look alike are one group, such as another value of the same attribute.
  const names = new Set(differences.map(nameOf));
  expect(names).toEqual(new Set(planted.flatMap(([, , found]) => found.split(", "))));
});

test.each(["/slow", "/first"])(
  "%s: an answer that came later than the flow waits is a difference",
  async (target) => {
    const after = (duration: number, size = 2) => ({
      ...{ ...login, duration: duration + 5, id: String(duration) },
      request: { ...login.request, target },
      upstream: [
        {
          ...{ at: 1, duration },
          request: { method: "GET", target: "http://up.internal/x", fields: [] },
          response: { status: 200, fields: [], body: text("x".repeat(size)) },
        },
      ],
      response: { status: 200, fields: [["content-type", "application/json"]], body: text('{"status":200}') },
    });
    expect(await json([after(2_900)])).toMatchObject({ code: 0, compared: 1 });
    const late = await json([after(5_000)]);
    expect([late.code, late.differences.map(({ class: kind }) => kind)]).toEqual([1, ["body-member-value"]]);
    // A long answer may have begun in time.
    expect((await json([after(5_000, 100_000)])).code).toBe(target === "/first" ? 0 : 1);
  },
);

test("two causes at one member are two groups, and many differences of one cause are one", async () => {
  const of = (query: string, name: unknown, n: unknown) => ({
    ...{ ...login, upstream: [] },
    request: { ...login.request, target: `/causes?${query}` },
    response: {
      status: 200,
      fields: [["content-type", "application/json"]],
      body: text(JSON.stringify({ name, n })),
    },
  });
  const { differences } = await json([
    ...["Ada", "Bob", "Eve"].map((name) => of(`name=${name}&n=1`, name.toUpperCase(), 1)),
    ...["Ada", "Bob"].map((name) => of(`name=${name}&n=1`, `${name} Smith`, 1)),
    of("name=Ada&n=1", "", 1),
    ...["12.5", "13.5"].map((n) => of(`name=a&n=${n}`, "a", Number(n) - 0.1)),
    of("name=a&n=12.5", "a", 12_500),
    of("name=a&n=12.5", "a", 0),
  ]);
  const shown = differences.map((each) => `${nameOf(each)} ${each.count}`).sort();
  expect(shown).toEqual(["n 1", "n 1", "n 2", "name 1", "name 2", "name 3"]);
  const status = (status: number) => ({
    ...of("name=a&n=1", "a", 1),
    response: { status, fields: [], body: text("") },
  });
  expect((await json([status(404), status(401), status(404)])).differences.map(({ count }) => count)).toEqual(
    [2, 1],
  );
});

test("where nothing was compared, the exit code is 1", async () => {
  const cut = { ...login, response: { ...login.response, body: { ...text("{"), isCut: true } } };
  expect(await compare([cut])).toMatchObject({
    code: 1,
    stderr: "flowc: nothing could be compared\n",
    stdout: expect.stringContaining("1 not compared: only the beginning of its answer was kept"),
  });
  // Nor is a request that no operation of the app is for.
  const elsewhere = {
    ...{ ...login, upstream: [] },
    request: { ...login.request, target: "/elsewhere" },
    response: { status: 404, fields: [], body: text("") },
  };
  expect((await compare([elsewhere])).code).toBe(1);
});

test("the page in HTML has operations with nothing compared first, both sides, and traces without secrets", async () => {
  const hostile = {
    ...login,
    response: { ...login.response, body: text('{"n":"<script>alert(1)</script>"}') },
  };
  const { stdout } = await compare([hostile], "--format", "html");
  const order = [
    "Operations with nothing compared",
    "GET /slow",
    "<h2>Differences",
    "<h2>Operations</h2>",
    "<h2>Traces",
  ];
  const places = order.map((each) => stdout.indexOf(each));
  expect(places.every((place) => place > 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(stdout).toContain("default-src 'none'");
  expect(stdout).not.toContain("<script");
  expect(stdout.slice(stdout.indexOf("<h2>Traces"))).not.toMatch(
    /s3cr3t-(?:token|key|query|password|cookie)/,
  );
  const links = [...stdout.matchAll(/href="#(trace-\d+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(0);
  for (const id of links) expect(stdout).toContain(`id="${id}"`);
});
