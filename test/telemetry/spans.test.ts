/** The facts about requests that a collector gets to know. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { served } from "../support/served.js";
import { deadUrl, type RunningProcess } from "../support/servers.js";
import { startUpstream, telemetryApp } from "./app.js";
import { type Collector, type Span, startCollector, verdictsOf } from "./collector.js";

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

const upstream = await startUpstream();

const start = async (
  collector: Collector,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> =>
  served(telemetryApp, {
    UPSTREAM: upstream.url,
    DEAD: await deadUrl(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "shop",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.version=1.2%203",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    ...env,
  });

describe.each(["http/json", "http/protobuf"])("%s", (protocol) => {
  let app: RunningProcess;
  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
    app = await start(collector, {
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20s3cret",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    });
  });

  /** The spans of one request: as many as there have to be, the server's first. */
  async function spansOf(path: string, count: number, headers: Record<string, string> = {}) {
    collector.spans.length = 0;
    upstream.received.length = 0;
    await (await app.get(`/t${path}`, { headers })).arrayBuffer();
    const spans = await collector.spansOf(count, ({ resource }) => resource["service.name"] === "shop");
    expect(spans).toHaveLength(count);
    const [server, ...others] = [...spans].sort((a, b) => Number(b.kind === 2) - Number(a.kind === 2));
    return [server as Span, ...others.sort((a, b) => a.kind - b.kind)] as const;
  }

  test("a request", async () => {
    const [server] = await spansOf("/items/7?key=secret", 1);
    expect(server).toMatchObject({
      name: "GET /t/items/{id}",
      kind: 2,
      status: 0,
      parentSpanId: "",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      spanId: expect.stringMatching(/^[\da-f]{16}$/),
    });
    expect(server.attributes).toEqual({
      "http.request.method": "GET",
      "url.scheme": "http",
      "url.path": "/t/items/7",
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(app.url).port),
      "http.route": "/t/items/{id}",
      "http.response.status_code": 200,
      "flow.file": "1.xml",
      "flow.request_id": expect.stringMatching(/^[\da-f-]{36}$/),
      "client.address": "127.0.0.1",
      "user_agent.original": "node",
    });
    expect(server.resource).toMatchObject({
      "service.name": "shop",
      "service.version": "1.2 3",
      "deployment.environment.name": "test",
      "process.runtime.name": "nodejs",
      "service.instance.id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  test("the collector gets the header fields that the operator sets", () => {
    expect(collector.requests[0]?.headers).toMatchObject({ authorization: "Bearer s3cret" });
    expect(app.log()).not.toContain("s3cret");
  });

  test("an upstream request belongs to its action, and the action to the request", async () => {
    const [server, action, client] = await spansOf("/request", 3);
    expect(action).toMatchObject({ name: "request", kind: 1, parentSpanId: server.spanId, status: 0 });
    expect(action?.attributes).toEqual({
      "flow.action": "request",
      "flow.place": "2.xml:2",
      "flow.file": "2.xml",
      "code.file.path": "2.xml",
      "code.line.number": 2,
      "flow.request_id": server.attributes["flow.request_id"],
    });
    expect(client).toMatchObject({ name: "GET", kind: 3, parentSpanId: action?.spanId, status: 0 });
    expect(client?.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(upstream.url).port),
      "url.full": `${upstream.url}/x`,
      "flow.request": "users",
      "flow.request_id": server.attributes["flow.request_id"],
    });
    expect(new Set([server, action, client].map((one) => one?.traceId)).size).toBe(1);
    expect(upstream.received[0]?.traceparent).toBe(`00-${client?.traceId}-${client?.spanId}-01`);
  });

  test("a client's trace goes on", async () => {
    const headers = { traceparent: `00-${trace}-${span}-01`, tracestate: "a=1", baggage: "b=2" };
    const [server, , client] = await spansOf("/proxy", 3, headers);
    expect(server).toMatchObject({ traceId: trace, parentSpanId: span });
    expect(upstream.received[0]).toMatchObject({
      traceparent: `00-${trace}-${client?.spanId}-01`,
      tracestate: "a=1",
      baggage: "b=2",
    });
  });

  test("a malformed one does not", async () => {
    const [server] = await spansOf("/plain", 1, { traceparent: `00-${trace}-${span}` });
    expect(server.parentSpanId).toBe("");
    expect(server.traceId).not.toBe(trace);
  });

  test("the parent that a flow sets wins", async () => {
    await spansOf("/own", 3);
    expect(upstream.received[0]?.traceparent).toBe("mine");
  });

  test("an action of a sub-flow has the place there", async () => {
    const [server, action] = await spansOf("/sub", 3);
    expect(server.attributes["flow.file"]).toBe("4.xml");
    expect(action?.attributes).toMatchObject({ "flow.place": "sub/ask.xml:2", "flow.file": "sub/ask.xml" });
  });

  test("requests at once have one action", async () => {
    const [, action, ...clients] = await spansOf("/requests", 4);
    expect(action?.name).toBe("requests");
    const facts = clients.map(({ parentSpanId, status, attributes }) => ({
      parentSpanId,
      status,
      id: attributes["flow.request"],
      error: attributes["error.type"],
    }));
    expect(facts.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual([
      { parentSpanId: action?.spanId, status: 0, id: "a", error: undefined },
      { parentSpanId: action?.spanId, status: 2, id: "b", error: "418" },
    ]);
  });

  test("each redirect has a span", async () => {
    const [, , first, second] = await spansOf("/moved", 4);
    const byHop = [first, second].sort((a, b) => (hopOf(a) < hopOf(b) ? -1 : 1));
    expect(byHop.map((one) => one?.attributes["http.response.status_code"])).toEqual([302, 200]);
    expect(byHop.map(hopOf)).toEqual([0, 1]);
    expect(upstream.received.map(({ traceparent }) => traceparent)).toEqual(
      byHop.map((one) => `00-${one?.traceId}-${one?.spanId}-01`),
    );
  });
  const hopOf = (one: Span | undefined) => Number(one?.attributes["http.request.resend_count"] ?? 0);

  test("what the cache did", async () => {
    const results = [];
    for (const count of [3, 3]) results.push((await spansOf("/cached", count))[2]?.attributes);
    expect(results.map((attributes) => attributes?.["flow.cache.result"])).toEqual(["miss", "hit"]);
  });

  test("what a description says", async () => {
    const [, , valid] = await spansOf("/valid", 3);
    expect(valid?.status).toBe(0);
    expect(verdictsOf(valid)).toEqual({ request: "valid", response: "valid" });
    const [, action, invalid] = await spansOf("/invalid", 3);
    expect(invalid?.status).toBe(2);
    expect(verdictsOf(invalid)).toEqual({ request: "valid", response: "invalid" });
    expect(action).toMatchObject({
      status: 2,
      attributes: { "error.type": "3203", "flow.error.code": 3203 },
    });
    const [, refused] = await spansOf("/refused", 2);
    expect(refused).toMatchObject({ status: 2, attributes: { "error.type": "3202" } });
    expect(upstream.received).toEqual([]);
  });

  test("what a description says where that is only reported, or not asked", async () => {
    const [, action, invalid] = await spansOf("/reported", 3);
    expect([action?.status, invalid?.status]).toEqual([0, 0]);
    expect(verdictsOf(invalid)).toEqual({ request: "valid", response: "invalid" });
    const [, , unasked] = await spansOf("/unasked", 3);
    expect(verdictsOf(unasked)).toEqual({ request: "invalid", response: undefined });
  });

  test("errors", async () => {
    const [server, action, client] = await spansOf("/dead", 3);
    expect(server).toMatchObject({ status: 2, attributes: { "error.type": "502", "flow.error.code": 3201 } });
    expect(action).toMatchObject({ status: 2, attributes: { "error.type": "3201" } });
    expect(client).toMatchObject({ status: 2, attributes: { "error.type": "could_not_connect" } });
    const [own] = await spansOf("/error", 1);
    expect(own).toMatchObject({ status: 2, attributes: { "error.type": "503", "flow.error.code": 5000 } });
    const [unknown] = await spansOf("/nowhere/1", 1);
    expect(unknown).toMatchObject({ name: "GET", status: 0 });
    expect(unknown.attributes).toMatchObject({ "http.response.status_code": 400, "flow.error.code": 3204 });
    expect(unknown.attributes).not.toHaveProperty("http.route");
  });

  test("events of the log name the spans", async () => {
    const [server, , client] = await spansOf("/request", 3);
    const id = server.attributes["flow.request_id"];
    const events = await vi.waitFor(() => {
      const lines = app
        .log()
        .split("\n")
        .filter((line) => line.includes(String(id)));
      expect(lines).toHaveLength(2);
      return lines.map((line) => JSON.parse(line));
    });
    expect(events).toMatchObject([
      { type: "engine_request", trace_id: server.traceId, span_id: client?.spanId },
      { type: "engine_access", trace_id: server.traceId, span_id: server.spanId },
    ]);
  });

  test("nothing has a query or a secret in it", () => {
    expect(JSON.stringify(collector.spans)).not.toMatch(/secret|s3cret/);
  });
});

