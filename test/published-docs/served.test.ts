/** `x-flow-docs`: the app serves its description, and a page about it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { style, styleHash } from "../../runtime/validation/docs/docs-style.js";
import { appOf } from "../commands/app.js";
import { app, diagnose, inputOf, scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { flowc } from "../support/project.js";
import { serveWorker } from "../support/workerd.js";

const hostile = `</style></pre></title><script>alert(1)</script><img src=x onerror="alert('1')">&lt;`;

const description = (docs: unknown, more: object = {}) => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    info: { title: `Orders ${hostile}`, version: hostile, description: hostile },
    basePath: "/api v1",
    "x-flow-docs": docs,
    "x-flow-init": "init.xml",
    paths: {
      "/orders/{id}": {
        get: {
          "x-flow": "orders.xml",
          summary: hostile,
          description: hostile,
          deprecated: true,
          parameters: [
            { name: "id", in: "path", type: "string", required: true, description: hostile },
            { name: hostile, in: "query", type: "string", pattern: "<script>" },
          ],
          responses: {
            200: {
              description: hostile,
              headers: { "X-Left": { type: "integer", description: "What is left" } },
              schema: { $ref: "#/definitions/Thing" },
            },
          },
        },
      },
      "/orders": {
        post: {
          "x-flow": "orders.xml",
          parameters: [{ name: "order", in: "body", schema: { $ref: "#/definitions/Order" } }],
          responses: { 200: { description: "Made" } },
        },
      },
      "/files/**": { get: { "x-flow": "orders.xml" } },
    },
    definitions: {
      Order: { type: "object", description: "An order" },
      Thing: { type: "object", description: hostile },
    },
    ...more,
  }),
  "init.xml": `<flow><set-response-headers>{ "X-Init": "ran" }</set-response-headers></flow>`,
  "orders.xml": "<flow><template>{}</template></flow>",
});

/** A warning says that nothing checks them. */
const secured = {
  securityDefinitions: {
    key: { type: "apiKey", in: "header", name: "X-Key", description: hostile },
    token: { type: "basic" },
  },
  security: [{ key: [], token: [] }, { token: [] }],
};

const both = { description: "/openapi.json", page: "/docs" };

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

const elementsOf = (node: Node): readonly DefaultTreeAdapterTypes.Element[] => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elementsOf) : []),
];

const textOf = (node: Node): string =>
  "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textOf).join("") : "";

describe("the description", () => {
  test("is api.json, without extensions, and answered as other paths are", async () => {
    const files = description(both);
    const one = await app(files);
    const response = await one.request("/api%20v1/openapi.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-init")).toBe("ran");
    const text = await response.text();
    const built = await new Session().build(inputOf(files));
    const apiJson = built.files.find(({ path }) => path === "api.json")?.text ?? "";
    expect(JSON.parse(text)).toEqual(JSON.parse(apiJson));
    expect(text).not.toMatch(/x-flow|\.xml|\*\*/);
    expect((await one.request("/api%20v1/openapi.json", { method: "HEAD" })).status).toBe(200);
    expect((await one.request("/api%20v1/openapi.json", { method: "DELETE" })).status).toBe(405);
  });

  test("may be alone; so may the page, which then links to nothing", async () => {
    const alone = await app(description({ description: "/openapi.json" }));
    expect((await alone.request("/api%20v1/docs")).status).toBe(400);
    const page = await app(description({ page: "/docs" }));
    expect((await page.request("/api%20v1/openapi.json")).status).toBe(400);
    expect(await (await page.request("/api%20v1/docs")).text()).not.toContain("OpenAPI description");
  });

  test("is in no app that does not ask for it", async () => {
    const { "swagger.yaml": text, ...flows } = description(both);
    const { "x-flow-docs": _, ...plain } = JSON.parse(text);
    const { files } = await new Session().build(inputOf({ ...flows, "swagger.yaml": JSON.stringify(plain) }));
    expect(files.map(({ path }) => path)).not.toContain("description.ts");
    expect(files.find(({ path }) => path === "server.js")?.text).not.toContain("frame-ancestors");
  });
});

const workerd = installed("workerd");

test("workers serve both", needing(workerd), async () => {
  const out = scratchDirectory("docs-worker");
  const directory = appOf("docs-worker", description(both));
  expect(await flowc("build", directory, "-o", out, "--target", "workers")).toMatchObject({ code: 0 });
  const server = await serveWorker(out, {}, workerd.command);
  try {
    const served = await fetch(`${server.url}/api%20v1/openapi.json`);
    expect(served.headers.get("x-init")).toBe("ran");
    expect(await served.json()).toEqual(JSON.parse(readFileSync(join(out, "api.json"), "utf8")));
    const page = await fetch(`${server.url}/api%20v1/docs`);
    expect(page.headers.get("content-security-policy")).toContain(styleHash);
    expect(await page.text()).toContain("<code>GET /orders/{id}</code>");
    expect((await fetch(`${server.url}/api%20v1/docs`, { method: "PUT" })).status).toBe(405);
  } finally {
    await server.stop();
  }
});

