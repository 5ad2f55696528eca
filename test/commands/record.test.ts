/** `flowc record` between clients, a system and its upstream; then `flowc compare` and `flowc replay` on what it wrote. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedExchange, RecordedLine } from "../../runtime/observe/trace/recording.js";
import { flowc } from "../support/project.js";
import { deadUrl, received, upstream } from "../support/servers.js";
import { appOf } from "./app.js";
import { recorder, recorderWithRoom } from "./recorder.js";

const app = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders/{id}:
    get: { x-flow: order.xml }
    post: { x-flow: order.xml }
`,
  "order.xml": `<flow>
  <request content="price">
  { "url": {{ concat("http://prices.internal/prices/", urlencode($request/params/id)) }}, "headers": { "X-Key": "s3cr3t-key" }, "options": { "timeout": 60 } }
  </request>
  <error if="$upstream/price/status != 200" status="500">{ "message": "no price" }</error>
  <template>
  { "id": {{ $request/params/id }}, "price": {{ content("price")/json/price }}, "sent": {{ $body/json/n }} }
  </template>
</flow>
`,
};

/** Answers as the flow does, but wrongly for one order. It passes the names of requests on, as engines do. */
async function oldSystem(egress: () => string, hangs: (target: string) => void = () => {}) {
  const { url } = await upstream(async (request, response) => {
    const { url: target = "" } = request;
    if (target.startsWith("/api/hangs/")) {
      hangs(target);
      return;
    }
    const body = await received(request);
    if (target.startsWith("/api/big/")) {
      response.write(`${body.length} `);
      response.end(Buffer.alloc(10_000_000, "x"));
      return;
    }
    const id = /[^/]+$/.exec(target)?.[0] ?? "";
    const { traceparent = "" } = request.headers;
    const headers = { traceparent: String(traceparent), "x-key": "s3cr3t-key" };
    const answer = await fetch(`${egress()}/prices/${id}`, { headers }).catch(() => undefined);
    if (answer === undefined) {
      response.destroy();
      return;
    }
    const { price } = (await answer.json()) as { readonly price?: number };
    response.setHeader("content-type", "application/json");
    if (answer.status !== 200) response.statusCode = 500;
    const fault = { error: { message: "no price", status: 500, code: 5000, info: ["Flow Error triggered"] } };
    const sent = body === "" ? null : JSON.parse(body).n;
    const right = { id, price: id === "13" ? 99 : price, sent };
    response.end(JSON.stringify(answer.status === 200 ? right : fault));
  });
  return url;
}

const prices = async () => {
  const { url } = await upstream((request, response) => {
    const id = Number(/\d+$/.exec(request.url ?? "")?.[0]);
    response.setHeader("content-type", "application/json");
    if (id % 500 === 499) response.statusCode = 503;
    if (id % 500 === 399) {
      response.destroy();
      return;
    }
    // Later requests overtake earlier ones.
    setTimeout(() => response.end(JSON.stringify({ price: id * 2 })), (id * 7) % 20);
  });
  return url;
};

const linesOf = (file: string): readonly RecordedLine[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedLine);

const count = 1_000;

/** The kind of each request of the load, by its number. */
function kindOf(id: number): "order" | "big" | "hangs" | "fails" | "breaks" {
  if (id % 500 === 499) return "fails"; // with a status
  if (id % 500 === 399) return "breaks"; // the upstream system, and then the old one
  if (id % 500 === 299) return "big"; // 10 MB there and back
  return id % 100 === 49 ? "hangs" : "order"; // until the client goes away
}

const isPost = (id: number) => id % 3 === 0;

