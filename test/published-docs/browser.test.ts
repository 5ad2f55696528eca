/** The page about an API that `x-flow-docs` asks for, as a browser shows it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isTooWide, violationsOf } from "../dev/support/accessibility.js";
import {
  browserNeed,
  desktop,
  launchBrowser,
  phone,
  type TestBrowser,
  takeScreenshot,
} from "../dev/support/browser.js";
import { needing } from "../support/needs.js";
import { fixture, readTree } from "../support/project.js";
import { served } from "../support/served.js";

const docs = "x-flow-docs: { description: /openapi.json, page: /docs }\n";
const long = "averyveryverylongnamewithoutanyplacetobreakit".repeat(4);

/** Names that no line can hold, of everything that has one. */
const wide = JSON.stringify({
  openapi: "3.1.0",
  info: { title: `Wide ${long}`, version: long, description: long },
  "x-flow-docs": { description: "/openapi.json", page: "/docs" },
  paths: {
    [`/${long}/{${long}}`]: {
      get: {
        "x-flow": "a.xml",
        summary: long,
        description: long,
        parameters: [
          {
            name: long,
            in: "path",
            required: true,
            description: long,
            schema: { type: "string", enum: [long] },
          },
        ],
        responses: {
          200: {
            description: long,
            content: { [`application/${long}`]: { schema: { $ref: `#/components/schemas/${long}` } } },
          },
        },
      },
    },
  },
  components: { schemas: { [long]: { type: "string", description: long, example: long } } },
});

describe("the page about an API", needing(browserNeed), () => {
  let petstore: string;
  let widest: string;
  let browser: TestBrowser;

  beforeAll(async () => {
    const description = readFileSync(join(fixture("petstore"), "swagger.yaml"), "utf8");
    const own = { "swagger.yaml": docs + description };
    petstore = `${(await served({ ...readTree(fixture("petstore")), ...own })).url}/v2/docs`;
    const flow = { "a.xml": "<flow><template>{}</template></flow>" };
    widest = `${(await served({ "openapi.json": wide, ...flow })).url}/docs`;
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  const looks = (["light", "dark"] as const).flatMap((scheme) =>
    [phone, desktop].map((viewport) => ({ scheme, viewport, width: viewport.width })),
  );
  test.each(looks)("can be read by everybody: $scheme, $width px", async ({ scheme, viewport, width }) => {
    for (const url of [petstore, widest]) {
      const { page, complaints, close } = await browser.open(url, { scheme, viewport });
      await page.waitForSelector("main h3");
      await takeScreenshot(page, `api-docs-${url === widest ? "wide" : "petstore"}-${scheme}-${width}`);
      expect(await violationsOf(page), url).toEqual([]);
      expect(await isTooWide(page), url).toBe(false);
      expect(complaints, url).toEqual([]);
      await close();
    }
  });

  test("leads by keys from an operation to its schema, and to the description", async () => {
    const { page, complaints, close } = await browser.open(petstore, { viewport: phone });
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("OpenAPI description");
    const seen = [await focused(page)];
    while (seen.at(-1) !== "Problem" && seen.length < 200) {
      await page.keyboard.press("Tab");
      seen.push(await focused(page));
    }
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#schema-Problem");
    await expect.poll(() => page.locator("#schema-Problem").isVisible()).toBe(true);
    expect(
      await page.locator("#schema-Problem").evaluate((heading) => heading.getBoundingClientRect().top),
    ).toBeLessThan(phone.height);
    await page.getByRole("link", { name: "OpenAPI description" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/v2/openapi.json");
    expect(JSON.parse(await page.innerText("body"))).toMatchObject({ openapi: "3.1.1" });
    expect(complaints).toEqual([]);
    await close();
  });
});

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.textContent") as Promise<string>;
