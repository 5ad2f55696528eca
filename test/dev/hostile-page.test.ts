/** Texts that would be markup in every place where somebody else writes them, in every view of the page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { reply, upstream } from "../support/servers.js";
import { freshBuild } from "../tools/fresh-build.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

const away = "http://evil.example";
const script = "<script>alert(1)</script>";
const image = `<img src="${away}/i.png" onerror="alert(2)">`;
const svg = `"><svg onload="alert(3)"></svg>`;
const link = `<a href="javascript:alert(4)">x</a>`;
const style = `</style><style>@import "${away}/s.css";</style>`;
const picture = `![x](${away}/m.png)`;
const evil = `${script}${image}${svg}${link}${style}${picture}{{ 1 }}\${alert(5)}`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
/** As a string of a template, whose double braces would be expressions. */
const quoted = (text: string): string =>
  escaped(JSON.stringify(text.replaceAll("{{", "{ {"))).replaceAll("'", "&apos;");

/** A name that a file may have: only a slash may not be in it. */
const flowName = "<img src=x onerror=alert(6)>.xml";
const subFlowName = `"><svg onload=alert(7)>.xml`;

const files = {
  "openapi.yaml": `openapi: 3.0.3
info: { title: ${JSON.stringify(evil)}, version: ${JSON.stringify(script)}, description: ${JSON.stringify(evil)} }
paths:
  /named/{id}:
    get:
      summary: ${JSON.stringify(evil)}
      description: ${JSON.stringify(evil)}
      tags: [${JSON.stringify(script)}]
      parameters:
        - { name: id, in: path, required: true, description: ${JSON.stringify(evil)}, schema: { type: string } }
        - { name: ${JSON.stringify(image)}, in: query, schema: { type: string, default: ${JSON.stringify(evil)} } }
      x-flow: ${JSON.stringify(flowName)}
      responses: { "200": { description: ${JSON.stringify(evil)} } }
  /fails:
    get:
      x-flow: fails.xml
      responses: { "200": { description: ok } }
  /${script.replaceAll("/", "")}:
    get:
      x-flow: fails.xml
      responses: { "200": { description: ok } }
`,
  [flowName]: `<flow>
  <!-- ${script} -->
  <sub-flow src="${escaped(subFlowName)}"/>
  <request content="up">{ "url": {{ concat($env/UP, "/", "${encodeURIComponent(evil)}") }} }</request>
  <eval out="$query">$request/get/evil</eval>
  <eval out="$answer">content("up")/json/said</eval>
  <set-response-headers>{ "X-Evil": {{ $request/headers/x-evil }} }</set-response-headers>
  <template>{ "said": {{ $answer }}, ${quoted(image)}: {{ $query }} }</template>
</flow>`,
  [subFlowName]: `<flow>
  <template out="$own">{ ${quoted(script)}: ${quoted(evil)} }</template>
  <log>{ "message": ${quoted(evil)}, ${quoted(script)}: ${quoted(evil)} }</log>
</flow>`,
  "fails.xml": `<flow><error status="500">{ "message": ${quoted(evil)}, "info": [ ${quoted(evil)} ] }</error></flow>`,
};

/** Elements and attributes that the page itself never has. */
const injected = [
  "img",
  "main script, header script, nav script",
  "svg[onload], [onerror]",
  'a[href^="javascript"]',
  `[src*="evil"], [href*="evil.example"]`,
].join(", ");

