/** `FLOW_LOG_ACCESS` and `FLOW_LOG_UPSTREAM`: a share of the events and all that fail, at every door that writes some. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { origin } from "../support/client.js";
import { app } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { type LogLine, withLog } from "../support/log.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

let system: RunningServer;
let dead = "";
let one: Hono;

const to = (path: string, more = "") => `{ "url": {{ concat($env/UP, "${path}") }} ${more} }`;
const description = {
  swagger: "2.0",
  paths: {
    "/list": { get: { produces: ["application/json"], responses: { 200: { schema: { type: "array" } } } } },
  },
};
const flows = {
  "/plain": "<template>{}</template>",
  "/refused": `<error status="400">{ "message": "no" }</error>`,
  "/broken": `<error status="503">{ "message": "no" }</error>`,
  "/ok": `<request>${to("/ok")}</request>`,
  "/both": `<requests>{ "a": ${to("/ok")}, "b": ${to("/ok")} }</requests><template>{}</template>`,
  "/then-broken": `<request>${to("/ok")}</request><error status="500">{ "message": "no" }</error>`,
  "/ok-then-503": `<request content="a">${to("/ok")}</request><request content="b">${to("/503")}</request><template>{}</template>`,
  "/503-then-ok": `<request content="a">${to("/503")}</request><request content="b">${to("/ok")}</request><template>{}</template>`,
  "/404": `<request content="a">${to("/404")}</request><template>{}</template>`,
  "/dead": `<request content="a">{ "url": {{ $env/DEAD }} }</request><template>{}</template>`,
  "/invalid": `<request content="a">${to("/list", `, "options": { "definition": "system.json", "validate-response": true }`)}</request><template>{}</template>`,
  "/nowhere": `<request content="a">{ "url": {{ $env/UNSET }} }</request><template>{}</template>`,
  "/retried": `<request content="a">${to("/once", `, "options": { "retry": { "attempts": 2} }`)}</request><template>{}</template>`,
  "/cached": `<request content="a">${to("/kept", `, "options": { "use-http-cache": true }`)}</request><template>{}</template>`,
  "/shared": `<request content="a">${to("/ok", `, "options": { "share": true }`)}</request><template>{}</template>`,
  "/passed": `<proxy-request>${to("/long")}</proxy-request>`,
  "/cut": `<proxy-request>${to("/cut")}</proxy-request>`,
};
const files = apiFiles(flows, { files: { "system.json": JSON.stringify(description) } });

beforeAll(async () => {
  let asked = 0;
  system = await upstream((request, response) => {
    const path = request.url ?? "";
    if (path === "/once" && asked++ % 2 === 0) reply(response, 503, {});
    else if (path === "/long") response.end("x".repeat(300_000));
    else if (path === "/cut") {
      response.writeHead(200, { "content-length": 1_000_000 });
      response.write("x".repeat(300_000), () => setTimeout(() => request.socket.destroy(), 50));
    } else if (path === "/kept") reply(response, 200, {}, { "cache-control": "max-age=600" });
    else reply(response, Number(path.slice(1)) || 200, {});
  });
  dead = await deadUrl();
  one = await app(files);
});
afterAll(() => system.stop());
afterEach(() => vi.unstubAllEnvs());

function stub(env: Readonly<Record<string, string>>): void {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries({ UP: system.url, DEAD: dead, ...env })) vi.stubEnv(name, value);
}

/** The statuses of access events as they are, and those of upstream events in brackets. */
const shown = (events: readonly LogLine[]) =>
  events.flatMap(({ type, status }) =>
    type === "engine_access" ? [status] : type === "engine_request" ? [[status]] : [],
  );

const asked = async (path: string, headers = {}) => {
  const { log } = await withLog(async () => {
    const response = await one.request(`${origin}/t${path}`, { headers });
    await response.arrayBuffer().catch(() => {}); // one is cut off
  });
  return log;
};

