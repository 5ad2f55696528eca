/** The JSON Schema of traces: it says all that programs write, and nothing else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestSummary } from "../../bin/commands/dev/api.js";
import { writeBundle } from "../../bin/shared/testing/load-bundle.js";
import { runJob } from "../../bin/shared/testing/pool.js";
import { Session } from "../../compiler/session/session.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import type { Trace, TraceEvent, TraceLine } from "../../runtime/observe/trace/format.js";
import { appOf } from "../commands/app.js";
import { DevServer } from "../dev/support/dev-server.js";
import { recordingSchema, traceSchema } from "../docs/trace-schema.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc, readTree, repository } from "../support/project.js";
import { served } from "../support/served.js";
import { type RunningServer, upstream } from "../support/servers.js";

const text = readFileSync(join(repository, "docs/trace.schema.json"), "utf8");

type Schema = Readonly<Record<string, unknown>>;

/** The schema without any room for members that it does not name. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, strict(each)]));
  return "properties" in schema ? { additionalProperties: false, ...schema } : schema;
}

const ajv = new Ajv2020({ discriminator: true, strict: true, allErrors: true })
  .addSchema(JSON.parse(text), "lax")
  .addSchema(strict(JSON.parse(text)) as Schema, "strict");

/** Returns the mistakes in a value by a definition. */
function problems(value: unknown, definition: string, schema: "lax" | "strict" = "strict"): unknown {
  const validate = ajv.compile({ $ref: `${schema}#/$defs/${definition}` });
  return validate(value) ? [] : validate.errors;
}

test("is written from the types: npm run docs", () => {
  expect(text).toBe(traceSchema());
  expect(readFileSync(join(repository, "docs/recording.schema.json"), "utf8")).toBe(recordingSchema());
});

test("has a definition for each kind of event, and none for others", () => {
  const { TraceEvent } = (JSON.parse(text) as { $defs: Record<string, { oneOf: unknown[] }> }).$defs;
  const kinds: Record<TraceEvent["kind"], string> = {
    action: "ActionEvent",
    flow: "FlowEvent",
    variable: "VariableEvent",
    output: "OutputEvent",
    upstream: "UpstreamEvent",
    error: "ErrorEvent",
    message: "MessageEvent",
  };
  expect(TraceEvent?.oneOf).toEqual(Object.values(kinds).map((name) => ({ $ref: `#/$defs/${name}` })));
  expect(problems({ kind: "later", at: 1 }, "TraceEvent")).not.toEqual([]);
  expect(problems({ kind: "flow", at: 1, file: "a.xml", more: 1 }, "TraceEvent")).not.toEqual([]);
  expect(problems({ kind: "flow", at: 1, file: "a.xml", more: 1 }, "TraceEvent", "lax")).toEqual([]);
});

describe("fits what is written by", () => {
  let system: RunningServer;
  let directory: string;
  const flow = `<flow>
  <eval out="$n">$request/get/n</eval>
  <log>{ "n": {{ $n }} }</log>
  <debug xpath="$n"/>
  <request>{ "url": "SYSTEM/moved" }</request>
  <request content="none">{ "url": "http://127.0.0.1:1/none", "options": { "exit-on-error": false } }</request>
  <set-response-headers>{ "X-N": "1" }</set-response-headers>
  <eval out="$none">content("nowhere")</eval>
  <error if="$n > 9" status="422">{ "message": "too large" }</error>
  <template>{ "n": {{ $n }}, "upstream": {{ content()/json/a }} }</template>
</flow>
`;
  /** As the flow sets them. */
  const kinds: readonly TraceEvent["kind"][] = ["flow", "variable", "output", "upstream", "error", "message"];

  beforeAll(async () => {
    system = await upstream(({ url }, response) => {
      if (url === "/moved") response.writeHead(302, { location: "/here" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end('{ "a": 1 }');
    });
    directory = appOf("schema", {
      "swagger.yaml": "swagger: '2.0'\nbasePath: /api\npaths: { /a: { x-flow: a.xml } }\n",
      "a.xml": flow.replace("SYSTEM", system.url),
      "tests/a.xml": `<flow-test>
  <test-request>{ "method": "POST", "path": "/api/a?n=10", "body": { "value": "b" } }</test-request>
  <assert>[ [ "$status", 200 ] ]</assert>
</flow-test>
`,
    });
  });
  afterAll(() => system.stop());

  const kindsOf = (events: readonly { readonly kind: string }[]): ReadonlySet<string> =>
    new Set(events.map(({ kind }) => kind));

  function expectTraces(traces: readonly Trace[]): void {
    const written = JSON.parse(JSON.stringify(traces)) as readonly Trace[];
    for (const trace of written) {
      expect(problems(trace, "Trace")).toEqual([]);
      expect(ajv.validate("lax", trace), JSON.stringify(ajv.errors)).toBe(true);
    }
    expect(ajv.validate("lax", written)).toBe(true);
    expect(kindsOf(written.flatMap(({ events }) => events))).toEqual(new Set(["action", ...kinds]));
  }

  test("flowc dev", async () => {
    const server = await DevServer.start({ args: ["--quiet"], files: readTree(directory) });
    await fetch(`${server.app}/api/a?n=1`, { method: "POST", body: '{"b":1}' });
    await fetch(`${server.app}/api/a?n=10`);
    await fetch(`${server.app}/nowhere`);
    const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
    expect(requests.map(({ status }) => status)).toEqual([200, 422, 404]);
    expectTraces(await Promise.all(requests.map(({ key }) => server.api<Trace>(`/requests/${key}`))));
  });

  test("flowc request", async () => {
    const { stdout } = await flowc("request", directory, "POST", "/api/a?n=10", "-d", "{}", "--trace");
    expectTraces([JSON.parse(stdout)]);
  });

  test("the second run of a test in flowc test", async () => {
    const paths = ["tests/a.xml"];
    const build = await new Session().tests(readDirectory(directory, undefined), paths);
    const bundle = join(scratchDirectory("schema-tests"), "traced.cjs");
    writeBundle(bundle, build.code);
    const common = { served: build.served, directory, allowsNetwork: true, updates: false, counts: false };
    const { result } = await runJob({ ...common, traces: true, bundle }, "tests/a.xml", 30_000);
    expectTraces(typeof result === "string" ? [] : result.traces);
  });

  test("a served app that is debugged", async () => {
    const out = scratchDirectory("schema-app");
    expect(await flowc("build", directory, "-o", out)).toMatchObject({ code: 0 });
    const app = await served(out, { FLOW_DEBUG: "::trace" });
    await (await app.get("/api/a?n=10", { method: "POST", body: "{}" })).text();
    await (await app.get("/api/a?n=1")).text();
    await expect.poll(() => app.log().match(/"kind":"end"/g)?.length).toBeGreaterThanOrEqual(2);
    await app.stop();
    const lines = app
      .log()
      .split("\n")
      .filter((line) => line.includes('"engine_trace"'))
      .map((line) => JSON.parse(line) as TraceLine);
    for (const line of lines) {
      expect(ajv.validate("lax", line), JSON.stringify(ajv.errors)).toBe(true);
      const { type: _, version: __, requestID: ___, seq: ____, ...what } = line;
      const definition = { begin: "BeginLine", end: "EndLine" }[what.kind as string] ?? "TraceEvent";
      expect(problems(what, definition)).toEqual([]);
    }
    expect(kindsOf(lines)).toEqual(new Set(["begin", ...kinds, "end"]));
  });
});