describe("hostile texts", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    await freshBuild();
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  async function opened(): Promise<{
    server: DevServer;
    page: Page;
    look: (text?: string) => Promise<void>;
  }> {
    const up = await upstream((_, response) =>
      reply(response, 200, { said: evil, [script]: evil }, { "x-said": evil }),
    );
    onTestFinished(up.stop);
    const server = await DevServer.start({ files, args: ["--upstream", `UP=${up.url}`] });
    const query = `evil=${encodeURIComponent(evil)}&${encodeURIComponent(evil)}`;
    for (const path of [`/named/${encodeURIComponent(evil)}?${query}`, "/fails", "/named/2?evil=two"])
      await fetch(server.app + path, { headers: { "x-evil": evil } });
    const { page, complaints, close } = await browser.open(`${server.page}/#/requests`);
    onTestFinished(async () => {
      await close();
      expect(complaints).toEqual([]);
    });
    /** Waits for a text to be there as text, and sees to it that nothing came of it. */
    const look = async (text?: string): Promise<void> => {
      if (text !== undefined)
        await expect.poll(() => page.locator("#app").textContent(), { timeout: 10_000 }).toContain(text);
      expect(await page.locator(injected).count()).toBe(0);
    };
    return { server, page, look };
  }

  const goTo = (server: DevServer, page: Page, view: string) => page.goto(`${server.page}/#/${view}`);

  test("of requests, flows, upstream systems and logs stay texts in a request and beside another one", async () => {
    const { server, page, look } = await opened();
    await look(flowName);
    await look(script);
    await goTo(server, page, "requests/1");
    await page.getByRole("option").first().waitFor();
    for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "End"]) {
      await page.keyboard.press(key);
      await look();
    }
    await page.keyboard.press("Home");
    await look(subFlowName);
    await page.getByRole("tab", { name: "Upstream" }).click();
    await look("x-said");
    await page.getByRole("tab", { name: "Request and answer" }).click();
    await look(evil);
    await page.getByRole("tab", { name: "Log" }).click();
    await look(script);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await look();
    }
    await goTo(server, page, "requests/2");
    await page.getByRole("region", { name: "Errors" }).waitFor();
    await look(image);
  });

  test("of a description and of flows stay texts in the map, in operations to try and in findings", async () => {
    const { server, page, look } = await opened();
    await goTo(server, page, "map");
    const node = page.locator(".node").filter({ hasText: "<img src=x" }).first();
    await node.click();
    await page.locator(".map-panel").getByText(subFlowName).waitFor();
    await look(flowName);
    await page.getByRole("button", { name: "As a table" }).click();
    await look(flowName);
    await page.keyboard.press("/");
    await page.keyboard.type("<img");
    await look();

    await goTo(server, page, "try");
    const frame = page.frameLocator("iframe");
    await frame.locator(".opblock-summary").first().waitFor();
    for (const summary of await frame.locator(".opblock-summary-control").all()) await summary.click();
    await frame.locator(".opblock-description, .parameters").first().waitFor();
    expect(await frame.locator(".info").textContent()).toContain("alert(5)");
    expect(
      await frame.locator(`img[src*="evil"], svg[onload], [onerror], a[href^="javascript"]`).count(),
    ).toBe(0);

    await server.change(
      subFlowName,
      `<flow>\n  <eval out="$x">nosuch('${escaped(evil)}')</eval>\n  <b${"x".repeat(5)}/>\n</flow>`,
    );
    await goTo(server, page, "findings");
    await page.getByRole("region", { name: subFlowName }).waitFor();
    await look(subFlowName);
  });

  test("of an archive stay texts", async () => {
    const { page, look } = await opened();
    const fields = [{ name: "x-evil", value: evil }];
    const content = { size: 1, mimeType: evil, text: evil };
    const entry = {
      startedDateTime: "2026-11-22T10:00:00.000Z",
      time: 1,
      request: {
        method: "POST",
        url: `http://har.example/${evil}?${evil}`,
        httpVersion: evil,
        headers: fields,
        queryString: [],
        cookies: [],
        headersSize: -1,
        bodySize: 1,
        postData: { mimeType: evil, text: evil },
      },
      response: {
        status: 500,
        statusText: evil,
        httpVersion: evil,
        headers: fields,
        cookies: [],
        content,
        redirectURL: `javascript:alert(8)`,
        headersSize: -1,
        bodySize: 1,
      },
      cache: {},
      timings: { send: 0, wait: 1, receive: 0 },
      comment: evil,
    };
    const path = join(scratchDirectory("hostile-har"), "evil.har");
    writeFileSync(
      path,
      JSON.stringify({ log: { version: "1.2", creator: { name: evil, version: evil }, entries: [entry] } }),
    );
    await page.getByLabel("Import HAR").setInputFiles(path);
    await page.getByText("1 request imported.").waitFor();
    await page.getByRole("row").filter({ hasText: "imported" }).getByRole("link").click();
    await page.getByRole("tab", { name: "Request and answer" }).click();
    await look(evil);
    await page.getByRole("button", { name: "As curl" }).click();
    await page.getByRole("dialog").waitFor();
    await look();
  });
});