const failed = { FLOW_LOG_ACCESS: "failed", FLOW_LOG_UPSTREAM: "failed" };

/** The events of each door with everything, and with failures alone. */
const doors: readonly [string, unknown[], unknown[]][] = [
  ["/plain", [200], []],
  ["/unknown", [400], []],
  ["/refused", [400], []],
  ["/broken", [503], [503]],
  ["/ok", [[200], 200], []],
  ["/both", [[200], [200], 200], []],
  ["/then-broken", [[200], 500], [[200], 500]],
  ["/ok-then-503", [[200], [503], 200], [[503], [200], 200]],
  ["/503-then-ok", [[503], [200], 200], [[503], [200], 200]],
  ["/404", [[404], 200], []],
  ["/dead", [[0], 200], [[0], 200]],
  ["/invalid", [[200], 200], [[200], 200]],
  ["/nowhere", [200], [200]],
  ["/retried", [[503], [200], 200], [[503], [200], 200]],
  ["/shared", [[200], 200], []],
  ["/passed", [[200], 200], []],
  ["/cut", [[0], 200], [[0], 200]],
];

test.each(doors)("%s", async (path, all, rest) => {
  stub({});
  expect(shown(await asked(path))).toEqual(all);
  stub(failed);
  expect(shown(await asked(path))).toEqual(rest);
  // Each setting is for its own kind.
  stub({ ...failed, FLOW_LOG_ACCESS: "all" });
  const isAccess = (event: unknown) => typeof event === "number";
  expect(shown(await asked(path)).filter(isAccess)).toEqual(all.filter(isAccess));
  stub({ ...failed, FLOW_LOG_UPSTREAM: "all" });
  expect(shown(await asked(path)).filter((event) => !isAccess(event))).toEqual(
    all.filter((event) => !isAccess(event)),
  );
});

test("a response from the cache is an event like others", async () => {
  stub(failed);
  expect(shown(await asked("/cached"))).toEqual([]);
  expect(shown(await asked("/cached"))).toEqual([]);
  stub({});
  expect(shown(await asked("/cached"))).toEqual([[200], 200]);
});

describe("a share", () => {
  const trace = (end: string) => ({ traceparent: `00-${"a".repeat(24)}${end}-${"b".repeat(16)}-01` });

  test.each([
    ["0%", "00000000", []],
    ["25%", "00000000", [[200], 200]],
    ["25%", "3fffffff", [[200], 200]],
    ["25%", "40000000", []],
    ["0.0001%", "000010c6", [[200], 200]],
    ["0.0001%", "000010c7", []],
    ["100%", "ffffffff", [[200], 200]],
  ])("of %s by a trace that ends with %s", async (share, end, expected) => {
    stub({ FLOW_LOG_ACCESS: share, FLOW_LOG_UPSTREAM: share });
    expect(shown(await asked("/ok", trace(end)))).toEqual(expected);
  });

  test("without a trace is by request, whose events are written together or not at all", async () => {
    stub({ FLOW_LOG_ACCESS: "50%", FLOW_LOG_UPSTREAM: "50%" });
    const found: unknown[] = [];
    for (let count = 0; count < 200; count++) found.push(JSON.stringify(shown(await asked("/both"))));
    expect(new Set(found)).toEqual(new Set(["[]", "[[200],[200],200]"]));
    expect(found.filter((one) => one === "[]").length).toBeGreaterThan(50);
    expect(found.filter((one) => one === "[]").length).toBeLessThan(150);
  });
});

