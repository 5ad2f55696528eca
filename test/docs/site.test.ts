/** docs/ as a site: `npm run docs:site`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NavigationGroup, navigation, siteName } from "../../docs/.vitepress/navigation.js";
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
import { flowc, listFiles, repository } from "../support/project.js";
import type { RunningServer } from "../support/servers.js";
import { brokenLinks, buildSite, foreignSources, serveSite } from "./support/site.js";

const docs = join(repository, "docs");
const pages = listFiles(docs).filter((path) => path.endsWith(".md") && !path.startsWith("."));

let site: string;
beforeAll(async () => {
  site = await buildSite();
}, 300_000);

describe("the navigation", () => {
  const address = (page: string) => `/${siteName(page).replace(/(index)?\.md$/, "")}`;
  const sections = Object.entries(navigation(docs));
  const linksOf = (groups: readonly NavigationGroup[]) =>
    groups.flatMap(({ items }) => items.map(({ link }) => link));

  test("leads to every page", () => {
    const links = sections.flatMap(([, groups]) => linksOf(groups));
    expect([...new Set(links)].sort()).toEqual(pages.map(address).sort());
  });

  test.each(sections)("names no page twice in %s", (_start, groups) => {
    const links = linksOf(groups);
    expect(links.filter((link, index) => links.indexOf(link) !== index)).toEqual([]);
  });

  test("is on every page", () => {
    for (const page of pages) {
      const html = readFileSync(join(site, siteName(page).replace(/\.md$/, ".html")), "utf8");
      const [, groups = []] = sections.find(([start]) => address(page).startsWith(start)) ?? [];
      for (const link of linksOf(groups))
        expect(html).toContain(`href="${link.replace(/[^/]$/, "$&.html")}"`);
    }
  });
});

test("every command of the command line has a page", async () => {
  const { stdout } = await flowc("--help");
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  expect(commands).toContain("build");
  for (const name of commands.filter((name) => name !== "help"))
    expect(pages).toContain(`commands/${name}.md`);
});

describe("the built pages", () => {
  test("have no broken links", () => expect(brokenLinks(site)).toEqual([]));

  test("load nothing from other origins", () => expect(foreignSources(site)).toEqual([]));
});

test("llms.txt lists every page, which is there as Markdown", () => {
  const text = readFileSync(join(site, "llms.txt"), "utf8");
  const listed = [...text.matchAll(/^- \[.+\]\((.+)\)$/gm)].map(([, path = ""]) => path);
  expect(listed.sort()).toEqual(pages.map(siteName).sort());
  for (const page of pages)
    expect(readFileSync(join(site, siteName(page)), "utf8")).toBe(readFileSync(join(docs, page), "utf8"));
});

describe("in a browser", needing(browserNeed), () => {
  let server: RunningServer;
  let browser: TestBrowser;
  beforeAll(async () => {
    server = await serveSite(site);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  test("a search finds the page of a word, and leads there", async () => {
    const { page, complaints, close } = await browser.open(server.url);
    await search(page, "concurrency of processes", "workers");
    expect(complaints).toEqual([]);
    await close();
  });

  const shown = ["", "language.html", "diagnostics.html", "commands/check.html", "performance.html"];
  const looks = [
    { scheme: "light", viewport: phone, width: phone.width },
    { scheme: "dark", viewport: desktop, width: desktop.width },
  ] as const;
  test.each(looks)("everybody can read pages: $scheme, $width px", async ({ scheme, viewport }) => {
    for (const path of shown) {
      const { page, complaints, close } = await browser.open(`${server.url}/${path}`, { scheme, viewport });
      await page.waitForSelector("main h1");
      await takeScreenshot(page, `site-${path.replaceAll(/\W/g, "-")}-${scheme}-${viewport.width}`);
      expect(await violationsOf(page), path).toEqual([]);
      expect(await isTooWide(page), path).toBe(false);
      expect(complaints, path).toEqual([]);
      await close();
    }
  });
});

async function search(page: Page, words: string, found: string): Promise<void> {
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill(words);
  const result = page.locator(`#localsearch-list a[href*="${found}"]`).first();
  await result.click();
  await page.waitForURL(`**/${found}.html*`);
}
