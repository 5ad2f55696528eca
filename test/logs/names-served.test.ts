/** `FLOW_LOG_NAMES` and `FLOW_LOG_OMIT` in real processes: all types of events, from all who write some. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { listeningUrl, problemsOf } from "../../bin/shared/app-log.js";
import { logMembers } from "../../runtime/base/log-members.js";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { flowc } from "../support/project.js";
import { built, served } from "../support/served.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

let out: string;
let system: RunningServer;
beforeAll(async () => {
  system = await upstream((_, response) => reply(response, 200, {}));
  out = await built({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      info: { title: "names", version: "1" },
      basePath: "/t",
      paths: { "/ok": { "x-flow": "ok.xml" }, "/dead": { "x-flow": "dead.xml" } },
    }),
    "ok.xml": `<flow><request content="a">{ "url": {{ $env/UP }} }</request>
<log>{ "order": 7, "client_address": "mine", "severity": "mine" }</log><template>{}</template></flow>`,
    "dead.xml": `<flow>
<request>{ "url": {{ $env/DEAD }}, "options": { "exit-on-error": true } }</request></flow>`,
  });
  return () => system.stop();
});

async function logOf(env: Readonly<Record<string, string>>) {
  const server = await served(out, {
    ...{ UP: system.url, DEAD: await deadUrl(), FLOW_ADMIN_PORT: "0", FLOW_DEBUG_ALLOW_HEADER: "true" },
    ...env,
  });
  const debug = { debug: "*:debug:log" };
  for (const path of ["/ok?a=b", "/dead", "/none"])
    await (await server.get(`/t${path}`, { headers: debug })).text();
  await server.get("/t/ok", { headers: { debug: "*::trace" } });
  server.signal("SIGHUP");
  await vi.waitFor(() => expect(server.log()).toContain("reloaded: "));
  expect(await server.end()).toBe(0);
  return server.log();
}

test.each(["1", "2"])(
  "%s: each event is in the names of the setting, from whomever it comes",
  async (FLOW_WORKERS) => {
    const usual = eventLines(await logOf({ FLOW_WORKERS }));
    const types = new Set(usual.map(({ type }) => type));
    for (const event of usual)
      for (const name of Object.keys(event))
        if (
          event.type !== "engine_trace" &&
          !(event.type === "engine_access" && /^(?:order|severity)$/.test(name))
        )
          expect([event.type, name, logMembers.get(String(event.type))?.has(name)]).toEqual([
            event.type,
            name,
            true,
          ]);

    const ecs = eventLines(await logOf({ FLOW_WORKERS, FLOW_LOG_NAMES: "ecs", FLOW_LOG_OMIT: "agent,mime" }));
    const ecsOf = (type: string) => ecs.filter((event) => event["event.action"] === type);
    expect(new Set(ecs.map((event) => event["event.action"] ?? event.type))).toEqual(types);
    for (const event of ecs)
      if (event.type !== "engine_trace")
        expect(Object.keys(event).slice(0, 4)).toEqual(["@timestamp", "log.level", "message", "ecs.version"]);
    const paths = (event: object, path: string) => JSON.stringify(event).includes(`"url.path":"${path}"`);
    expect(ecsOf("engine_access").find((event) => paths(event, "/t/ok"))).toMatchObject({
      "log.level": "info",
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "url.path": "/t/ok",
      "url.query": "a=b",
      "event.duration": expect.any(Number),
      "client.address": "mine",
      "flow.file": "ok.xml",
      "flow.fields": { order: 7, severity: "mine" },
    });
    expect(ecsOf("engine_access").find((event) => paths(event, "/t/dead"))).toMatchObject({
      "client.ip": "127.0.0.1",
    });
    expect(ecsOf("engine_request")[0]).toMatchObject({
      "url.full": `${system.url}/`,
      "flow.cache.hit": false,
    });
    expect(ecsOf("engine_alert").find((event) => "log.origin.file.line" in event)).toMatchObject({
      "log.level": "error",
      "log.origin.file.name": "dead.xml",
      "log.origin.file.line": 2,
    });
    expect(JSON.stringify(ecs)).not.toMatch(/user_agent|mime_type/);

    const otel = eventLines(await logOf({ FLOW_WORKERS, FLOW_LOG_NAMES: "opentelemetry" }));
    expect(new Set(otel.map((event) => event.event_name ?? event.type))).toEqual(types);
    const access = otel.find((event) => event.event_name === "engine_access" && paths(event, "/t/ok"));
    expect(access).toMatchObject({
      severity_text: "INFO",
      severity_number: 9,
      body: "engine_access",
      resource: { "host.name": expect.any(String) },
      attributes: {
        "http.request.method": "GET",
        "url.path": "/t/ok",
        "user_agent.original": expect.any(String),
        "http.response.header.content-type": ["application/json"],
        "flow.fields": { order: 7, severity: "mine" },
      },
    });
  },
);

test("flowc reads the same of all names: what it reports, what is wrong, and where an app listens", async () => {
  const flows = join(out, "../flows");
  const counted: string[] = [];
  for (const env of [{}, { FLOW_LOG_NAMES: "ecs" }, { FLOW_LOG_NAMES: "opentelemetry" }]) {
    const file = join(scratchDirectory("report"), "log");
    const log = await logOf(env as Record<string, string>);
    writeFileSync(file, log);
    const { stdout } = await flowc("report", flows, "--log", file, "--format", "json");
    counted.push(JSON.stringify([JSON.parse(stdout).traffic, problemsOf(log).length]));
    expect(problemsOf(log).length).toBeGreaterThan(0);
    expect(listeningUrl(log)).toMatch(/^http:/);
  }
  expect(counted[0]).toContain(`"requests":4,"unmatched":1,`);
  expect(new Set(counted).size).toBe(1);
});

test("without log-form.cjs beside it, the app serves, and says so", async () => {
  const copy = await built({
    "swagger.yaml": JSON.stringify({ swagger: "2.0", paths: { "/x": { "x-flow": "x.xml" } } }),
    "x.xml": "<flow><template>{}</template></flow>",
  });
  rmSync(join(copy, "log-form.cjs"));
  const server = await served(copy, { FLOW_LOG_NAMES: "ecs" });
  expect(eventLines(server.log())[0]).toMatchObject({
    type: "engine_alert",
    topic: "log",
    message: "Events keep their form: is log-form.cjs beside server.js?",
  });
});