test("bindings of the platform count, and a wrong value is told", async () => {
  stub({});
  const events = async (bindings: object) => {
    // An app checks its settings once, so each has its own.
    const own = await app(
      apiFiles({ "/ok": flows["/ok"], "/x": `<echo>${JSON.stringify(Object.keys(bindings))}</echo>` }),
    );
    const { result, log } = await withLog(async () => (await own.request("/t/ok", {}, bindings)).status);
    return [result, shown(log), log.flatMap(({ topic, message }) => (topic === "settings" ? [message] : []))];
  };
  const UP = system.url;
  expect(await events({ UP, ...failed })).toEqual([200, [], []]);
  const [status, logged, told] = await events({ UP, FLOW_LOG_ACCESS: "some", FLOW_LOG_ALERTS: "none" });
  expect([status, logged]).toEqual([500, [500]]);
  expect(told).toEqual([
    'FLOW_LOG_ACCESS must be all, failed or a share, such as 1%, not "some"',
    'FLOW_LOG_ALERTS must be warning or error, not "none"',
  ]);
});

test("FLOW_LOG_ALERTS leaves out warnings", async () => {
  const topics = async () =>
    (await asked("/refused")).concat(await asked("/broken")).flatMap(({ severity }) => severity ?? []);
  stub({});
  expect(await topics()).toEqual(["warning", "error"]);
  stub({ FLOW_LOG_ALERTS: "error" });
  expect(await topics()).toEqual(["error"]);
});

describe("server.js", () => {
  let out = "";
  beforeAll(async () => {
    out = await built(files);
  });

  const start = async (env: Readonly<Record<string, string>>) => {
    const server = await served(out, { UP: system.url, FLOW_ADMIN_PORT: "0", ...env });
    return server;
  };

  test("keeps a share of requests whose IDs a proxy counts", async () => {
    const server = await start({
      FLOW_LOG_ACCESS: "25%",
      FLOW_LOG_UPSTREAM: "25%",
      FLOW_TRUSTED_PROXIES: "127.0.0.1",
    });
    const ids = Array.from({ length: 100 }, (_, index) => `job-${index}`);
    for (const id of ids)
      expect((await server.get("/t/ok", { headers: { "X-Request-Id": id } })).status).toBe(200);
    expect(await server.end()).toBe(0);
    const events = eventLines(server.log()).filter(({ requestID }) => ids.includes(String(requestID)));
    const of = (type: string) => events.flatMap((event) => (event.type === type ? [event.requestID] : []));
    // The IDs are the same each time, and so is what is kept of them.
    expect(of("engine_access").length).toBeGreaterThan(10);
    expect(of("engine_access").length).toBeLessThan(40);
    expect(of("engine_request")).toEqual(of("engine_access"));
  });

  const raw = async (url: string, text: string): Promise<string> => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    let answer = "";
    socket.on("data", (data) => {
      answer += String(data);
    });
    socket.write(text);
    await once(socket, "close");
    return answer.slice(9, 12);
  };

  test.each(["1", "2"])(
    "with %s processes counts what is left out, refused requests included",
    async (FLOW_WORKERS) => {
      const server = await start({ ...failed, FLOW_LOG_ALERTS: "error", FLOW_WORKERS, FLOW_LOG_ACESS: "x" });
      for (let count = 0; count < 3; count++) expect((await server.get("/t/ok")).status).toBe(200);
      expect((await server.get("/t/broken")).status).toBe(503);
      expect(await raw(server.url, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n")).toBe(
        "400",
      );
      expect(await raw(server.url, "nonsense\r\n\r\n")).toBe("400");
      const counts = async () => {
        const text = await server.metrics();
        return [...text.matchAll(/^flow_events_left_out_total\{flow_event="(\w+)"\} (\d+)$/gm)]
          .map(([, kind, count]) => `${kind} ${count}`)
          .sort();
      };
      // The misspelt name of a setting is told by the first process.
      await vi.waitFor(async () => expect(await counts()).toEqual(["access 5", "alert 1", "upstream 3"]), {
        timeout: 10_000,
      });
      expect(await server.end()).toBe(0);
      const events = eventLines(server.log());
      expect(shown(events)).toEqual([503]);
      expect(events.filter(({ type }) => type === "engine_alert")).toMatchObject([{ severity: "error" }]);
    },
  );
});