test("nothing is lost or mixed up under load; the same app compares without a difference but those planted", {
  timeout: 180_000,
}, async () => {
  const directory = appOf("record", app);
  const file = join(directory, "..", `recording-${process.pid}.jsonl`);
  onTestFinished(() => rmSync(file, { force: true }));
  let egress = "";
  const hanging = new Map<string, AbortController>();
  const old = await oldSystem(
    () => egress,
    (target) => hanging.get(target)?.abort(),
  );
  const one = await recorder("--old", old, "--listen", "0", "--egress", `0=${await prices()}`, "-o", file);
  ({ egress } = one);
  const answerTo = async (id: number): Promise<void> => {
    const kind = kindOf(id);
    const target = `/api/${/big|hangs/.test(kind) ? kind : "orders"}/${id}`;
    const aborting = new AbortController();
    hanging.set(target, aborting);
    const body =
      kind === "big" ? "y".repeat(10_000_000) : JSON.stringify({ n: id, password: "hunter2hunter2" });
    const response = fetch(`${one.listen}${target}`, {
      method: isPost(id) || kind === "big" ? "POST" : "GET",
      headers: { authorization: "Bearer abcdefgh12345", "content-type": "application/json" },
      ...((isPost(id) || kind === "big") && { body }),
      signal: aborting.signal,
    });
    if (kind === "hangs") return expect(response).rejects.toThrow("aborted");
    const { status } = await response;
    if (kind === "big") {
      const text = await (await response).text();
      expect([text.length, text.slice(0, 10)]).toEqual([10_000_009, "10000000 x"]);
    } else if (kind === "order")
      expect(await (await response).json()).toEqual({
        ...{ id: String(id), price: id === 13 ? 99 : id * 2 },
        sent: isPost(id) ? id : null,
      });
    else expect([kind, status]).toEqual(kind === "fails" ? [kind, 500] : [kind, 502]);
  };
  let next = 0;
  const client = async () => {
    while (next < count) await answerTo(next++);
  };
  await Promise.all(Array.from({ length: 8 }, client));
  expect(await one.end()).toEqual([0, `recorded ${count} exchanges\n`]);

  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, "utf8");
  for (const secret of ["abcdefgh12345", "hunter2hunter2"]) expect(text).not.toContain(secret);
  const lines = linesOf(file) as readonly RecordedExchange[];
  const numberOf = ({ request }: RecordedExchange) => Number(request.target.split("/").at(-1));
  expect(lines.map(numberOf).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, id) => id));
  for (const line of lines) {
    const { request, upstream: sent, response, failure } = line;
    const id = numberOf(line);
    const kind = kindOf(id);
    const facts = {
      body: request.body && kind === "order" ? JSON.parse(request.body.text ?? "").n : request.body?.bytes,
      upstream: sent.map((each) => [
        new URL(each.request.target).pathname,
        each.matchedBy,
        each.response?.status ?? each.failure,
      ]),
      status: response?.status,
      failure,
    };
    const asked = (outcome: unknown) => [[`/prices/${id}`, "id", outcome]];
    const sentBody = isPost(id) ? id : undefined;
    expect([id, facts]).toEqual([
      id,
      {
        order: { body: sentBody, upstream: asked(200), status: 200 },
        fails: { ...facts, upstream: asked(503), status: 500 },
        breaks: { ...facts, upstream: asked("ECONNRESET"), failure: "ECONNRESET" },
        big: { body: 10_000_000, upstream: [], status: 200 },
        hangs: { ...facts, upstream: [], failure: "the client went away" },
      }[kind],
    ]);
    if (kind === "big") expect(response?.body?.bytes).toBe(10_000_009);
  }
  const tokens = new Set(
    lines.flatMap(({ request }) =>
      request.fields.flatMap(([name, value]) => (/^authorization$/i.test(name) ? value : [])),
    ),
  );
  expect(tokens.size).toBe(1); // equality still compares
  expect(await flowc("record", "--audit", file)).toMatchObject({ code: 0, stdout: "" });

  const { code, stdout } = await flowc("compare", directory, file, "--format", "json");
  const { compared, differences, skipped } = JSON.parse(stdout);
  const of = (...kinds: readonly string[]) => lines.filter((line) => kinds.includes(kindOf(numberOf(line))));
  expect({ code, compared, skipped }).toEqual({
    ...{ code: 1, compared: of("order", "fails", "big").length },
    skipped: [{ reason: "it has no whole answer", count: of("hangs", "breaks").length }],
  });
  expect(differences).toMatchObject([
    { method: "GET", path: "/api/orders/{id}", count: 1, place: { file: "order.xml", line: 6 } },
    ...of("big").map(({ request }) => ({ method: "POST", path: request.target, class: "status" })),
  ]);

  // Some answers are errors still.
  const few = lines.filter((line) => /order|fails/.test(kindOf(numberOf(line)))).slice(-100);
  writeFileSync(file, few.map((line) => JSON.stringify(line)).join("\n"));
  const replayed = await flowc("replay", directory, file, "--format", "json");
  expect(replayed.code).toBe(1);
  const { answers } = JSON.parse(replayed.stdout);
  expect(answers.length).toBe(few.length);
  expect(answers.filter(({ status }: { readonly status: number }) => status !== 200)).toMatchObject([
    { target: `/api/orders/${count - 1}`, status: 500, trace: { flow: "order.xml" } },
  ]);
});

