/** A flow is edited, broken and repaired while clients ask for it and the page is open. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { describing } from "../commands/app.js";
import { needing } from "../support/needs.js";
import { freshBuild } from "../tools/fresh-build.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { Clients } from "./support/clients.js";
import { DevServer } from "./support/dev-server.js";

const saying = (text: string): string => `<flow>
  <eval out="$said">"${text}"</eval>
  <template>{ "said": {{ $said }} }</template>
</flow>`;

const broken = saying("two").replace('"two"', 'concatt("two"');

describe("a flow that clients ask for all the while", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    await freshBuild();
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("is edited, broken and repaired, and the page follows", async () => {
    const server = await DevServer.start({
      files: { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": saying("one") },
      args: ["--quiet"],
    });
    const { page, complaints, close } = await browser.open(`${server.page}/#/requests`);
    onTestFinished(close);
    const clients = new Clients(`${server.app}/api/a`, 4);
    const answered = (said: string): number => clients.answers.get(`{"said":"${said}"}`) ?? 0;
    const newest = async (): Promise<number> =>
      Number(await page.getByRole("row").nth(1).getByRole("gridcell").first().innerText());
    const listGrows = async (): Promise<void> => {
      const before = await newest();
      await expect.poll(newest).toBeGreaterThan(before + 10);
    };
    await page.getByRole("row").nth(1).waitFor();
    await listGrows();

    await server.change("a.xml", saying("two"));
    await page.getByText("build 2 in").waitFor();
    await expect.poll(() => answered("two")).toBeGreaterThan(10);
    await listGrows();

    const reader = await browser.open(`${server.app}/api/a`);
    onTestFinished(reader.close);
    await reader.page.getByText('{"said":"two"}').waitFor();

    await server.change("a.xml", broken);
    const isBroken = page.getByRole("link", { name: "build 3 is broken: 1 error" });
    await isBroken.click();
    expect(await page.locator(".finding pre").innerText()).toMatch(
      /2 \| {3}<eval out="\$said">concatt\("two"/,
    );
    await page.goBack();
    await page.getByText("build 2 answers").waitFor();
    expect((await reader.page.reload())?.status()).toBe(500);
    const shown = await reader.page.locator("body").innerText();
    expect(shown).toContain("a.xml:2:");
    expect(shown).toContain('concatt("two"');
    const before = answered("two");
    await expect.poll(() => answered("two")).toBeGreaterThan(before + 10);
    await listGrows();

    await server.change("a.xml", saying("three"));
    await isBroken.waitFor({ state: "detached" });
    await page.getByText("build 4 in").waitFor();
    // The overlay looks for itself whether there is another build.
    await reader.page.getByText('{"said":"three"}').waitFor();
    await expect.poll(() => answered("three")).toBeGreaterThan(10);
    await listGrows();

    await clients.stop();
    expect(clients.failures).toEqual([]);
    expect([...clients.answers.keys()]).toEqual(["one", "two", "three"].map((said) => `{"said":"${said}"}`));
    expect(clients.connections).toBe(4);
    expect(complaints).toEqual([]);
  });
});
