import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { needing } from "../support/needs.js";
import { elsewhere } from "../support/other-servers.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { type RunningProcess, reply, upstream } from "../support/servers.js";

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
const traceparent = `00-${trace}-${span}-01`;

const to = (more = "") => `{ "url": {{ concat($env/UPSTREAM, "/x") }} ${more} }`;
const flows = {
  "/request": `<request>${to()}</request>`,
  "/requests": `<requests>{ "a": ${to()} }</requests>`,
  "/own": `<request>${to(`, "headers": { "traceparent": "mine", "baggage": "of=flow" }`)}</request>`,
  "/alert": `<request>{ "url": {{ concat($env/NOTHING, "x") }} }</request><template>{}</template>`,
  "/log": `<log>{ "trace_id": "of the flow" }</log><template>{}</template>`,
  "/moved": `<request>{ "url": {{ concat($env/UPSTREAM, "/moved") }}, "options": { "follow-redirects": true } }</request>`,
  "/proxy": `<proxy-request>${to()}</proxy-request>`,
  "/proxy-own": `<proxy-request>${to(`, "headers": { "traceparent": "mine", "tracestate": "" }`)}</proxy-request>`,
};

const received: IncomingHttpHeaders[] = [];
const server = await upstream((request, response) => {
  received.push(request.headers);
  if (request.url === "/moved") reply(response, 302, "", { location: "/x" });
  else reply(response, 200, {});
});
afterAll(() => server.stop());
const out = await built(apiFiles(flows));

type Fields = Readonly<Record<string, string>>;

/** Returns the values of the three fields in upstream requests. */
async function passed(app: RunningProcess, path: string, headers: Fields): Promise<readonly Fields[]> {
  received.length = 0;
  await (await app.get(`/t${path}`, { headers })).arrayBuffer();
  return received.map(({ traceparent, tracestate, baggage }) =>
    JSON.parse(JSON.stringify({ traceparent, tracestate, baggage })),
  );
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the events that the log gets while something is done: so many. */
async function logged(app: RunningProcess, count: number, action: () => Promise<unknown>) {
  await sleep(200); // lines are written in batches
  const before = app.events().length;
  await action();
  return vi.waitFor(() => {
    const events = app.events().slice(before);
    expect(events).toHaveLength(count);
    return events;
  });
}

const all = { traceparent, tracestate: "a=1,b@c=2", baggage: "user=7;ttl=1, shop=a%20b" };

describe("server.js", () => {
  let app: RunningProcess;
  beforeAll(async () => {
    app = await served(out, { UPSTREAM: server.url });
  });

  test.each(["/request", "/requests", "/proxy"])("%s passes all on", async (path) => {
    expect(await passed(app, path, all)).toEqual([all]);
    expect(await passed(app, path, {})).toEqual([{}]);
  });

  test("so do redirects", async () => {
    expect(await passed(app, "/moved", all)).toEqual([all, all]);
  });

  test("what a flow or a proxy sets itself wins", async () => {
    expect(await passed(app, "/own", all)).toEqual([{ ...all, traceparent: "mine", baggage: "of=flow" }]);
    expect(await passed(app, "/proxy-own", all)).toEqual([{ traceparent: "mine", baggage: all.baggage }]);
  });

  const good: readonly [string, string][] = [
    ["traceparent", `cc-${trace}-${span}-01-what-the-future-holds`],
    ["traceparent", `00-${trace}-${span}-ff`],
    ["baggage", "a=,b=%41;p;q=1"],
  ];
  test.each(good)("%s: %s is passed on", async (name, value) => {
    for (const path of ["/request", "/proxy"])
      expect(await passed(app, path, { [name]: value })).toEqual([{ [name]: value }]);
  });

  const bad: readonly [string, string][] = [
    ["traceparent", "00-1-2-3"],
    ["traceparent", `ff-${trace}-${span}-01`],
    ["traceparent", `00-${trace}-${span}-01-more`],
    ["traceparent", `00-${trace.toUpperCase()}-${span}-01`],
    ["traceparent", `00-${"0".repeat(32)}-${span}-01`],
    ["traceparent", `00-${trace}-${"0".repeat(16)}-01`],
    ["traceparent", `cc-${trace}-${span}-01-${"x".repeat(300)}`],
    ["baggage", "no value"],
    ["baggage", 'a="quoted"'],
    ["baggage", "a=ü"],
    ["baggage", `a=${"x".repeat(8200)}`],
    ["baggage", Array.from({ length: 181 }, (_, index) => `k${index}=1`).join(",")],
    ["tracestate", "a=1"], // without a span
  ];
  test.each(bad)("%s: %s goes no further", async (name, value) => {
    for (const path of ["/request", "/proxy"])
      expect(await passed(app, path, { [name]: value })).toEqual([{}]);
  });

  const badStates = ["A=1", "a", "a=1,a=2", "a=b=c", "a=", `a=${"x".repeat(257)}`, "a@=1", "ü=1"];
  const many = Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(",");
  test.each([...badStates, many])("tracestate: %s goes no further", async (tracestate) => {
    expect(await passed(app, "/request", { traceparent, tracestate })).toEqual([{ traceparent }]);
  });

  test("a state as long as can be is passed on", async () => {
    const tracestate = `${"a".repeat(241)}@${"b".repeat(14)}=${"x".repeat(256)},,c=1`;
    expect(await passed(app, "/request", { traceparent, tracestate })).toEqual([{ traceparent, tracestate }]);
  });

  test("events of the log name the client's span", async () => {
    const events = await logged(app, 4, async () => {
      await passed(app, "/request", { traceparent });
      await passed(app, "/alert", { traceparent });
    });
    expect(events.map(({ type }) => type)).toEqual([
      "engine_request",
      "engine_access",
      "engine_alert",
      "engine_access",
    ]);
    for (const event of events) expect(event).toMatchObject({ trace_id: trace, span_id: span });
  });

  test("without one, they have no such fields, and a flow's own field stays", async () => {
    const [request, access, own] = await logged(app, 3, async () => {
      await passed(app, "/request", { traceparent: "x" });
      await passed(app, "/log", { traceparent });
    });
    for (const event of [request, access]) {
      expect(event).not.toHaveProperty("trace_id");
      expect(event).not.toHaveProperty("span_id");
    }
    expect(own).toMatchObject({ type: "engine_access", trace_id: "of the flow" });
    expect(own).not.toHaveProperty("span_id");
  });
});

for (const { name, needs, start } of elsewhere) {
  describe(name, needing(needs), () => {
    let app: RunningProcess;
    beforeAll(async () => {
      app = await start(out, { UPSTREAM: server.url });
    });

    test("passes all on, too", async () => {
      for (const path of ["/request", "/proxy"]) expect(await passed(app, path, all)).toEqual([all]);
      expect(await passed(app, "/request", { ...all, traceparent: "malformed" })).toEqual([
        { baggage: all.baggage },
      ]);
    });
  });
}
