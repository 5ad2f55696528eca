/** A request and an answer of 10 MB do not make the page wait. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { describing } from "../commands/app.js";
import { needing } from "../support/needs.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

describe("a request and an answer of 10 MB", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("are opened, and each click is followed at once", async () => {
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing({ "/echo": "echo.xml" }),
        "echo.xml": `<flow>\n  <eval out="$body">$body</eval>\n  <copy in="fit://request/request/body"/>\n</flow>`,
      },
    });
    const item = { name: "x".repeat(80) };
    const body = JSON.stringify(Array.from({ length: 110_000 }, () => item));
    expect(body.length).toBeGreaterThan(10_000_000);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${server.app}/api/echo`, { method: "POST", headers, body });
    expect((await response.text()).length).toBe(body.length);

    const { page, complaints, close } = await browser.open(`${server.page}/#/requests`);
    onTestFinished(close);
    await page.getByRole("link", { name: "/api/echo" }).click();
    await page.getByRole("option").first().waitFor();
    for (const name of ["Request and answer", "Upstream", "Log", "State", "Request and answer"]) {
      const tab = page.getByRole("tab", { name });
      const begun = performance.now();
      await tab.click();
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
      // Half a second is too long for people; the machine that runs this may be busy.
      expect(performance.now() - begun, name).toBeLessThan(3000);
    }
    expect(await page.locator("main").textContent()).toContain("xxxxxxxxxx");
    expect(complaints).toEqual([]);
  });
});
