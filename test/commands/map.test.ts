/** `flowc map`, run as people do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import sax from "sax";
import { describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { flowc, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";
import { sharedApp, shares } from "./handler-shares.js";

const app = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
x-flow-error: { flow: error.xml }
securityDefinitions:
  token:
    type: apiKey
    in: header
    name: Authorization
    x-flow-jwt:
      jwks-url: https://keys.example:8443/jwks.json
      alg: RS256
      out-var: $claims
      post-check-flow: checks/token.xml
paths:
  /orders/{id}:
    get: { x-flow: orders/get.xml, security: [{ token: [] }] }
  /files/**:
    x-flow-proxy: { origin: "https://me:secret@files.example", stripEndpoint: true }
  /other: { x-flow: other.xml }
`,
  "init.xml": `<flow><eval out="$base">concat($env/ORDERS_API, "/v2")</eval></flow>`,
  "error.xml": `<flow><template src="shared/error.tmpl"/></flow>`,
  "shared/error.tmpl": `{ "message": {{ $error/message }} }`,
  "checks/token.xml": `<flow><error if="not($claims/sub)" status="403">"no"</error></flow>`,
  "orders/get.xml": `<flow>
  <sub-flow src="../shared/stock.xml"/>
  <request>{ "url": {{ concat($base, "/orders/", $request/params/id) }} }</request>
  <xslt src="order.xsl"/>
</flow>`,
  "orders/order.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/"><a/></xsl:template>
</xsl:stylesheet>`,
  "shared/stock.xml": `<flow><request content="stock">{ "url": "http://stock.example:81/all?x=1" }</request></flow>`,
  "other.xml": `<flow>
  <request content="a" url="{$request/headers/where}"/>
  <request content="b">{ "url": {{if $request/get/b}} "http://b.example/" {{else}} {{ $env/C }} {{end}} }</request>
</flow>`,
};

const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(join(repository, "docs/commands/map.schema.json"), "utf8")),
);

interface Graph {
  readonly share: { readonly operations: number; readonly handlers: number };
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly place: string }[];
}

async function graphOf(directory: string, ...args: readonly string[]): Promise<Graph> {
  const { code, stdout, stderr } = await flowc("map", directory, "--format", "json", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const idsOf = ({ nodes }: Graph) => nodes.map(({ id }) => id);

describe("the graph", () => {
  test("has operations, flows, what they call and read, and upstream systems by their names", async () => {
    const graph = await graphOf(appOf("map-graph", app));
    expect(graph.edges.map(({ from, to, place }) => `${from} → ${to} (${place})`).sort()).toEqual([
      "flow:error.xml → template:shared/error.tmpl (error.xml:1)",
      "flow:orders/get.xml → subflow:shared/stock.xml (orders/get.xml:2)",
      "flow:orders/get.xml → template:orders/order.xsl (orders/get.xml:4)",
      "flow:orders/get.xml → upstream:$ORDERS_API (orders/get.xml:3)",
      "flow:other.xml → upstream: (other.xml:2)",
      "flow:other.xml → upstream:$C (other.xml:3)",
      "flow:other.xml → upstream:http://b.example (other.xml:3)",
      "operation:* /api/files/** → upstream:https://files.example (swagger.yaml:19)",
      "operation:* /api/other → flow:other.xml (swagger.yaml:20)",
      "operation:GET /api/orders/{id} → flow:orders/get.xml (swagger.yaml:17)",
      "operation:GET /api/orders/{id} → subflow:checks/token.xml (swagger.yaml:14)",
      "operation:GET /api/orders/{id} → upstream:https://keys.example:8443 (swagger.yaml:11)",
      "subflow:shared/stock.xml → upstream:http://stock.example:81 (shared/stock.xml:1)",
    ]);
    expect(graph.nodes).toContainEqual({
      id: "flow:init.xml",
      kind: "flow",
      label: "init.xml",
      file: "init.xml",
      role: "init",
    });
    expect(graph.nodes).toContainEqual({
      id: "operation:GET /api/orders/{id}",
      kind: "operation",
      label: "GET /api/orders/{id}",
      file: "swagger.yaml",
      method: "GET",
      path: "/api/orders/{id}",
      answeredBy: "flow",
    });
  });

  test("has the directories that functions ask, wherever a flow calls them", async () => {
    const graph = await graphOf(
      appOf("map-ldap", {
        "swagger.yaml": describing({ "/a": "a.xml" }),
        "a.xml": `<flow>
  <eval out="$where">concat("ldaps://", "users.example/dc=test")</eval>
  <if test="ldap-lookup($where, '', '', 'dc=test', '(uid=a)', $request/post/password, 'cn')">
    <template>{ "n": {{ count(ldap-query($env/LDAP_URL, '', '', 'dc=test', '(uid=a)', 'cn')) }} }</template>
  </if>
  <eval out="$own">ldap-query('ldap://me:secret@own.example:389', '', '', '', '(uid=a)', 'cn')</eval>
</flow>`,
      }),
    );
    expect(graph.edges.map(({ from, to, place }) => `${from} → ${to} (${place})`)).toEqual([
      "operation:* /api/a → flow:a.xml (swagger.yaml:5)",
      "flow:a.xml → upstream:ldaps://users.example (a.xml:3)",
      "flow:a.xml → upstream:ldap://own.example:389 (a.xml:6)",
      "flow:a.xml → upstream:$LDAP_URL (a.xml:4)",
    ]);
  });

  test.each([
    [
      "shared/stock.xml",
      [
        "operation:GET /api/orders/{id}",
        "flow:orders/get.xml",
        "subflow:shared/stock.xml",
        "upstream:http://stock.example:81",
      ],
    ],
    [
      "/api/other",
      ["operation:* /api/other", "flow:other.xml", "upstream:", "upstream:$C", "upstream:http://b.example"],
    ],
    ["https://files.example", ["operation:* /api/files/**", "upstream:https://files.example"]],
    ["./checks/", ["operation:GET /api/orders/{id}", "subflow:checks/token.xml"]],
  ])("can be only what %s reaches, and what reaches it", async (name, expected) => {
    expect(idsOf(await graphOf(appOf("map-focus", app), "--focus", name))).toEqual(expected);
  });

  test("has where the app serves its description, and the page about it", async () => {
    const directory = appOf("map-docs", {
      "swagger.yaml": describing(
        { "/a": "a.xml" },
        "x-flow-docs: { page: /docs, description: /openapi.json }",
      ),
      "a.xml": "<flow/>",
    });
    const { nodes } = await graphOf(directory);
    expect(nodes.slice(0, 3)).toEqual([
      expect.objectContaining({ id: "operation:GET /api/openapi.json", role: "description" }),
      {
        id: "operation:GET /api/docs",
        kind: "operation",
        label: "GET /api/docs",
        file: "swagger.yaml",
        method: "GET",
        path: "/api/docs",
        answeredBy: "page",
        role: "page",
      },
      expect.objectContaining({ id: "operation:* /api/a" }),
    ]);
    const { texts } = read((await flowc("map", directory)).stdout);
    expect(texts).toEqual(
      expect.arrayContaining(["GET /api/docs", "page about the API", "description of the API"]),
    );
  });

  test.each(Object.entries(shares))("tells the share of handlers: %s", async (_, expected) => {
    const directory = sharedApp("map-share", expected.paths, expected.description);
    const graph = await graphOf(directory);
    expect(validate(graph), JSON.stringify(validate.errors)).toBe(true);
    expect(graph.share).toEqual({ operations: expected.operations, handlers: expected.handlers });
    const { texts } = read((await flowc("map", directory)).stdout);
    expect(texts.at(-1) === expected.text).toBe(expected.text !== undefined);
    expect(texts[1]?.includes(`; ${expected.text}; `)).toBe(expected.text !== undefined);
  });

  test("has handlers as such, and of a focus the share of what is drawn", async () => {
    const directory = sharedApp("map-handlers", [
      "/a: { x-flow: calls.xml }",
      "/b: { x-flow-handler: handlers/calls.ts }",
      "/c: { x-flow: flow.xml }",
      '/d: { get: { responses: { "200": { description: D, content: { application/json: { example: {} } } } } } }',
    ]);
    const { edges } = await graphOf(directory);
    expect(edges.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      "operation:* /a → flow:calls.xml",
      "operation:* /b → handler:handlers/calls.ts",
      "operation:* /c → flow:flow.xml",
      "flow:calls.xml → handler:handlers/answer.ts",
      "handler:handlers/calls.ts → flow:flow.xml",
    ]);
    const { share } = await graphOf(directory, "--focus", "handlers/calls.ts");
    expect(share).toEqual({ operations: 1, handlers: 1 });
    const { texts } = read((await flowc("map", directory)).stdout);
    expect(texts).toContain("handler: handlers/answer.ts");
    expect(texts[1]).toMatch(/^4 operations, 2 flows, 2 handlers; 1 of 3 operations is a handler/);
  });

  test("has nothing that nobody named", async () => {
    const directory = appOf("map-missing", app);
    expect(await flowc("map", directory, "--focus", "orders/gte.xml")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'flowc: The app has no file, operation or upstream system "orders/gte.xml". Did you mean orders/get.xml?\n',
    });
  });

  test("is not made of flows with errors", async () => {
    const { code, stdout, stderr } = await flowc(
      "map",
      appOf("map-broken", { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": "<flow><oh/></flow>" }),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("a.xml:1:");
  });
});

/** Reads the content of an SVG document as XML. */
function read(svg: string) {
  const elements: string[] = [];
  const texts: string[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    elements.push(name);
    for (const attribute of Object.keys(attributes)) expect(attribute).not.toMatch(/^on|href$/i);
  };
  parser.ontext = (text) => texts.push(text.trim());
  parser.write(svg).close();
  return { elements, texts: texts.filter((text) => text !== "") };
}

