/** Each line that an app writes is one event: JSON, in which no member stands twice, whatever flows and settings add. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { systemFields } from "../../runtime/observe/logs/system-fields.js";
import { eventLine, eventLines } from "../support/event-line.js";
import { listening } from "../support/listening.js";
import { repository } from "../support/project.js";
import { refused, served } from "../support/served.js";
import { deadUrl } from "../support/servers.js";

/** Names that a flow may try to write a second time. */
const names = [
  ...systemFields,
  ...[
    "trace_id",
    "span_id",
    "instance",
    "worker",
    "client_address",
    "subject",
    "severity",
    "message",
    "topic",
  ],
  ...["__proto__", "constructor", "toString", 'a\\"b'],
];
const fields = names.map((name) => `"${name}": "mine"`).join(", ");

const api = {
  swagger: "2.0",
  info: { title: "events", version: "1" },
  basePath: "/t",
  securityDefinitions: {
    Token: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      "x-flow-jwt": { key: { env: "TOKEN_KEY" } },
    },
    Lost: { type: "apiKey", in: "header", name: "Authorization", "x-flow-jwt": { key: { env: "NO_KEY" } } },
  },
  paths: {
    "/log": { "x-flow": "log.xml" },
    "/error": { "x-flow": "error.xml" },
    "/dead": { "x-flow": "dead.xml" },
    "/token": { "x-flow": "log.xml", security: [{ Token: [] }] },
    "/lost": { "x-flow": "log.xml", security: [{ Lost: [] }] },
  },
};

const flows = {
  "swagger.yaml": JSON.stringify(api),
  "log.xml": `<flow><log>{ ${fields} }</log><log>{ "status": 1, "b": { "a": 1 } }</log><log>{ "b": { "a": 2 } }</log>
<debug xpath="string('x')"/><template>{}</template></flow>`,
  "error.xml": `<flow><error status="500">{ "message": "no", "code": 7, "severity": "mine" }</error></flow>`,
  "dead.xml": `<flow><request>{ "url": {{ $env/DEAD }}, "options": { "exit-on-error": true } }</request></flow>`,
};

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe.each(["1", "2"])("%s processes", (FLOW_WORKERS) => {
  test("all lines are events, of all kinds that the documentation names", async () => {
    const server = await served(flows, {
      ...{ FLOW_WORKERS, FLOW_ADMIN_PORT: "0", DEAD: await deadUrl() },
      ...{ TOKEN_KEY: "a".repeat(43), FLOW_DEBUG: "*", FLOW_DEBUG_ALLOW_HEADER: "true" },
      ...{ FLOW_DEFAULT_TIMOUT: "3", NODE_TLS_REJECT_UNAUTHORIZED: "0", OTEL_TRACES_EXPORTER: "console" },
      OTEL_BSP_SCHEDULE_DELAY: "50",
    });
    const bearer = { authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA" };
    for (const path of Object.keys(api.paths))
      for (const headers of [bearer, { ...bearer, traceparent }, { ...bearer, debug: "*::trace" }])
        await (await server.get(`/t${path}`, { headers })).text();
    server.signal("SIGHUP");
    await vi.waitFor(() => expect(server.log()).toContain('"engine_reload"'));
    expect(await server.end()).toBe(0);
    const events = eventLines(server.log());
    const page = readFileSync(join(repository, "docs/logs.md"), "utf8");
    const table = page.slice(page.indexOf("| `type` |"), page.indexOf("Times are"));
    const documented = new Set(table.match(/engine_\w+/g));
    const seen = events.flatMap(({ type }) => (type === undefined ? [] : [type])); // spans have none
    expect(new Set(seen)).toEqual(documented);
    const alerts = events.filter(({ type, topic }) => type === "engine_alert" && topic === "security");
    // A token that is refused is the client's, a key that is missing is the operator's.
    expect(new Set(alerts.map(({ severity, status }) => `${severity} ${status}`))).toEqual(
      new Set(["warning 403", "error 403"]),
    );
    expect(events.find(({ flow }) => flow === "log.xml")).toMatchObject({
      severity: "mine",
      trace_id: "mine",
    });
  });
});

describe("a process that ends by a fault", () => {
  const crashed = async (query: string) => {
    const server = await served(listening());
    await server.get(`/${query}`).catch(() => {});
    return { code: await server.exited, log: server.log() };
  };

  test.each([
    ["a wrong setting", { FLOW_MAX_STEPS: "x" }, "", 2],
    ["a wrong port", { PORT: "99999" }, "", 2],
    ["an address that is not there", { HOST: "203.0.113.1" }, "", 1],
    ["an error that nobody catches", {}, "?crash", 1],
    ["workers with a wrong setting", { FLOW_WORKERS: "2", FLOW_MAX_STEPS: "x" }, "", 2],
    ["workers without an address", { FLOW_WORKERS: "2", HOST: "203.0.113.1" }, "", 1],
  ])("%s: its last words are events, too", async (_, env, query, code) => {
    const end = query === "" ? await refused(listening(), env) : await crashed(query);
    expect(end.code).toBe(code);
    const events = eventLines(end.log);
    expect(events.some(({ type, severity }) => type === "engine_alert" && severity === "error")).toBe(true);
  });

  test("what the platform itself writes of a worker becomes an alert", async () => {
    const server = await served(listening(), { FLOW_WORKERS: "2" });
    await server.get("/?wait=1"); // the program writes a line that is no event
    await vi.waitFor(() => expect(server.log()).toContain('"message":"waiting"'));
    for (const line of server.log().trimEnd().split("\n")) eventLine(line);
  });
});
