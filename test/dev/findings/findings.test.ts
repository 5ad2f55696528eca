/** The findings in the page of `flowc dev`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describing } from "../../commands/app.js";
import { needing } from "../../support/needs.js";
import { browserNeed, launchBrowser, phone, type TestBrowser, takeScreenshot } from "../support/browser.js";
import { DevServer } from "../support/dev-server.js";

describe("findings", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("are shown by file with their code, explained, and gone once they are mended", async () => {
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing({ "/a": "a.xml", "/b": "b.xml" }),
        "a.xml": `<flow>\n  <eval out="$a">concatt('<script>alert(1)<' )</eval>\n</flow>`.replaceAll(
          "'<",
          "'&lt;",
        ),
        "b.xml": `<flow>\n  <eval out="$b">nosuch(1)</eval>\n  <template>{ "b": {{ $b }} }</template>\n</flow>`,
      },
    });
    const { page, complaints, close } = await browser.open(`${server.page}/#/findings`);
    const file = (name: string) => page.getByRole("region", { name });
    await file("a.xml").waitFor();
    expect(await file("b.xml").locator("pre").innerText()).toContain("2 |   <eval");
    await file("b.xml").getByRole("button", { name: "Explain FLOW2003" }).click();
    await page.getByText("FLOW2003: error, in FLOW20: XPath").waitFor();
    await takeScreenshot(page, "findings-light");
    await server.change("b.xml", `<flow><template>{ "b": 1 }</template></flow>`);
    await expect.poll(() => file("b.xml").count()).toBe(0);
    expect(await file("a.xml").count()).toBe(1);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(phone);
    await takeScreenshot(page, "findings-dark-375");
    await server.change("a.xml", `<flow><template>{ "a": 1 }</template></flow>`);
    await page.getByText("Nothing was found").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