describe("the page", () => {
  const loaded = async () => {
    const response = await (await app(description(both, secured))).request("/api%20v1/docs");
    return { response, document: parse(await response.text()) };
  };

  test("lists operations, parameters, answers and schemas", async () => {
    const { response, document } = await loaded();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const texts = elementsOf(document).map((element) => [element.tagName, textOf(element)] as const);
    const of = (tag: string) => texts.flatMap(([tagName, text]) => (tagName === tag ? text : []));
    expect(of("h3")).toEqual(["GET /orders/{id}", "POST /orders", "Order", "Thing", "key", "token"]);
    expect(of("h4")).toEqual(["Parameters", "Answer 200", "Header fields", "Body", "Answer 200"]);
    expect(of("strong")).toEqual(["Deprecated"]);
    expect(of("dt")).toEqual(["id path, required", `${hostile} query`, "X-Left "]);
    expect(of("dd")[2]).toMatch(/^What is left\{\s+"type": "integer"\s+\}$/);
    expect(of("a")).toEqual([
      "OpenAPI description",
      "GET /orders/{id}",
      "POST /orders",
      ...["key", "token", "token"],
      "Thing",
      ...["key", "token", "token"],
      "Order",
    ]);
    expect(of("p")).toEqual(expect.arrayContaining(["Needs key and token, or token"]));
    expect(of("p").filter((text) => text.startsWith("Needs"))).toHaveLength(2);
    expect(of("p")[0]).toContain(" · /api v1 · ");
  });

  test("is made of paths with half a character, too", async () => {
    const { paths } = JSON.parse(description(both)["swagger.yaml"]);
    const files = description(both, { paths: { ...paths, "/half\ud800": paths["/orders"] } });
    const response = await (await app(files)).request("/api%20v1/docs");
    expect(await response.text()).toContain('id="operation-POST_/half_"');
  });

  test("has what the description says as text, and no markup of its", async () => {
    const { document } = await loaded();
    const elements = elementsOf(document);
    const tags = new Set(elements.map(({ tagName }) => tagName));
    for (const tag of ["script", "img", "i"]) expect([...tags]).not.toContain(tag);
    expect(elements.filter(({ tagName }) => tagName === "style")).toHaveLength(1);
    const attributes = new Set(elements.flatMap(({ attrs }) => attrs.map((each) => each.name)));
    expect([...attributes].filter((each) => each.startsWith("on"))).toEqual([]);
    // Title, heading, version, descriptions and the rest of the operation, and the name of a parameter.
    expect(textOf(document).split(hostile).length - 1).toBeGreaterThanOrEqual(9);
  });

  test("links to what is there", async () => {
    const { document } = await loaded();
    const elements = elementsOf(document);
    const valuesOf = (attribute: string) =>
      elements.flatMap(({ attrs }) => attrs.flatMap((each) => (each.name === attribute ? each.value : [])));
    const [served, ...inside] = valuesOf("href");
    expect(new URL(served ?? "", "http://localhost").pathname).toBe("/api%20v1/openapi.json");
    const ids = valuesOf("id");
    expect(inside.length).toBeGreaterThan(7);
    expect(ids).toEqual(expect.arrayContaining(inside.map((href) => decodeURIComponent(href.slice(1)))));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("loads and runs nothing: its policy allows its own style alone", async () => {
    const { response, document } = await loaded();
    const [element] = elementsOf(document).filter(({ tagName }) => tagName === "style");
    expect(element && textOf(element)).toBe(style);
    const digest = createHash("sha256").update(style).digest("base64");
    expect(styleHash).toBe(digest);
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });
});

describe("mistakes", () => {
  const messages = async (docs: unknown) => (await diagnose(description(docs))).map(({ message }) => message);

  test.each([
    ["a path alone", "/docs"],
    ["no path", {}],
    ["another member", { page: "/docs", pages: "/docs" }],
    ["the same path twice", { page: "/docs", description: "/docs" }],
  ])("%s", async (_, docs) => {
    expect(await messages(docs)).toEqual([expect.stringMatching(/^x-flow-docs must be a mapping/)]);
  });

  test.each(["docs", "/", "/docs/", "/{id}", "/a/**", "/a b", 'https://example.com"', 7, null])(
    "%j as a path",
    async (page) => {
      expect(await messages({ page })).toEqual([expect.stringMatching(/^page must be a path such as/)]);
    },
  );

  test("a path that flows answer", async () => {
    expect(await messages({ page: "/orders" })).toEqual(["This path matches the same requests as /orders."]);
  });
});
