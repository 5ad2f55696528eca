import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tracesIn } from "../../bin/recording/reader.js";
import { Session } from "../../compiler/session/session.js";
import { type Trace, traceVersion } from "../../runtime/observe/trace/format.js";
import { debugged } from "../debug/support.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { apiFiles, basePath } from "../support/samples.js";
import { served } from "../support/served.js";
import { type RunningProcess, type RunningServer, upstream } from "../support/servers.js";
import { eventsOf } from "./support.js";

let system: RunningServer;
let app: RunningProcess;

beforeAll(async () => {
  system = await upstream((_, response) => {
    response
      .writeHead(200, { "content-type": "application/json" })
      .end('{ "token": "upstream-token", "n": 1 }');
  });
  const files = apiFiles({
    "/x": `
      <eval out="$copy">$request/get/api_key</eval>
      <request>{ "url": {{ concat("${system.url}/?a=", $copy) }} }</request>
      <template>{ "n": {{ content()/json/n }} }</template>`,
    "/fail": `<error status="418">"no tea"</error>`,
  });
  const { files: made } = await new Session().build(inputOf(files));
  const out = scratchDirectory("served");
  writeFiles(out, made);
  app = await served(out, { FLOW_DEBUG: "::trace" }, () => [process.execPath, join(out, "server.js")]);
});

afterAll(async () => {
  await app.stop();
  await system.stop();
});

test("a served app writes the trace of a request among the lines of its log", async () => {
  await (await fetch(`${app.url}${basePath}/x?api_key=my-api-key`)).text();
  await (await fetch(`${app.url}${basePath}/fail`)).text();
  const complete = async (): Promise<readonly Trace[]> =>
    (await tracesIn(app.log())).traces.filter(
      ({ route, duration }) => route !== "" && duration !== undefined,
    );
  await expect.poll(async () => (await complete()).length).toBe(2);
  const log = app.log();
  expect(log).toContain('"type":"engine_access"');
  const traced = log.split("\n").filter((line) => line.includes("engine_trace"));
  for (const secret of ["my-api-key", "upstream-token"]) expect(traced.join("\n")).not.toContain(secret);
  const [ok, failed] = await complete();
  expect(ok).toMatchObject({ route: "/x", flow: "0.xml", hasSecrets: true, response: { status: 200 } });
  if (ok === undefined || failed === undefined) return;
  expect(eventsOf(ok, "variable").map(({ place, name, value }) => [place, name, value.text])).toEqual([
    ["0.xml:3", "copy", "***"],
  ]);
  expect(eventsOf(ok, "upstream")).toMatchObject([
    {
      id: "main",
      hop: 0,
      response: { status: 200, body: { text: '{"token":"***","n":1}' } },
      isReused: false,
    },
  ]);
  expect(failed.response?.status).toBe(418);
  expect(eventsOf(failed, "error")).toMatchObject([{ status: 418, place: "1.xml:2" }]);
});

test("other sinks write no such lines", async () => {
  const { log } = await debugged("<template>1</template>", { FLOW_DEBUG: "*" });
  expect(log).not.toContain("engine_trace");
});

test("the header field Debug asks for them, too, and the topics choose", async () => {
  const flow = `<eval out="$a">1</eval><set-status code="201"/><template>{}</template>`;
  const env = { FLOW_DEBUG_ALLOW_HEADER: "true" };
  const { log, text } = await debugged(flow, env, { headers: { debug: "set-status::trace" } });
  expect(text).toBe("{}");
  const [made] = (await tracesIn(log)).traces;
  expect(made?.events.map(({ kind }) => kind)).toEqual(["output"]);
});

test("the reader takes what is there: lines of several requests, cut lines, other lines, hostile lines", async () => {
  const begin = (id: string): string =>
    JSON.stringify({
      type: "engine_trace",
      version: traceVersion,
      requestID: id,
      seq: 0,
      kind: "begin",
      startedAt: 1,
      request: { method: "GET", target: "/", fields: [] },
      route: "/x",
    });
  const event = (id: string, more: object): string =>
    JSON.stringify({ type: "engine_trace", version: traceVersion, requestID: id, seq: 1, at: 1, ...more });
  const flow = { kind: "flow", file: "a.xml" };
  const response = { status: 200, fields: [] };
  const end = { kind: "end", seq: 9, flow: "a.xml", duration: 5, response, hasSecrets: false, dropped: 0 };
  const log = [
    "listening on …",
    `2026-01-01T00:00:00Z app | ${begin("a")}`,
    begin("__proto__"),
    event("b", flow),
    event("a", { ...flow, seq: 2 }),
    event("__proto__", flow),
    event("a", { ...flow, seq: 3, file: { html: "<script>" } }),
    event("a", { kind: "constructor", seq: 4 }),
    event("a", { kind: "upstream", seq: 5, id: "main", hop: 0, timing: {}, request: null }),
    event("a", { ...flow, seq: 2, file: "b.xml" }),
    event("a", flow).slice(0, -5),
    event("a", { ...end, duration: "long" }),
    event("a", end),
    event("a", { ...flow, seq: 10 }),
    begin("cut").slice(0, 90),
  ].join("\n");
  const { traces, passedOver, problems } = await tracesIn(log);
  expect(traces).toMatchObject([
    { id: "a", events: [{ kind: "flow", file: "b.xml" }], response: { status: 200 }, duration: 5 },
    { id: "__proto__", events: [{ file: "a.xml" }], response: undefined },
  ]);
  expect([passedOver, problems]).toEqual([
    6,
    [
      "line 7: file must be string",
      'line 8: has no kind that is known: "constructor"',
      "line 9: request must be object",
      "line 11: is no JSON, or was cut",
      'line 12: duration must be number, and is "long"',
    ],
  ]);
});