test("replay shows what happens now: a flow that is mended answers", async () => {
  const directory = appOf("replay", app);
  const file = join(directory, "failed.jsonl");
  const exchange: RecordedExchange = {
    ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
    request: { method: "GET", target: "/api/orders/7", fields: [] },
    upstream: [
      {
        ...{ at: 1, duration: 1 },
        request: { method: "GET", target: "http://prices.internal/prices/7", fields: [] },
        response: {
          status: 404,
          fields: [["content-type", "application/json"]],
          body: { text: "{}", bytes: 2 },
        },
      },
    ],
    response: { status: 500, fields: [] },
  };
  writeFileSync(file, `${JSON.stringify(exchange)}\n`);
  const before = await flowc("replay", directory, file);
  expect(before.code).toBe(1);
  expect(before.stdout).toMatch(/^GET \/api\/orders\/7: 500, was 500\n\{"error":\{"message":"no price"/);
  expect(before.stdout).toMatch(/order\.xml:5/);
  // The clock goes on while upstream systems answer, and random values are those of then.
  const [upstreamOf] = exchange.upstream;
  const random = ["0e4b3a5c-8f0e-4b57-9d1c-0d2f6c1e7a11"];
  const late = { ...exchange, random, upstream: [{ ...upstreamOf, at: 250, duration: 1_750 }] };
  writeFileSync(file, `${JSON.stringify(late)}\n`);
  const seen = app["order.xml"].replace('"no price"', "{{ concat(unixtime(), ' ', uuid4(), ' ', uuid4()) }}");
  writeFileSync(join(directory, "order.xml"), seen);
  const message = `"message":"${Math.floor(exchange.startedAt / 1000) + 2} ${random} `;
  expect((await flowc("replay", directory, file)).stdout).toContain(message);
  writeFileSync(join(directory, "order.xml"), app["order.xml"].replace('status="500"', 'status="404"'));
  const after = await flowc("replay", directory, file);
  expect(after.code).toBe(0);
  expect(after.stdout).toMatch(/^GET \/api\/orders\/7: 404, was 500\n/);
  writeFileSync(file, "no line\n");
  expect(await flowc("replay", directory, file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(":1: no JSON"),
  });
  writeFileSync(file, "");
  expect(await flowc("replay", directory, file)).toMatchObject({ code: 2 });
});

test("requests that nobody can tell apart are said, and a dead system is no end", async () => {
  const directory = appOf("record-dead", {});
  const file = join(directory, "recording.jsonl");
  const dead = await deadUrl();
  const one = await recorder("--old", dead, "--listen", "0", "--egress", `0=${await prices()}`, "-o", file);
  expect((await fetch(`${one.listen}/x`)).status).toBe(502);
  expect(await (await fetch(`${one.egress}/prices/3`)).json()).toEqual({ price: 6 });
  expect((await fetch(`${one.listen}/x`)).status).toBe(502);
  expect(await one.end()).toEqual([
    0,
    `flowc: ${dead}/ does not answer: ECONNREFUSED\nrecorded 2 exchanges; 1 upstream exchanges belong to no request for sure\n`,
  ]);
  expect(linesOf(file)).toMatchObject([
    { kind: "exchange", request: { target: "/x" }, failure: "ECONNREFUSED" },
    { kind: "upstream", upstream: { response: { status: 200 } } },
    { kind: "exchange" },
  ]);
});

test("when nothing can be written any more, requests pass, and no line is left half", async () => {
  const file = join(appOf("record-full", {}), "recording.jsonl");
  writeFileSync(file, '{"version":1,"kind":"ex'); // as a process leaves it that was killed
  const { url } = await upstream((_, response) => void response.end("x".repeat(60_000)));
  const one = await recorderWithRoom(256, "--old", url, "--listen", "0", "-o", file);
  for (let count = 0; count < 5; count++)
    expect(await (await fetch(`${one.listen}/x`)).text()).toHaveLength(60_000);
  const [code, said] = await one.end();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^flowc: nothing more is recorded: EFBIG.*\nrecorded [24] exchanges\n$/),
  ]);
  const [cut = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(cut).toBe('{"version":1,"kind":"ex');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ response: { body: { bytes: 60_000 } } });
  expect(lines).toHaveLength(Number(/recorded (\d)/.exec(said)?.[1]));
});

