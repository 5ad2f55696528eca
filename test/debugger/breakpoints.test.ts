/** Breakpoints and steps in flow files of an app that runs, over the inspector of Node, set as editors set them. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Debugger, debug, type Pause } from "../support/debugger.js";
import type { UiPlace } from "../support/map-reader.js";
import { built } from "../support/served.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
paths:
  /orders: { get: { x-flow: orders.xml } }
  /both: { get: { x-flow: both.xml } }
  /text: { get: { x-flow: text.xml } }
`,
  "orders.xml": `<flow>
  <eval out="$limit">number($request/get/limit)</eval>
  <request content="stock">
  {
    "url": {{ concat($env/STOCK, "/stock") }}
  }
  </request>
  <sub-flow src="shared/names.xml"/>
  <if test="$limit > 5">
    <eval out="$much">true()</eval>
  </if>
  <!-- The total, with what is on its way. -->
  <eval out="$total">$limit + count(content("stock")/json/items/value)</eval>
  <template>
  {
    {{$first-name := concat($prefix, "Ada")}}
    "total": {{ $total }},
    "by": {{ $first-name }},
    "items": [
      {{loop content("stock")/json/items}}
        {
          "name": {{ string(name) }},
          "big": {{ amount > 10 }}
        }
      {{end}}
    ]
  }
  </template>
</flow>`,
  "shared/names.xml": `<flow>
  <eval out="$prefix">"Dr. "</eval>
  <eval out="$suffix">"!"</eval>
</flow>`,
  "both.xml": `<flow>
  <requests>
  {
    "left": { "url": {{ concat($env/STOCK, "/left") }} },
    "right": { "url": {{ concat($env/STOCK, "/right") }} }
  }
  </requests>
  <template>{ "done": true }</template>
</flow>`,
  "text.xml": `<flow>
  <eval out="$mode">"a"</eval>
  <template>
  {
    {{$last-seen := "never"}}
    {{if $request/get/half}} "half": {{ $last-seen }} {{else}} "whole": {{ $last-seen }} } {{end}}
    {{if $request/get/half}} } {{end}}
  </template>
</flow>`,
};

let out = "";
let stock: RunningServer;
let session: Debugger;

beforeAll(async () => {
  out = await built(files);
  const items = [
    { name: "pen", amount: 3 },
    { name: "ink", amount: 30 },
  ];
  stock = await upstream((_, response) => reply(response, 200, { items }));
});
afterAll(() => stock.stop());

const inFlows = (path: string): string => join(out, "../flows", path);

/** `orders.xml:2:3`, or a path that begins with `../gen/`. */
const shown = ({ file, line, column }: UiPlace): string =>
  `${relative(join(out, "../flows"), file)}:${line}:${column}`;

const place = ({ at }: Pause): string => shown(at);

async function stopAt(path: string, line: number, condition?: string): Promise<string> {
  const bound = await session.breakAt(inFlows(path), line, condition);
  return bound === undefined ? "nowhere" : shown(bound);
}

describe("a breakpoint", () => {
  beforeAll(async () => {
    session = await debug(out, { STOCK: stock.url });
  });
  afterAll(() => session.stop());

  test.each([
    ["orders.xml", 2, "orders.xml:2:3"],
    ["orders.xml", 3, "orders.xml:3:3"],
    ["orders.xml", 8, "orders.xml:8:3"],
    ["orders.xml", 9, "orders.xml:9:3"],
    ["orders.xml", 10, "orders.xml:10:5"],
    ["orders.xml", 16, "orders.xml:16:5"],
    ["orders.xml", 22, "orders.xml:22:19"],
    ["shared/names.xml", 3, "shared/names.xml:3:3"],
    // Nothing comes from a comment, nor from the end of an element.
    ["orders.xml", 12, "nowhere"],
    ["orders.xml", 7, "nowhere"],
  ])("in %s, line %i, is at %s", async (path, line, bound) => {
    expect(await stopAt(path, line)).toBe(bound);
  });
});

