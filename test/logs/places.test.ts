/** Alerts of a served app say which line of which flow they come from, and which upstream request they are about. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { built, served } from "../support/served.js";
import { deadUrl, type RunningProcess } from "../support/servers.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
x-flow-init: init.xml
x-flow-error: { flow: error.xml }
paths:
  /fail: { x-flow: orders.xml }
  /fail-below: { x-flow: orders.xml }
  /log: { x-flow: orders.xml }
  /sub: { x-flow: orders.xml }
  /upstream: { x-flow: orders.xml }
  /both: { x-flow: orders.xml }
  /number: { x-flow: orders.xml }
  /nothing: { x-flow: orders.xml }
  /init: { x-flow: orders.xml }
  /proxy:
    x-flow-proxy: { origin: "http://127.0.0.1:1" }
`,
  "init.xml": `<flow>
  <if test="$request/path = '/api/init'">
    <eval out="$logged">fit-log("from init")</eval>
  </if>
</flow>`,
  "error.xml": `<flow>

  <eval out="$f">fit-log("failed")</eval>
  <template>{ "failed": true }</template>
</flow>`,
  "orders.xml": `<flow>
  <if test="$request/path = '/api/fail'">
    <error status="404">"gone"</error>
  </if>
  <if test="$request/path = '/api/log'">
    <eval out="$a">fit-log("one")</eval>
    <eval out="$b">1</eval> <eval out="$c">fit-log("two")</eval>
  </if>
  <sub-flow src="shared/log.xml" if="$request/path = '/api/sub'"/>
  <if test="$request/path = '/api/upstream'">
    <request content="stock">
    { "url": {{ concat($env/DEAD, "/stock") }} }
    </request>
    <eval out="$d">fit-log("after")</eval>
  </if>
  <requests if="$request/path = '/api/both'">
  {
    "left": { "url": {{ concat($env/DEAD, "/left") }} },
    "right": { "url": {{ concat($env/DEAD, "/right") }} }
  }
  </requests>
  <if test="$request/path = '/api/number'">
    <template>
    {
      "n": {{ number("x") }}
    }
    </template>
  </if>
  <template if="$request/path = '/api/nothing'">{ "ok": true }</template>
  <sub-flow src="shared/fail.xml" if="$request/path = '/api/fail-below'"/>
</flow>`,
  "shared/fail.xml": `<flow>

  <error>"below"</error>
</flow>`,
  "shared/log.xml": `<flow>
  <eval out="$e">fit-log("shared")</eval>
</flow>`,
};

const out = await built(files);
const DEAD = await deadUrl();

/** The alerts of a request: places, IDs of upstream requests, and the beginnings of messages. */
async function alerts(app: RunningProcess, path: string): Promise<unknown[][]> {
  const before = app.events().length;
  await (await app.get(`/api${path}`)).arrayBuffer();
  const events = await vi.waitFor(() => {
    const found = app.events().slice(before);
    const wanted = { type: "engine_access", path: `/api${path}` };
    expect(found).toContainEqual(expect.objectContaining(wanted));
    return found;
  });
  return events
    .filter(({ type }) => type === "engine_alert")
    .map(({ place, request, message }) => [place, request, String(message).slice(0, 8).trim()]);
}

const expected: [string, (string | undefined)[][]][] = [
  [
    "/fail",
    [
      ["orders.xml:3", undefined, "gone"],
      ["error.xml:3", undefined, "failed"],
    ],
  ],
  [
    "/log",
    [
      ["orders.xml:6", undefined, "one"],
      ["orders.xml:7", undefined, "two"],
    ],
  ],
  ["/sub", [["shared/log.xml:2", undefined, "shared"]]],
  [
    "/upstream",
    [
      ["orders.xml:11", "stock", "Upstream"],
      ["orders.xml:14", undefined, "after"],
    ],
  ],
  ["/number", [["orders.xml:25", undefined, "NaN is n"]]],
  ["/init", [["init.xml:3", undefined, "from ini"]]],
  ["/nothing", []],
  ["/proxy", [["swagger.yaml:17", "main", "Upstream"]]],
];

describe("Node", () => {
  let app: RunningProcess;
  beforeAll(async () => {
    app = await served(out, { DEAD });
  });

  test.each(expected)("%s", async (path, found) => {
    expect(await alerts(app, path)).toEqual(found);
  });

  test("several requests at once", async () => {
    const found = await alerts(app, "/both");
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        ["orders.xml:16", "left", "Upstream"],
        ["orders.xml:16", "right", "Upstream"],
      ]),
    );
  });
});

test("source maps that Node reads itself change nothing", async () => {
  const app = await served(out, { DEAD }, () => [
    process.execPath,
    "--enable-source-maps",
    join(out, "server.js"),
  ]);
  expect(await alerts(app, "/log")).toEqual(expected[1]?.[1]);
});

test("without its map, the app names the flow that answers; errors know their places", async () => {
  renameSync(join(out, "server.js.map"), join(out, "moved.map"));
  const app = await served(out, { DEAD });
  expect(await alerts(app, "/sub")).toEqual([["orders.xml", undefined, "shared"]]);
  expect(await alerts(app, "/fail")).toEqual([
    ["orders.xml:3", undefined, "gone"],
    ["orders.xml", undefined, "failed"],
  ]);
  expect(await alerts(app, "/fail-below")).toEqual([
    ["shared/fail.xml:3", undefined, "below"],
    ["orders.xml", undefined, "failed"],
  ]);
  renameSync(join(out, "moved.map"), join(out, "server.js.map"));
});

for (const [name, ...args] of [
  ["bun"],
  ["deno", "run", "--allow-net", "--allow-env", "--allow-read"],
] as const) {
  const program = installed(name);
  test(name, needing(program), async () => {
    const app = await served(out, { DEAD }, () => [program.command, ...args, join(out, "server.js")]);
    for (const [path, found] of expected) expect([path, await alerts(app, path)]).toEqual([path, found]);
  });
}
