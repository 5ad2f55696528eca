/** The list of requests in the page of `flowc dev`, and what is done from it, in a browser. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { freshBuild } from "../tools/fresh-build.js";
import { violationsOf } from "./support/accessibility.js";
import {
  browserNeed,
  launchBrowser,
  type OpenOptions,
  phone,
  type Scheme,
  type TestBrowser,
  takeScreenshot,
} from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

const hostile = "<img src=x onerror=alert(1)>";

const app = {
  "swagger.yaml": describing({
    "/a": "a.xml",
    "/named": '"<img src=x onerror=alert(1)>.xml"',
    "/fails": "fails.xml",
    "/echo": "echo.xml",
  }),
  "a.xml":
    '<flow><eval out="$x">$request/get/x</eval><template>{ "x": {{ $x }}, "same": 1 }</template></flow>',
  [`${hostile}.xml`]: '<flow><template>{ "said": "two" }</template></flow>',
  "fails.xml": `<flow><error status="503">{ "message": "${hostile.replaceAll("<", "&lt;")} is down" }</error></flow>`,
  "echo.xml":
    '<flow><template>{ "method": {{ $request/method }}, "x": {{ $request/headers/x }} }</template></flow>',
};

const paths = ["/api/a?x=1", "/api/named", "/api/fails", "/api/a?x=<script>alert(1)</script>"];

interface Opened {
  readonly server: DevServer;
  readonly page: Page;
}

describe("the page of flowc dev", needing(browserNeed), () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    await freshBuild();
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** A session that has answered some requests, and its page, which must have nothing to complain of in the end. */
  async function opened(options: OpenOptions = {}, hash = ""): Promise<Opened> {
    const server = await DevServer.start({ files: app });
    for (const path of paths)
      await server.api("/send", "POST", {
        method: "GET",
        target: encodeURI(path),
        fields: [["x-hostile", hostile]],
      });
    const { page, complaints, close } = await browser.open(`${server.page}/${hash}`, options);
    onTestFinished(async () => {
      await close();
      expect(complaints).toEqual([]);
    });
    await page.getByRole("navigation").waitFor();
    return { server, page };
  }

  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

  test("lists requests, the newest first, and new ones as they come", async () => {
    const { server, page } = await opened();
    await expect.poll(() => page.getByRole("row").count()).toBe(1 + paths.length);
    expect(await page.getByRole("row").nth(1).innerText()).toContain("/api/a?x=%3Cscript%3E");
    await fetch(`${server.app}/api/a?x=new`);
    await row(page, "x=new").waitFor();
    expect(await row(page, "/api/fails").innerText()).toMatch(/✕ 503/);
  });

  test("shows hostile texts as texts", async () => {
    const { server, page } = await opened();
    await fetch(`${server.app}/api/a?<script>alert(1)</script>`);
    await expect.poll(() => page.getByRole("grid").innerText()).toContain(`${hostile}.xml`);
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    for (const hash of ["#/requests/2", "#/requests/3", `#/${hostile}`, `#/requests/${hostile}`]) {
      await page.goto(`${server.page}/${hash}`);
      await page.waitForTimeout(200);
      expect(await page.locator("main img, main script, main b").count()).toBe(0);
    }
  });

  test("filters and searches", async () => {
    const { page } = await opened();
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByText("1 of 4").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("searchbox").fill(`${hostile}.xml`);
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("script");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("searchbox").fill("nothing has this");
    await page.getByText("No request passes the filter.").waitFor();
  });

  test("is used by keys", async () => {
    const { page } = await opened();
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.locator('[aria-selected="true"]').innerText()).toContain("/api/fails");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/requests\/3$/);
  });

  test("replays a request as it was, edited, and as a command", async () => {
    const { server, page } = await opened();
    await row(page, "/api/named").click();
    await page.keyboard.press("r");
    await expect.poll(() => page.url()).toMatch(/#\/requests\/5$/);
    await page.goBack();
    await page.getByRole("button", { name: "Edit…" }).click();
    // The list behind has a choice of that name too, which is found until the dialog is open.
    await page.getByRole("textbox", { name: "Method" }).fill("POST");
    await page.getByLabel("Target").fill("/api/echo");
    await page.getByLabel("Header fields, one a line").fill("x: edited");
    await page.getByLabel("Body").fill("{}");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => page.url()).toMatch(/#\/requests\/6$/);
    expect(await server.api("/requests/6")).toMatchObject({
      request: { method: "POST", target: "/api/echo" },
      response: { status: 200 },
    });
    await page.goBack();
    await row(page, "/api/named").first().click();
    await page.keyboard.press("u");
    expect(await page.getByLabel("Command", { exact: true }).inputValue()).toContain(
      `-H 'x-hostile: ${hostile}'`,
    );
  });

  test("says why a request cannot be sent as it was, and lets it be edited", async () => {
    const { server, page } = await opened();
    await fetch(`${server.app}/api/a?x=secret`, { headers: { authorization: "Bearer abcdefgh" } });
    await row(page, "x=secret").click();
    await page.keyboard.press("r");
    await page.getByText("A secret in its header field authorization was masked.").waitFor();
    expect(await page.locator("#app").innerHTML()).not.toContain("abcdefgh");
    await page.getByLabel("Target").fill("no path");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("alert").getByText("The target has to begin with a slash").waitFor();
  });

  test("keeps some requests when all are cleared", async () => {
    const { page } = await opened();
    await row(page, "/api/named").click();
    await page.keyboard.press("k");
    await row(page, "/api/named").getByText("kept").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
  });

  test("reads a HAR", async () => {
    const { page } = await opened();
    const path = join(scratchDirectory("har"), "two.har");
    const entries = ["/one", "/two"].map((url) => ({ request: { method: "GET", url } }));
    writeFileSync(path, JSON.stringify({ log: { entries } }));
    await page.getByLabel("Import HAR").setInputFiles(path);
    await page.getByText("2 requests imported.").waitFor();
    await expect.poll(() => page.getByText("imported", { exact: true }).count()).toBe(2);
    writeFileSync(path, "<html>");
    await page.getByLabel("Import HAR").setInputFiles(path);
    await page.getByText("This file is no HAR: it is not JSON.").waitFor();
  });

  const views = ["requests", "requests/1", "requests/3", "map", "try", "findings"];

  test.each(["light", "dark"] satisfies Scheme[])("can be used by everybody: %s", async (scheme) => {
    const { server, page } = await opened({ scheme });
    for (const view of views) {
      await page.goto(`${server.page}/#/${view}`);
      await page.waitForTimeout(500);
      await takeScreenshot(page, `${view.replaceAll("/", "-")}-${scheme}`);
      expect(await violationsOf(page), view).toEqual([]);
    }
    await page.goto(`${server.page}/#/requests`);
    await row(page, "/api/fails").click();
    await page.keyboard.press("e");
    await page.getByRole("dialog").waitFor();
    await takeScreenshot(page, `edit-${scheme}`);
    expect(await violationsOf(page)).toEqual([]);
  });

  test("fits on a phone", async () => {
    const { server, page } = await opened({ viewport: phone });
    for (const view of views) {
      await page.goto(`${server.page}/#/${view}`);
      await page.waitForTimeout(500);
      await takeScreenshot(page, `${view.replaceAll("/", "-")}-phone`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(phone.width);
    }
  });
});
