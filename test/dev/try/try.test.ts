/** "Try it": operations of the API description, answered by the running app. */
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestSummary } from "../../../bin/commands/dev/api.js";
import { describing } from "../../commands/app.js";
import { needing } from "../../support/needs.js";
import { browserNeed, launchBrowser, phone, type TestBrowser, takeScreenshot } from "../support/browser.js";
import { DevServer } from "../support/dev-server.js";

describe("the description", () => {
  test("has no extensions, and its server is the way to the app", async () => {
    const server = await DevServer.start({
      files: {
        "openapi.yaml": `openapi: 3.0.3
info: { title: T, version: "1", x-secret: a }
servers: [{ url: "https://elsewhere.example/v1" }]
paths:
  x-flow: a.xml
  /a:
    servers: [{ url: "https://elsewhere.example" }]
    get:
      x-flow: a.xml
      servers: [{ url: "https://elsewhere.example" }]
      responses:
        "200":
          description: ok
          headers: { x-rate: { schema: { type: integer } } }
          content:
            application/json:
              schema: { $ref: "schemas/a.yaml#/A" }
              example: { x-kept: 1 }
`,
        "schemas/a.yaml": `A: { type: object, x-dropped: 1, properties: { x-name: { type: string } } }\n`,
        "a.xml": `<flow><template>{ "x-name": "a" }</template></flow>`,
      },
    });
    expect(await server.api("/openapi.json")).toEqual({
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      servers: [{ url: "/try/app/v1" }],
      paths: {
        "/a": {
          get: {
            responses: {
              "200": {
                description: "ok",
                headers: { "x-rate": { schema: { type: "integer" } } },
                content: {
                  "application/json": {
                    schema: { $ref: "#/components/schemas/A" },
                    example: { "x-kept": 1 },
                  },
                },
              },
            },
          },
        },
      },
      components: { schemas: { A: { type: "object", properties: { "x-name": { type: "string" } } } } },
    });
  });
});

const echo = {
  "swagger.yaml": describing({ "/echo": "echo.xml", "/away": "away.xml", "/down": "down.xml" }),
  "echo.xml": `<flow>
  <set-response-headers>{ "Clear-Site-Data": "*", "X-Kept": "yes" }</set-response-headers>
  <template>{ "method": {{ $request/method }}, "query": {{ $request/query }}, "body": {{ $body }},
    "origin": {{ $request/headers/origin }}, "mark": {{ $request/headers/x-flowc }},
    "cookie": {{ $request/headers/cookie }}, "sent": {{ $request/headers/x-flowc-sent }} }</template>
</flow>`,
  "away.xml": `<flow><set-response-headers>{ "Location": "/api/echo?moved" }</set-response-headers><set-status code="303"/></flow>`,
  "down.xml": `<flow><request>{ "url": {{ $env/UP }} }</request></flow>`,
};

describe("the way to the app", () => {
  test("passes requests and answers on, but for what belongs to the page", async () => {
    const server = await DevServer.start({ files: echo });
    const response = await fetch(`${server.page}/try/app/api/echo?a=%2Fb`, {
      method: "POST",
      headers: { "x-flowc": "1", "content-type": "text/plain", cookie: "flowc-1=secret; own=1" },
      body: "hello",
    });
    expect(await response.json()).toEqual({
      method: "POST",
      query: "a=%2Fb",
      body: "hello",
      origin: null,
      mark: null,
      cookie: "own=1",
      sent: null,
    });
    expect(response.headers.get("x-kept")).toBe("yes");
    expect(response.headers.get("clear-site-data")).toBeNull();
    const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
    expect(requests).toMatchObject([{ method: "POST", target: "/api/echo?a=%2Fb", status: 200 }]);
    expect(response.headers.get("x-flowc-request")).toBe(String(requests[0]?.key));
  });

  test("is followed by redirects to the app", async () => {
    const server = await DevServer.start({ files: echo });
    const asked = (redirect: RequestRedirect) =>
      fetch(`${server.page}/try/app/api/away`, { headers: { "x-flowc": "1" }, redirect });
    expect((await asked("manual")).headers.get("location")).toBe("/try/app/api/echo?moved");
    expect(await (await asked("follow")).json()).toMatchObject({ query: "moved" });
  });

  test("is closed to documents, and to other pages", async () => {
    const server = await DevServer.start({ files: echo });
    const url = `${server.page}/try/app/api/echo`;
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { headers: { "x-flowc": "1", origin: "https://evil.example" } })).status).toBe(
      403,
    );
    expect((await fetch(`${server.page}/try/app`, { headers: { "x-flowc": "1" } })).status).toBe(404);
  });

  test("leads nowhere but to the app", async () => {
    const asked: IncomingMessage[] = [];
    const other = createServer((request, response) => {
      asked.push(request);
      response.end();
    });
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? address?.port : 0;
    const server = await DevServer.start({ files: echo });
    for (const path of [
      `//127.0.0.1:${port}/`,
      `/http://127.0.0.1:${port}/`,
      `/@127.0.0.1:${port}/`,
      `/%2F%2F127.0.0.1:${port}`,
    ])
      await fetch(`${server.page}/try/app${path}`, { headers: { "x-flowc": "1" } });
    other.close();
    expect(asked).toEqual([]);
  });
});

describe("in a browser", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("a form is filled, sent and answered by the app, which shows the request", async () => {
    const server = await DevServer.start({ fixture: "petstore" });
    const { page, complaints, close } = await browser.open(`${server.page}/#/try`);
    const frame = page.frameLocator("iframe");
    const operation = frame.locator("#operations-pet-getPetById");
    await operation.locator(".opblock-summary").click();
    await operation.locator("tr[data-param-name=petId] input").fill("2");
    await operation.getByRole("button", { name: "Execute" }).click();
    await operation.locator(".live-responses-table .response-col_status").first().waitFor();
    expect(await operation.locator(".live-responses-table").innerText()).toContain('"id": 2');
    await takeScreenshot(page, "try-light");
    const adding = frame.locator("#operations-pet-addPet");
    await adding.locator(".opblock-summary").click();
    await adding.locator("textarea").first().fill('{ "name": "Rex", "photoUrls": [] }');
    await adding.getByRole("button", { name: "Execute" }).click();
    await adding.locator(".live-responses-table .response-col_status").first().waitFor();
    expect(await adding.locator(".live-responses-table").innerText()).toContain('"Rex"');
    const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
    expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      "GET /v2/pet/2",
      "POST /v2/pet",
    ]);
    await page.getByRole("link", { name: "See what it did" }).click();
    await expect.poll(() => page.url()).toContain(`#/requests/${requests[1]?.key}`);
    expect(complaints).toEqual([]);
    await close();
  });

  test("is dark where the page is, and fits a phone", async () => {
    const server = await DevServer.start({ fixture: "petstore" });
    const { page, complaints, close } = await browser.open(`${server.page}/#/try`, {
      scheme: "dark",
      viewport: phone,
    });
    await page.frameLocator("iframe").locator(".opblock-summary").first().waitFor();
    expect(await page.frameLocator("iframe").locator("html.dark-mode").count()).toBe(1);
    await takeScreenshot(page, "try-dark-375");
    expect(complaints).toEqual([]);
    await close();
  });
});