describe("sampling", () => {
  const ask = async (app: RunningProcess, count: number, headers: Record<string, string> = {}) => {
    for (let index = 0; index < count; index++)
      await (await app.get("/t/request", { headers })).arrayBuffer();
  };
  const traceparent = (sampled: "00" | "01", index = 0) =>
    `00-${(index + 1).toString(16).padStart(32, "0")}-${span}-${sampled}`;

  test("honours the client's choice, and tells it upstream systems", async () => {
    const collector = await startCollector();
    const app = await start(collector, { OTEL_TRACES_SAMPLER: "parentbased_always_off" });
    upstream.received.length = 0;
    await ask(app, 1);
    await ask(app, 1, { traceparent: traceparent("00") });
    await ask(app, 1, { traceparent: traceparent("01") });
    await collector.spansOf(3);
    await app.stop();
    expect(collector.spans).toHaveLength(3);
    const flags = upstream.received.map((fields) => String(fields.traceparent).slice(-2));
    expect(flags).toEqual(["00", "00", "01"]);
  });

  test("takes a part of the traces", async () => {
    const collector = await startCollector();
    const app = await start(collector, {
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    });
    await ask(app, 200);
    await app.stop();
    const servers = collector.spans.filter(({ kind }) => kind === 2);
    const traces = new Set(servers.map(({ traceId }) => traceId));
    expect(servers.length).toBeGreaterThan(20);
    expect(servers.length).toBeLessThan(90);
    expect(collector.spans.filter(({ traceId }) => traces.has(traceId)).length).toBe(3 * servers.length);
  });
});

test("what is still to be sent is sent when the process ends", async () => {
  const collector = await startCollector();
  const app = await start(collector, {
    OTEL_BSP_SCHEDULE_DELAY: "60000",
    OTEL_METRIC_EXPORT_INTERVAL: "60000",
  });
  await (await app.get("/t/plain")).arrayBuffer();
  expect(await app.end()).toBe(0);
  expect(collector.spans.map(({ name }) => name)).toContain("GET /t/plain");
  // Garbage may have been collected by now, or not.
  expect([...collector.metrics].filter((name) => name !== "flow.gc.time").sort()).toEqual([
    "flow.bodies.held",
    "flow.build.info",
    "flow.cache.requests",
    "flow.connections.refused",
    "flow.events.left_out",
    "flow.faults",
    "flow.refusals",
    "flow.requests.abandoned",
    "flow.requests.refused",
    "http.server.active_requests",
    "http.server.request.duration",
    "nodejs.eventloop.delay.max",
    "nodejs.eventloop.delay.mean",
    "nodejs.eventloop.delay.p99",
    "process.cpu.time",
    "process.memory.usage",
    "process.open_file_descriptor.count",
    "v8js.memory.heap.max",
    "v8js.memory.heap.used",
  ]);
});
