/** `FLOW_RECORD` of served apps, and `flowc replay` on the files that they leave. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RecordedExchange } from "../../runtime/observe/trace/recording.js";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { flowc } from "../support/project.js";
import { built, builtAlone, refused, served } from "../support/served.js";
import { type RunningProcess, upstream } from "../support/servers.js";

const files = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders/{id}:
    x-flow: order.xml
  /late/{id}:
    x-flow: late.xml
`,
  "order.xml": `<flow>
  <request content="price">
  { "url": {{ concat($env/PRICES, "/prices/", urlencode($request/params/id)) }}, "headers": { "X-Key": "s3cr3t-key-1" } }
  </request>
  <error if="$upstream/price/status != 200" status="500">{ "message": "no price", "info": {{ uuid4() }} }</error>
  <template>
  { "id": {{ $request/params/id }}, "price": {{ content("price")/json/price }}, "n": {{ $body/json/n }}, "at": {{ unixtime() }} }
  </template>
</flow>
`,
  "late.xml": `<flow>
  <request content="price">
  { "url": {{ concat($env/PRICES, "/prices/", urlencode($request/params/id)) }}, "options": { "timeout": 0.2, "exit-on-error": true } }
  </request>
  <template>{}</template>
</flow>
`,
};

/** `/prices/503` has none, `/prices/0` never answers, and `/prices/60` is late. */
async function prices(): Promise<string> {
  const { url, stop } = await upstream((request, response) => {
    const id = Number(/\d+$/.exec(request.url ?? "")?.[0]);
    if (id === 0) return;
    response.setHeader("content-type", "application/json");
    if (id === 503) response.statusCode = 503;
    setTimeout(
      () => response.end(JSON.stringify({ price: id * 2, token: "tok-abcdefgh" })),
      id === 60 ? 60 : 0,
    );
  });
  onTestFinished(stop);
  return url;
}

interface Recording {
  readonly name: string;
  readonly text: string;
  readonly exchange: RecordedExchange;
}

interface Recorded extends RunningProcess {
  readonly directory: string;
  /** The files, once there are so many; the oldest first. */
  recordings(count: number): Promise<readonly Recording[]>;
}

async function recorded(
  gen: string,
  env: Readonly<Record<string, string>>,
  directory = join(scratchDirectory("black-box"), "kept"),
  command?: (out: string) => readonly [string, ...string[]],
): Promise<Recorded> {
  const all = { FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: directory, ...env };
  const server = await served(gen, all, command);
  const names = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  const recordings = async (count: number) => {
    await expect
      .poll(() => names().filter((name) => statSync(join(directory, name)).size > 0).length)
      .toBe(count);
    return names().map((name) => {
      const text = readFileSync(join(directory, name), "utf8");
      return { name, text, exchange: JSON.parse(text) as RecordedExchange };
    });
  };
  return { ...server, directory, recordings, get: (path, init) => server.get(`/api${path}`, init) };
}

/** For tests that change nothing of it: for Node, Bun and Deno. */
const builtOnce = () => built(files, ...otherTargets);