describe("node --inspect gen/server.js", () => {
  beforeEach(async () => {
    session = await debug(out, { STOCK: stock.url });
  });
  afterEach(() => session.stop());

  const ask = async (path: string) => (await fetch(`${session.app.url}/api${path}`)).json();

  test("steps go from action to action, over an upstream request and a sub-flow", async () => {
    await stopAt("orders.xml", 2);
    const answer = ask("/orders?limit=7");
    let pause = await session.paused();
    const places = [place(pause)];
    while (places.at(-1)?.startsWith("orders.xml")) {
      pause = await session.step("Over");
      places.push(place(pause));
    }
    await session.resume();
    expect(places).toEqual([
      "orders.xml:2:3",
      "orders.xml:3:3",
      "orders.xml:8:3",
      "orders.xml:9:3",
      "orders.xml:10:5",
      "orders.xml:13:3",
      "orders.xml:16:5",
      "orders.xml:14:3",
      // The end of the function comes from no flow.
      expect.stringMatching(/^\.\.\/gen\/endpoints\/get-orders\.ts:\d+:1$/),
    ]);
    expect(await answer).toEqual({
      total: 9,
      by: "Dr. Ada",
      items: [
        { name: "pen", big: false },
        { name: "ink", big: true },
      ],
    });
  });

  test("steps go over several requests at once", async () => {
    await stopAt("both.xml", 2);
    const answer = ask("/both");
    const places = [place(await session.paused()), place(await session.step("Over"))];
    await session.resume();
    expect([places, await answer]).toEqual([["both.xml:2:3", "both.xml:8:3"], { done: true }]);
  });

  test("steps go into a sub-flow and out of it, and never into the runtime", async () => {
    await stopAt("orders.xml", 2);
    const answer = ask("/orders?limit=1");
    const places = [place(await session.paused())];
    for (const way of ["Into", "Over", "Into", "Into", "Out"] as const)
      places.push(place(await session.step(way)));
    await session.resume();
    expect(places).toEqual([
      "orders.xml:2:3",
      "orders.xml:3:3",
      "orders.xml:8:3",
      "shared/names.xml:2:3",
      "shared/names.xml:3:3",
      "orders.xml:9:3",
    ]);
    expect(await answer).toMatchObject({ total: 3 });
  });

  test("a breakpoint in a loop of a template stops for each item", async () => {
    await stopAt("orders.xml", 22);
    const answer = ask("/orders?limit=1");
    const items = [];
    for (let round = 0; round < 2; round++) {
      const { frames } = await session.paused();
      const [first] = frames;
      if (first !== undefined) items.push(await session.evaluate(first, "item"));
      await session.resume();
    }
    expect(items).toMatchObject([{ name: "pen" }, { name: "ink" }]);
    expect(await answer).toMatchObject({ total: 3 });
  });

  test("variables have the names that they have in the flow", async () => {
    await stopAt("orders.xml", 14);
    const answer = ask("/orders?limit=7");
    const [frame] = (await session.paused()).frames;
    if (frame === undefined) throw new Error("There is no frame.");
    const variables = await session.variables(frame);
    expect(variables.get("$first-name")).toMatchObject({ type: "string", value: "Dr. Ada" });
    const ofFlow = await session.properties(variables.get("$")?.objectId ?? "");
    const names = [...ofFlow.keys()].filter((name) => !name.startsWith("Symbol("));
    expect(names.sort()).toEqual(["limit", "much", "prefix", "suffix", "total"]);
    expect(ofFlow.get("total")).toMatchObject({ type: "number", value: 9 });
    expect(await session.evaluate(frame, "$.prefix")).toBe("Dr. ");
    expect(await session.evaluate(frame, "$.request.toJson().get.limit")).toBe("7");
    expect(await session.evaluate(frame, "$.upstream.toJson().stock.status")).toBe(200);
    await session.resume();
    await answer;
  });

  test("a variable of a template that is written as text has its name, too", async () => {
    await stopAt("text.xml", 6);
    const answer = ask("/text");
    const [frame] = (await session.paused()).frames;
    expect(frame && (await session.variables(frame)).get("$last-seen")).toMatchObject({ value: "never" });
    await session.resume();
    expect(await answer).toEqual({ whole: "never" });
  });

  test("a breakpoint in a generated module stops where its code comes from no flow", async () => {
    const module = join(out, "endpoints/get-orders.ts");
    const lines = readFileSync(module, "utf8").split("\n");
    const end = lines.lastIndexOf("};") + 1;
    const bound = await session.breakAt(module, end);
    expect(bound).toEqual({ file: module, line: end, column: 1 });
    // Code that comes from a flow is there, and not here.
    const inside = lines.findIndex((line) => line.includes("$.total = ")) + 1;
    expect(await session.breakAt(module, inside)).toBe(undefined);
    const answer = ask("/orders?limit=1");
    expect((await session.paused()).at).toEqual(bound);
    await session.resume();
    expect(await answer).toMatchObject({ total: 3 });
  });

  test("a condition decides whether a breakpoint stops", async () => {
    await stopAt("orders.xml", 13, "$.limit > 10");
    expect(await ask("/orders?limit=10")).toMatchObject({ total: 12 });
    const answer = ask("/orders?limit=11");
    expect(place(await session.paused())).toBe("orders.xml:13:3");
    await session.resume();
    expect(await answer).toMatchObject({ total: 13 });
  });

  test("frames of the stack are flows, and modules where no flow is", async () => {
    await stopAt("shared/names.xml", 2);
    const answer = ask("/orders?limit=1");
    const { frames } = await session.paused();
    expect(frames.slice(0, 2).map((frame) => [frame.name, shown(frame)])).toEqual([
      ["sharedNamesFlow", "shared/names.xml:2:3"],
      ["getOrders", "orders.xml:8:3"],
    ]);
    await session.resume();
    await answer;
  });
});
