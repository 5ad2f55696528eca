/** `flowc dev --trace`: requests that were answered elsewhere, with the source of the app. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FlowSource, RequestSummary, WorkbenchState } from "../../bin/commands/dev/api.js";
import { readTraces } from "../../bin/recording/reader.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { appOf, describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc } from "../support/project.js";
import { served } from "../support/served.js";
import { replaying } from "./support/replaying.js";
import { body, exchange, traceOf } from "./support/traces.js";

const trace = traceOf({
  target: "/api/a",
  flow: "a.xml",
  answer: body("application/json", "{}"),
  events: [
    { kind: "action", at: 0.1, name: "template", place: "a.xml:1:7", depth: 0, took: 1 },
    { kind: "variable", at: 0.2, name: "a", value: { type: "string", text: "x" } },
    { kind: "output", at: 0.2, to: "status", value: { type: "number", text: "200" } },
    exchange("main", "http://a.example/", body("text/plain", "x")),
    { kind: "error", at: 0.3, error: { type: "json", text: "{}" } },
    { kind: "message", at: 0.4, level: "alert", topic: "a", text: "b" },
  ],
});

const scratch = scratchDirectory("replay");

function fileOf(text: string): string {
  const file = join(scratch, "traces.txt");
  writeFileSync(file, text);
  return file;
}

describe("A file of traces", () => {
  test.each([
    ["one", JSON.stringify(trace, null, 2), 1],
    ["a list", JSON.stringify([trace, trace]), 2],
    [
      "lines, among others",
      `started\n${JSON.stringify(trace)}\n{"timestamp":1}\n\n${JSON.stringify(trace)}\n`,
      2,
    ],
  ])("has %s", async (_, text, number) => {
    const traces = Array.from({ length: number }, () => trace);
    expect(await readTraces(fileOf(text))).toEqual({ traces, passedOver: 0, problems: [] });
  });

  test.each<[string, unknown, string]>([
    ["another version", { ...trace, version: 1 }, "version must be 2"],
    ["no object", null, "must be object"],
    [
      "no method",
      { ...trace, request: { ...trace.request, method: 7 } },
      "request/method must be string, and is 7",
    ],
    [
      "an unknown event",
      { ...trace, events: [{ kind: "constructor", at: 1 }] },
      'events/0 has no kind that is known: "constructor"',
    ],
    [
      "an event without a value",
      { ...trace, events: [{ kind: "variable", at: 1, name: "x" }] },
      "events/0 must have required property 'value'",
    ],
    [
      "an exchange without a request",
      { ...trace, events: [{ kind: "upstream", at: 1, id: "a", hop: 0, timing: {} }] },
      "events/0 must have required property 'request'",
    ],
    [
      "fields of other kinds",
      { ...trace, request: { ...trace.request, fields: [["a"]] } },
      "request/fields/0 must NOT have fewer than 2 items",
    ],
    [
      "counts that are none",
      { ...trace, ran: [{ file: "a.xml", lines: { 1: "x" } }] },
      'ran/0/lines/1 must be number, and is "x"',
    ],
    ["a list in place of events", { ...trace, events: {} }, "events must be array"],
  ])("is not read if it has %s, and says so", async (_, value, why) => {
    const reading = readTraces(fileOf(JSON.stringify(value)));
    await expect(reading).rejects.toThrow(
      `has no traces, or none that this version of flowc reads: trace 1: ${why}`,
    );
  });

  test("is read without what is none, and says how much that is", async () => {
    const broken = JSON.stringify({ ...trace, flow: "\u001b[31m\n" }).replace('"route":', '"rout":');
    const lines = [JSON.stringify(trace), ...Array.from({ length: 9 }, () => broken), JSON.stringify(trace)];
    const { traces, passedOver, problems } = await readTraces(fileOf(lines.join("\n")));
    expect([traces.length, passedOver, problems.length]).toEqual([2, 9, 5]);
    expect(problems[0]).toBe("line 2: must have required property 'route'");
  });
});

describe("flowc dev --trace", () => {
  const files = {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": "<flow><template>{}</template></flow>\n",
  };

  test("runs the app on the requests of a recording", async () => {
    const request = { method: "GET", target: "/api/a?n=1", fields: [] };
    const exchange = {
      version: 1,
      kind: "exchange",
      id: "7",
      startedAt: 1,
      duration: 1,
      request,
      upstream: [],
    };
    const { page } = await replaying(appOf("replayed", files), fileOf(JSON.stringify(exchange)));
    const { requests } = (await (await fetch(`${page}/api/requests`)).json()) as { requests: unknown[] };
    expect(requests).toMatchObject([{ target: "/api/a?n=1", status: 200 }]);
  });

  test("shows its requests with the source of the app, and serves none", async () => {
    const { page } = await replaying(appOf("replayed", files), fileOf(JSON.stringify([trace, trace])));
    const ask = async <T>(path: string): Promise<T> =>
      (await (await fetch(`${page}/api${path}`)).json()) as T;
    expect(await ask<WorkbenchState>("/state")).toMatchObject({ isReplay: true, app: "" });
    const { requests } = await ask<{ requests: RequestSummary[] }>("/requests");
    expect(requests).toMatchObject([
      { key: 1, isImported: true, target: "/api/a", status: 200, upstream: 1 },
      { key: 2, isImported: true },
    ]);
    expect(await ask("/requests/2")).toEqual(trace);
    const source = await ask<FlowSource>("/source?file=a.xml&build=0");
    expect(source).toMatchObject({ file: "a.xml", text: files["a.xml"] });
    const sent = await fetch(`${page}/api/send`, {
      method: "POST",
      headers: { "x-flowc": "1", "content-type": "application/json" },
      body: JSON.stringify({ method: "GET", target: "/", fields: [] }),
    });
    expect([sent.status, await sent.json()]).toEqual([
      409,
      { problem: "No app runs: these requests come from a file." },
    ]);
  });

  test("opens the log of an app that was built", async () => {
    const directory = appOf("replayed-log", files);
    const out = scratchDirectory("replayed-app");
    expect(await flowc("build", directory, "-o", out)).toMatchObject({ code: 0 });
    const app = await served(out, { FLOW_DEBUG: "::trace" });
    await (await app.get("/api/a?n=1")).text();
    await expect.poll(() => app.log()).toContain("engine_access");
    await app.stop();
    const { page } = await replaying(directory, fileOf(app.log()));
    const { requests } = (await (await fetch(`${page}/api/requests`)).json()) as {
      requests: RequestSummary[];
    };
    // Whoever starts the app asks it whether it is there.
    const asked = requests.filter(({ route }) => route !== "");
    expect(asked).toMatchObject([{ target: "/api/a?n=1", status: 200, flow: "a.xml", isImported: true }]);
    const told = (await (await fetch(`${page}/api/requests/${asked[0]?.key}`)).json()) as Trace;
    expect(told.events).toContainEqual(expect.objectContaining({ kind: "output", to: "template" }));
    // The lines of the log have the places of the flow, which the page looks up.
    expect(told.events.map(({ place }) => place)).toContainEqual(expect.stringMatching(/^a\.xml:1/));
  });

  test("says what it has passed over, in the terminal and on the page", async () => {
    const text = JSON.stringify([trace, { ...trace, route: "\u001b[31m", dropped: "\u001b[31m" }]);
    const { page, printed } = await replaying(appOf("replayed", files), fileOf(text));
    const problem = 'trace 2: dropped must be number, and is "\\u001b[31m"';
    expect(await (await fetch(`${page}/api/state`)).json()).toMatchObject({
      passedOver: `1 passed over: ${problem}`,
    });
    await expect.poll(printed).toContain(`flowc: passed over ${problem}\n`);
  });

  test("says what is wrong with a file", async () => {
    const directory = appOf("replayed", files);
    expect(await flowc("dev", directory, "--trace", fileOf("{}"))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/traces\.txt has no traces, or none that this version of flowc reads/),
    });
    expect(await flowc("dev", directory, "--trace", "/none/such")).toMatchObject({ code: 2 });
  });
});
