/** The map as the page of `flowc dev` asks for it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { MapGraph, MapMatch } from "../../../bin/commands/dev/api.js";
import { describing } from "../../commands/app.js";
import { scratchDirectory } from "../../support/compile.js";
import { repository } from "../../support/project.js";
import { DevServer } from "../support/dev-server.js";

const app = {
  "swagger.yaml": describing({ "/a": "a.xml", "/b": "b.xml" }),
  "a.xml": `<flow><sub-flow src="s.xml"/><template>{ "a": 1 }</template></flow>`,
  "b.xml": `<flow><template>{ "b": 1 }</template></flow>`,
  "s.xml": `<flow><request>{ "url": {{ $env/API }} }</request></flow>`,
};

const idsOf = ({ nodes }: MapGraph) => nodes.map(({ id }) => id);

describe("the map", () => {
  test("is laid out, and follows the flows", async () => {
    const server = await DevServer.start({ files: app });
    const graph = await server.api<MapGraph>("/map");
    expect(graph).toMatchObject({ open: [], total: 6 });
    expect(graph.edges.map(({ from, to, place }) => `${from} → ${to}: ${place}`).sort()).toEqual([
      "flow:a.xml → subflow:s.xml: a.xml:1",
      "operation:* /api/a → flow:a.xml: swagger.yaml:5",
      "operation:* /api/b → flow:b.xml: swagger.yaml:7",
      "subflow:s.xml → upstream:$API: s.xml:1",
    ]);
    for (const { x, y, width, height } of graph.nodes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(graph.width + 1);
      expect(y + height).toBeLessThanOrEqual(graph.height + 1);
    }
    await server.change("b.xml", `<flow><sub-flow src="s.xml"/></flow>`);
    const changed = await server.api<MapGraph>("/map");
    expect(changed.edges.map(({ from }) => from)).toContain("flow:b.xml");
    // So small a change that nothing but this flow is compiled again.
    await server.change("b.xml", `<flow><!-- once --><sub-flow src="s.xml"/></flow>`);
    expect((await server.api<MapGraph>("/map")).edges).toEqual(changed.edges);
  });

  test("has what something has to do with, and finds it by a part of its name", async () => {
    const server = await DevServer.start({ files: app });
    const { found } = await server.api<{ found: MapMatch[] }>("/map/search?text=S.XM");
    expect(found).toEqual([{ id: "subflow:s.xml", kind: "subflow", label: "s.xml" }]);
    const focused = await server.api<MapGraph>(`/map?focus=${encodeURIComponent("subflow:s.xml")}`);
    expect(idsOf(focused)).toEqual(["operation:* /api/a", "flow:a.xml", "subflow:s.xml", "upstream:$API"]);
    expect((await server.ask("/map?focus=constructor")).status).toBe(404);
  });

  test("tells the share of handlers, also of what something has to do with", async () => {
    const server = await DevServer.start({
      files: {
        ...app,
        "swagger.yaml": `${describing({ "/a": "a.xml", "/b": "b.xml" })}\n  /c: { x-flow-handler: h.ts }\n`,
        "h.ts": `import { handler, respond } from "flowc/handler";
export default handler(($) => respond($, {}));
`,
      },
    });
    const graph = await server.api<MapGraph>("/map");
    expect(graph.share).toBe("1 of 3 operations is a handler (33 %)");
    expect(idsOf(graph)).toContain("handler:h.ts");
    const focused = await server.api<MapGraph>(`/map?focus=${encodeURIComponent("flow:a.xml")}`);
    expect(focused.share).toBeUndefined();
  });

  test("says which operations tests have reached, once tests have run", async () => {
    const env = { ...process.env, FLOWC_CACHE_DIR: scratchDirectory("map-cache") };
    const server = await DevServer.start({
      files: {
        ...app,
        "swagger.yaml": describing({ "/a": "a.xml", "/b": "b.xml" }, "x-flow-docs: { page: /docs }"),
        "tests/b.xml": `<flow-test>
  <test-request>{ "path": "/api/b" }</test-request>
  <assert>[["$status", 200]]</assert>
</flow-test>`,
      },
      env: { FLOWC_CACHE_DIR: env.FLOWC_CACHE_DIR },
    });
    const tested = async () => {
      const { nodes } = await server.api<MapGraph>("/map");
      return nodes.flatMap(({ kind, path, isTested }) => (kind === "operation" ? [[path, isTested]] : []));
    };
    expect(await tested()).toEqual([
      ["/api/docs", undefined],
      ["/api/a", undefined],
      ["/api/b", undefined],
    ]);
    const command = join(repository, "dist/bin/flowc.js");
    await promisify(execFile)(process.execPath, [command, "test", server.directory], { env });
    // Tests are not asked to reach what no flow answers.
    expect(await tested()).toEqual([
      ["/api/docs", undefined],
      ["/api/a", false],
      ["/api/b", true],
    ]);
  });
});

describe("a large app", () => {
  const names = Array.from({ length: 300 }, (_, index) => `${index % 2 === 0 ? "even" : "odd"}/f${index}`);
  const large = {
    "swagger.yaml": describing(Object.fromEntries(names.map((name) => [`/${name}`, `${name}.xml`]))),
    ...Object.fromEntries(
      names.map((name) => [`${name}.xml`, `<flow><template>{ "a": 1 }</template></flow>`]),
    ),
  };

  test("is folders, of which some are open", async () => {
    const server = await DevServer.start({ files: large });
    const closed = await server.api<MapGraph>("/map");
    expect(closed.nodes.map(({ label, count }) => [label, count])).toEqual([
      ["/api/even/…", 150],
      ["/api/odd/…", 150],
      ["even/", 150],
      ["odd/", 150],
    ]);
    const opened = await server.api<MapGraph>("/map?open=folder:odd&open=nothing");
    expect(opened.open).toEqual([{ id: "folder:odd", label: "odd/" }]);
    expect(opened.nodes).toHaveLength(5);
    const { found } = await server.api<{ found: MapMatch[] }>("/map/search?text=f");
    expect(found).toHaveLength(50);
    const focused = await server.api<MapGraph>("/map?focus=flow:odd/f7.xml");
    expect(idsOf(focused)).toEqual(["operation:* /api/odd/f7", "flow:odd/f7.xml"]);
  });
});