test.each([
  [["--old", "nonsense", "--listen", "0", "-o", "x"], "It has to be an http or https URL."],
  [["--old", "http://a", "--listen", "99999", "-o", "x"], "whole number from 0 to 65535"],
  [["--old", "http://a", "--listen", "0", "-o", "/nowhere/x"], "ENOENT"],
  [["--old", "http://a", "--listen", "0", "-o", "/"], "EISDIR"],
])("%j is wrong usage", async (args, message) => {
  const { code, stderr } = await flowc("record", ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("records what --only names, until --for is over; what is not recorded passes, and leaves no trace", async () => {
  const file = join(appOf("record-only", {}), "recording.jsonl");
  let egress = "";
  const old = await oldSystem(() => egress);
  const common = ["--old", old, "--listen", "0", "--egress", `0=${await prices()}`, "-o", file];
  const one = await recorder(...common, "--only", "GET /api/orders/*", "--only", "POST /**/2");
  ({ egress } = one);
  const get = (path: string, method = "GET") => fetch(`${one.listen}/api/${path}`, { method });
  for (const [path, method] of [
    ["orders/1"],
    ["orders/1", "POST"],
    ["orders/2", "POST"],
    ["orders/a/b"],
    ["orders/3?x=1"],
  ])
    expect((await get(path ?? "", method)).status).toBe(200);
  expect(await one.end()).toEqual([0, "recorded 3 exchanges\n"]);
  expect(linesOf(file)).toMatchObject(
    ["/api/orders/1", "/api/orders/2", "/api/orders/3?x=1"].map((target) => ({
      kind: "exchange",
      request: { target },
    })),
  );
  const other = await recorder(...common, "--sample", "0.000000001", "--for", "2s");
  ({ egress } = other);
  expect((await fetch(`${other.listen}/api/orders/4`)).status).toBe(200);
  expect(await other.ended).toBe(0);
  expect(linesOf(file)).toHaveLength(3);
});

test("imports a HAR, and audits recordings", async () => {
  const directory = appOf("record-import", app);
  const [har, file] = [join(directory, "one.har"), join(directory, "recording.jsonl")];
  const headers = [{ name: "Authorization", value: "Bearer abcdefgh12345" }];
  const entry = (url: string, text: string, more: object = {}) => ({
    ...{ startedDateTime: "2026-01-02T03:04:05Z", time: 5 },
    request: { method: "GET", url, headers, ...more },
    response: {
      status: 200,
      headers: [],
      content: { text, mimeType: "application/json", size: text.length },
    },
  });
  const entries = [
    entry("https://shop.test/api/orders/7?x=1", '{"a":1}'),
    entry("https://shop.test/api/none", '{"to":"ada@example.org","iban":"DE89 3704 0044 0532 0130 00"}'),
    entry(
      "https://shop.test/api/none?token=short1",
      '{"card":"4111 1111 1111 1111","id":"4111111111111112"}',
    ),
  ];
  writeFileSync(har, JSON.stringify({ log: { entries } }));
  expect(await flowc("record", "--import", har, "-o", file)).toMatchObject({
    code: 0,
    stderr: "recorded 3 exchanges\n",
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toMatch(/abcdefgh12345|DE89|4111 1111/);
  expect(linesOf(file)[0]).toMatchObject({
    ...{ kind: "exchange", startedAt: 1767323045000, isOneSided: true },
    request: { method: "GET", target: "/api/orders/7?x=1" },
    response: { status: 200, body: { text: '{"a":1}', bytes: 7 } },
  });
  // The app would ask for prices, which nobody has recorded.
  const { stdout } = await flowc("compare", directory, file, "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({
    compared: 2,
    skipped: [{ reason: "only the client's side was recorded", count: 1 }],
  });
  const audit = await flowc("record", "--audit", file);
  expect([audit.code, audit.stdout.replaceAll(`${file}:`, "")]).toEqual([
    1,
    "2: response, body: looks like an e-mail address\n",
  ]);
  writeFileSync(
    file,
    `${readFileSync(file, "utf8")
      .split("\n")[0]
      ?.replace(/hidden-\w+/, "abcdefgh12345")}\n`,
  );
  expect((await flowc("record", "--audit", file)).stdout).toContain(
    "1: request, field Authorization: has the name of a secret",
  );
  writeFileSync(har, "{}");
  expect(await flowc("record", "--import", har, "-o", file)).toMatchObject({ code: 2 });
});

test("imports a trace: what was hidden in it stays hidden", async () => {
  const directory = appOf("record-import-trace", app);
  const [traces, file] = [join(directory, "traces.json"), join(directory, "recording.jsonl")];
  const fields = [["content-type", "application/json"]];
  const hidden = { text: "***", isHidden: true, bytes: 30 };
  const trace = {
    ...{
      version: 2,
      id: "1",
      startedAt: 1_700_000_000_000,
      build: 0,
      route: "/orders/{id}",
      flow: "order.xml",
    },
    ...{ request: { method: "POST", target: "/api/orders/7", fields, body: hidden }, duration: 5 },
    response: { status: 200, fields, body: { text: '{"a":1}', bytes: 7 } },
    ...{ events: [], ran: [], hasSecrets: true, dropped: 0 },
  };
  writeFileSync(traces, JSON.stringify([trace]));
  expect(await flowc("record", "--import", traces, "-o", file)).toMatchObject({ code: 0 });
  const [line] = linesOf(file) as readonly RecordedExchange[];
  expect([line?.request.body, line?.response?.body]).toEqual([hidden, { text: '{"a":1}', bytes: 7 }]);
});

const goReplay = "1 aa1 1767323045000000000\nGET /api/none HTTP/1.1\r\nHost: a\r\n\r\n\n🐵🙈🙉\n";
const recorded = '{"version":1,"kind":"exchange","id":"1","startedAt":1,"duration":1,"upstream":[]}\n';

test.each([
  ["a file of GoReplay", goReplay, "HAR, or traces of flowc"],
  ["a recording", recorded, "HAR, or traces of flowc"],
  ["JSON of something else", "{}", "HAR, or traces of flowc"],
  ["a HAR without requests", '{"log":{"entries":[]}}', "HAR, or traces of flowc"],
  ["no file of a known form", "\0\xff", "HAR, or traces of flowc"],
  ["an empty file", "", "HAR, or traces of flowc"],
  ["half a HAR", '{"log":{}}', "it has no log.entries"],
])("--import of %s says what it reads, and writes nothing", async (name, content, message) => {
  const directory = appOf(`record-import-${name.replaceAll(" ", "-")}`, {});
  const [source, file] = [join(directory, "requests.gor"), join(directory, "recording.jsonl")];
  writeFileSync(source, content);
  const { code, stderr } = await flowc("record", "--import", source, "-o", file);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(existsSync(file)).toBe(false);
});
