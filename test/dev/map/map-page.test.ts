/** The map in the page of `flowc dev`, as a browser shows it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describing } from "../../commands/app.js";
import { needing } from "../../support/needs.js";
import { browserNeed, launchBrowser, phone, type TestBrowser, takeScreenshot } from "../support/browser.js";
import { DevServer } from "../support/dev-server.js";

describe("the map", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("shows what uses what, for the mouse and for the keyboard", async () => {
    const server = await DevServer.start({ fixture: "aggregator" });
    const { page, complaints, close } = await browser.open(`${server.page}/#/map`);
    const node = (label: string) => page.locator(`.node[aria-label^="${label}"]`);
    await node("flow users/card.xml").click();
    const panel = page.locator(".map-panel");
    await panel.getByText("shared/check-id.xml").waitFor();
    expect(await panel.locator("li").allInnerTexts()).toEqual([
      expect.stringContaining("GET /api/users/{id}/card"),
      expect.stringContaining("users/card.xsl"),
      expect.stringContaining("shared/check-id.xml"),
      expect.stringContaining("$USERS_API"),
    ]);
    await page
      .getByText("1 of 20 operations is a handler (5 %), proxies and mocks aside", { exact: true })
      .waitFor();
    expect(await node("handler users/debts.ts").count()).toBe(1);
    await takeScreenshot(page, "map-light");
    await node("flow users/card.xml").focus();
    await page.keyboard.press("ArrowLeft");
    expect(await panel.locator("h2").innerText()).toBe("GET /api/users/{id}/card");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await panel.locator("h2").innerText()).toBe("users/card.xsl");
    await page.keyboard.press("ArrowDown");
    expect(await panel.locator("h2").innerText()).toBe("shared/no-such-user.xml");
    await page.keyboard.press("ArrowDown");
    expect(await panel.locator("h2").innerText()).toBe("shared/check-id.xml");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "only shared/check-id.xml" }).waitFor();
    await expect.poll(() => node("operation GET /api/slow").count()).toBe(0);
    expect(await node("operation").count()).toBe(10);
    expect(complaints).toEqual([]);
    await close();
  });

  test("finds what one looks for, and tells it in words, too", async () => {
    const server = await DevServer.start({ fixture: "petstore" });
    const { page, complaints, close } = await browser.open(`${server.page}/#/map`, { scheme: "dark" });
    await page.locator(".node").first().waitFor();
    await takeScreenshot(page, "map-dark");
    await page.keyboard.press("/");
    await page.keyboard.type("find-pet");
    await page.locator(".map-search li", { hasText: "shared/find-pet.xml" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("#/map/subflow%3Ashared%2Ffind-pet.xml");
    await page.getByRole("button", { name: "As a table" }).click();
    const row = page.getByRole("row", { name: /^pet\/delete\.xml/ });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      "flow",
      "shared/find-pet.xml",
      "DELETE /v2/pet/{petId}",
    ]);
    await page.setViewportSize(phone);
    await takeScreenshot(page, "map-table-375");
    expect(complaints).toEqual([]);
    await close();
  });

  test("marks operations that fail now, and no longer once they answer", async () => {
    const failing = `<flow><error status="503" if="$request/get/fail">"no"</error><template>{ "a": 1 }</template></flow>`;
    const server = await DevServer.start({
      files: { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": failing },
    });
    const { page, complaints, close } = await browser.open(`${server.page}/#/map`, { viewport: phone });
    await page.locator(".node").first().waitFor();
    await fetch(`${server.app}/api/a?fail=1`);
    await page.locator('.node[aria-label*="fails now with 503"]').waitFor();
    await takeScreenshot(page, "map-375");
    await fetch(`${server.app}/api/a`);
    await expect.poll(() => page.locator('.node[aria-label*="fails now"]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("names of the app are never markup", async () => {
    const evil = "<img src=x onerror=alert(1)>";
    const server = await DevServer.start({
      files: {
        "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  ${JSON.stringify(`/${evil}`)}: { x-flow: a.xml }\n`,
        "a.xml": `<flow><request>{ "url": {{ concat($env/A, "&lt;script>alert(1)&lt;/script>") }} }</request></flow>`,
      },
    });
    const { page, complaints, close } = await browser.open(`${server.page}/#/map`);
    await page.locator(".node").first().click();
    await page.locator(".map-panel h2").waitFor();
    await page.getByRole("button", { name: "As a table" }).click();
    expect(await page.locator(".map-table").innerText()).toContain(evil);
    expect(await page.locator("#app img, #app script").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test("of many flows is folders, which are opened and searched", async () => {
    const names = Array.from({ length: 600 }, (_, index) => `area${index % 30}/f${index}`);
    const flow = `<flow><request>{ "url": {{ $env/A }} }</request></flow>`;
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing(Object.fromEntries(names.map((name) => [`/${name}`, `${name}.xml`]))),
        ...Object.fromEntries(names.map((name) => [`${name}.xml`, flow])),
      },
    });
    const { page, complaints, close } = await browser.open(`${server.page}/#/map`);
    const folder = page.locator('.node[data-id="folder:area0"]');
    await folder.focus();
    await page.keyboard.press("Enter");
    await page.locator('.node[data-id="flow:area0/f30.xml"]').waitFor();
    await takeScreenshot(page, "map-folders");
    await page.getByRole("button", { name: "Close area0/" }).click();
    await folder.waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("f599.xml");
    await page.locator(".map-search li", { hasText: "area29/f599.xml" }).last().getByRole("button").click();
    await page.locator('.node[data-id="flow:area29/f599.xml"]').waitFor();
    expect(await page.locator(".node").count()).toBe(3);
    expect(complaints).toEqual([]);
    await close();
  });
});