describe("the drawing", () => {
  test("is an SVG document with a title, a description and readable text, for light and dark", async () => {
    const directory = appOf("map-svg", app);
    const { code, stdout, stderr } = await flowc("map", directory);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { texts } = read(stdout);
    expect(texts.slice(0, 2)).toEqual([
      expect.stringMatching(/^Map of map-svg-/),
      "3 operations, 4 flows, 2 sub-flows, 2 templates, 7 upstream systems; 13 arrows lead from what uses something to what it uses.",
    ]);
    expect(texts).toEqual(
      expect.arrayContaining(["GET /api/orders/{id}", "sub-flow: shared/stock.xml", "before every flow"]),
    );
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"/);
    expect(stdout).toContain("@media (prefers-color-scheme:dark)");
    expect(stdout).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg|[a-z]+\.example)/);
    expect(stdout).not.toContain("secret");
    expect((await flowc("map", directory)).stdout).toBe(stdout);
  });

  test("is written to a file", async () => {
    const file = join(scratchDirectory("map-file"), "docs/map.svg");
    const args = ["map", join(repository, "fixtures/aggregator"), "-o", file];
    expect(await flowc(...args)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(read(readFileSync(file, "utf8")).texts).toContain("POST /api/users/{id}/orders");
  });

  test("escapes what names say", async () => {
    const evil = `<script>alert(1)</script>"'&lt;]]>`;
    const directory = appOf("map-evil", {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  ${JSON.stringify(`/${evil}`)}: { x-flow: ${"a'><script>&x.xml"} }
`,
      "a'><script>&x.xml": `<flow>
  <request>{ "url": {{ concat($env/A, "&lt;script>\u202e]]&gt;") }} }</request>
</flow>`,
    });
    const { code, stdout, stderr } = await flowc("map", directory);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { elements, texts } = read(stdout);
    expect(new Set(elements)).toEqual(
      new Set(["svg", "title", "desc", "style", "defs", "marker", "path", "rect", "g", "text"]),
    );
    expect(texts).toContain(`any /api/${evil}`);
    expect(texts).toContain("$A<script>\ufffd]]>");
    expect(texts).toContain("a'><script>&x.xml");
  });
});

describe("many flows", () => {
  const many = 450;
  const areas = ["users", "orders"];
  const names = Array.from({ length: many }, (_, index) => `${areas[index % 2]}/f${index}`);
  const large = {
    "swagger.yaml": describing(
      Object.fromEntries(names.map((name) => [`/${name.replace("/", "/v1/")}`, `${name}.xml`])),
    ),
    ...Object.fromEntries(
      names.map((name) => [`${name}.xml`, `<flow><request>{ "url": {{ $env/A }} }</request></flow>`]),
    ),
  };

  test("are folders, which can be opened", async () => {
    const directory = appOf("map-large", large);
    const closed = read((await flowc("map", directory)).stdout).texts;
    expect(closed.filter((text) => text.startsWith("folder: ")).sort()).toEqual([
      "folder: /api/orders/v1/…",
      "folder: /api/users/v1/…",
      "folder: orders/",
      "folder: users/",
    ]);
    expect(closed).toContain("225 inside");
    const opened = read((await flowc("map", directory, "--open", "orders")).stdout).texts;
    expect(opened.filter((text) => text.startsWith("folder: ")).sort()).toEqual([
      "folder: /api/orders/v1/…",
      "folder: /api/users/v1/…",
      "folder: orders/f1.xml – orders/f233.xml",
      "folder: orders/f235.xml – orders/f369.xml",
      "folder: orders/f37.xml – orders/f99.xml",
      "folder: users/",
    ]);
  });

  test("are all drawn if they have to do with what was asked for", async () => {
    const { texts } = read((await flowc("map", appOf("map-large", large), "--focus", "users/f0.xml")).stdout);
    expect(texts).toEqual(expect.arrayContaining(["users/f0.xml", "any /api/users/v1/f0", "$A"]));
    expect(texts.join()).not.toContain("f2.xml");
  });
});
