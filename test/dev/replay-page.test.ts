/** The log of a built app, opened in a browser with `flowc dev --trace`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { appOf, describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { flowc } from "../support/project.js";
import { served } from "../support/served.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { replaying } from "./support/replaying.js";

describe("the log of a built app", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("is opened as requests, with the flow and what it set", async () => {
    const directory = appOf("replay-page", {
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": `<flow>\n  <eval out="$n">$request/get/n</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n`,
    });
    const out = scratchDirectory("replay-page-app");
    expect(await flowc("build", directory, "-o", out)).toMatchObject({ code: 0 });
    const app = await served(out, { FLOW_DEBUG: "::trace" });
    await (await app.get("/api/a?n=1")).text();
    await expect.poll(() => app.log()).toContain("/api/a?n=1");
    await app.stop();
    const file = join(scratchDirectory("replay-page-log"), "app.log");
    writeFileSync(file, app.log());

    const { page, complaints, close } = await browser.open(`${(await replaying(directory, file)).page}/`);
    onTestFinished(close);
    await page.getByRole("link", { name: "/api/a?n=1" }).click();
    const line = page.getByLabel("Flow a.xml").locator('[data-line="2"]');
    await line.waitFor();
    expect(await line.textContent()).toContain('<eval out="$n">');
    const state = page.locator(".state-panel");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("End");
    await expect.poll(() => state.textContent()).toContain('$n"1"string');
    // Of the end of the request, only the file is known.
    expect(await page.getByRole("heading", { name: /^time/ }).textContent()).toMatch(/a\.xml *at/);
    await page.getByRole("tab", { name: "Request and answer" }).click();
    await page.getByText("application/json").first().waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);
});