test("a failure is kept without its secrets, replayed with the same answer, mended, and saved as a test", async () => {
  const gen = await builtAlone(files);
  const flows = join(dirname(gen), "flows");
  const PRICES = await prices();
  const app = await recorded(gen, { PRICES, FLOW_ADMIN_PORT: "0" });
  expect((await app.get("/orders/1")).status).toBe(200);
  const failed = await app.get("/orders/503?token=abcdefgh-1", {
    method: "POST",
    headers: { authorization: "Bearer abcdefgh12345", "content-type": "application/json" },
    body: JSON.stringify({ n: 7, password: "hunter2hunter2" }),
  });
  const answer = await failed.text();
  const late = await app.get("/late/0");
  const lateAnswer = await late.text();
  expect([failed.status, late.status]).toEqual([500, 504]);
  const [first, second] = await app.recordings(2);
  if (first === undefined || second === undefined) throw new Error("no recordings");
  expect(first.exchange).toMatchObject({
    ...{ kind: "exchange", cause: "failed 500 5000 order.xml:5", count: 1 },
    request: { method: "POST", body: { bytes: 35 } },
    upstream: [{ id: "price", request: { target: `${PRICES}/prices/503` }, response: { status: 503 } }],
    random: [expect.stringMatching(/^[\da-f]{8}-/)],
    response: { status: 500, body: { text: answer } },
  });
  expect(second.exchange).toMatchObject({
    cause: "failed 504 3201 late.xml:2",
    upstream: [{ failure: "No complete response within 0.2 s." }],
  });
  for (const secret of ["abcdefgh-1", "abcdefgh12345", "hunter2hunter2", "s3cr3t-key-1", "tok-abcdefgh"])
    expect(first.text).not.toContain(secret);
  for (const { name } of [first, second])
    expect(statSync(join(app.directory, name)).mode & 0o777).toBe(0o600);
  expect(await (await fetch(`${app.admin}/recordings`)).json()).toMatchObject({
    recordings: [
      { file: second.name, cause: "failed 504 3201 late.xml:2", count: 1 },
      { file: first.name, count: 1, bytes: first.text.length },
    ],
  });

  const replay = (name: string, ...more: readonly string[]) =>
    flowc("replay", flows, join(app.directory, name), ...more);
  process.env.PRICES = "http://elsewhere.test";
  onTestFinished(() => void delete process.env.PRICES);
  const before = await replay(first.name);
  expect(before.code).toBe(1);
  expect(before.stdout).toContain("500, was 500\n  kept as failed 500 5000 order.xml:5, number 1\n");
  expect(before.stdout).toContain(answer);
  expect(before.stdout).toMatch(/order\.xml:5:3 error/);
  // Random values, the ID of the request, and the words about the time, are those of then.
  const { answers } = JSON.parse((await replay(second.name, "--format", "json")).stdout);
  expect(answers).toMatchObject([{ status: 504, body: lateAnswer }]);

  writeFileSync(join(flows, "order.xml"), files["order.xml"].replace(/<error.*\n/, ""));
  const after = await replay(first.name, "--save-test");
  expect({ code: after.code, text: after.stdout }).toEqual({
    code: 0,
    text: expect.stringMatching(/: 200, was 500\n.*\n\{"id":"503","price":1006,"n":7,"at":\d+\}/),
  });
  expect(after.stderr).toMatch(/^saved \S+\.xml\n$/);
  expect(await flowc("test", flows)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
});

test("keeps the newest of each cause, within a size, and no other file is touched", async () => {
  const gen = await builtOnce();
  const PRICES = await prices();
  const one = await recorded(gen, { PRICES });
  writeFileSync(join(one.directory, "notes.txt"), "mine");
  for (let count = 0; count < 9; count++) await one.get("/orders/503");
  await one.get("/late/0");
  const before = await one.recordings(6); // the further ones came within a second
  expect(before.slice(0, 5).map(({ exchange }) => exchange.count)).toEqual([1, 2, 3, 4, 5]);
  await one.stop();
  const other = await recorded(gen, { PRICES }, one.directory);
  for (let count = 0; count < 3; count++) await other.get("/orders/503");
  await expect
    .poll(async () =>
      (await other.recordings(6)).map(({ exchange: { cause, count } }) => `${cause} ${count}`),
    )
    .toEqual([
      ...[4, 5].map((count) => `failed 500 5000 order.xml:5 ${count}`),
      "failed 504 3201 late.xml:2 1",
      ...[1, 2, 3].map((count) => `failed 500 5000 order.xml:5 ${count}`),
    ]);
  await other.stop();
  const small = await recorded(gen, { PRICES, FLOW_RECORD_MAX_BYTES: "3000" }, one.directory);
  await small.get("/orders/503");
  await expect.poll(async () => (await small.recordings(2)).at(-1)?.exchange.count).toBe(1);
  expect(readFileSync(join(one.directory, "notes.txt"), "utf8")).toBe("mine");
});

test("keeps what is slow; several processes share a directory", async () => {
  const gen = await builtOnce();
  const env = { PRICES: await prices(), FLOW_RECORD: "slow:50ms", FLOW_WORKERS: "2", FLOW_ADMIN_PORT: "0" };
  const app = await recorded(gen, env);
  await (await app.get("/orders/60")).text();
  expect(await app.recordings(1)).toMatchObject([
    { exchange: { cause: "slow order.xml", request: { target: "/api/orders/60" } } },
  ]);
  expect(await (await fetch(`${app.admin}/recordings`)).text()).toContain('"cause":"slow order.xml"');
});

test("twenty causes at once are all kept, although the process ends then", { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 20 }, (_, index) => `fail${index}`);
  const paths = names.map((name) => `  /${name}:\n    x-flow: ${name}.xml\n`).join("");
  const flow = `<flow><error status="500">"no"</error></flow>`;
  const gen = await built({
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths}`,
    ...Object.fromEntries(names.map((name) => [`${name}.xml`, flow])),
  });
  for (const FLOW_WORKERS of ["1", "2"]) {
    const app = await recorded(gen, { FLOW_WORKERS });
    await Promise.all(names.map(async (name) => (await app.get(`/${name}`)).text()));
    expect(await app.end()).toBe(0);
    const causes = (await app.recordings(20)).map(({ exchange }) => exchange.cause);
    expect(causes.sort()).toEqual(names.map((name) => `failed 500 5000 ${name}.xml:1`).sort());
  }
});

describe.each(otherServers)("$title", ({ needs, command }) => {
  test("keeps the same, which is replayed with the same answer", needing(needs), async () => {
    const gen = await builtOnce();
    const flows = join(dirname(gen), "flows");
    const env = { PRICES: await prices(), FLOW_ADMIN_PORT: "0" };
    const app = await recorded(gen, env, undefined, command);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"n":7}' };
    const answer = await (await app.get("/orders/503", init)).text();
    await (await app.get("/orders/1")).text();
    const [kept] = await app.recordings(1);
    expect(kept?.exchange).toMatchObject({
      ...{ cause: "failed 500 5000 order.xml:5", random: [expect.any(String)] },
      request: { target: "/api/orders/503", body: { text: '{"n":7}' } },
      upstream: [{ request: { method: "GET" }, response: { status: 503 } }],
      response: { status: 500, body: { text: answer } },
    });
    expect(await (await fetch(`${app.admin}/recordings`)).text()).toContain('"cause":"failed 500 5000');
    const { stdout } = await flowc(
      "replay",
      flows,
      join(app.directory, kept?.name ?? ""),
      "--format",
      "json",
    );
    expect(JSON.parse(stdout).answers).toMatchObject([{ status: 500, body: answer }]);
  });
});

test("a directory that is gone costs no answer: an alert tells once", async () => {
  const app = await recorded(await builtOnce(), { PRICES: await prices() });
  rmSync(app.directory, { recursive: true });
  for (let count = 0; count < 3; count++) expect((await app.get("/orders/503")).status).toBe(500);
  await expect.poll(() => app.log()).toContain("could not be kept in FLOW_RECORD_DIRECTORY: ENOENT");
  expect((await app.get("/orders/2")).status).toBe(200);
  expect(app.log().match(/could not be kept/g)).toHaveLength(1);
});

test("without recording.cjs beside it, the app serves, and says so", async () => {
  const gen = await builtAlone(files);
  rmSync(join(gen, "recording.cjs"));
  const app = await recorded(gen, { PRICES: await prices() });
  expect((await app.get("/orders/2")).status).toBe(200);
  expect(app.log()).toContain("Requests cannot be kept: is recording.cjs beside server.js?");
});

test.each([
  [
    { FLOW_RECORD: "always" },
    'FLOW_RECORD must be failed, slow:<time> or both, such as failed,slow:2s, not "always"',
  ],
  [{ FLOW_RECORD: "failed,slow:soon" }, "FLOW_RECORD must be failed, slow:<time> or both"],
  [{ FLOW_RECORD: "failed" }, "FLOW_RECORD_DIRECTORY must be a directory that can be written"],
  [{ FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: "/dev/null/x" }, "(ENOTDIR)"],
  [{ FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: "/proc/nothing/x" }, "(ENOENT)"],
])("%j ends the process at its start", async (env, message) => {
  const { code, problems } = await refused(await builtOnce(), env);
  expect([code, ...problems]).toEqual([2, expect.stringContaining(message)]);
});
