/** A request that is saved as a test in the page passes under `flowc test`, without the upstream systems. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { aggregatorUpstreams } from "../support/aggregator-upstreams.js";
import { needing } from "../support/needs.js";
import { flowc } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

describe("Save as test", needing(browserNeed), () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    await freshBuild();
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("writes a test that passes when upstream is gone, and fails when the flow has changed", async () => {
    const upstreams = await aggregatorUpstreams();
    const server = await DevServer.start({ fixture: "aggregator", env: { ...upstreams.env } });
    rmSync(join(server.directory, "tests"), { recursive: true });
    const { page, complaints, close } = await browser.open(`${server.page}/#/requests`);
    onTestFinished(close);
    await fetch(`${server.app}/api/users/1/dashboard`);
    await page.getByRole("link", { name: "/api/users/1/dashboard" }).click();
    await page.getByRole("button", { name: "Save as test" }).click();
    const heading = page.getByRole("dialog").getByRole("heading", { name: /^Saved as / });
    const path = (await heading.innerText()).replace("Saved as ", "");
    expect(existsSync(join(server.directory, path))).toBe(true);
    expect(complaints).toEqual([]);
    await server.stop();
    await upstreams.stop();

    const passed = await flowc("test", server.directory);
    expect(passed, passed.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(passed.stdout).toContain(path);
    expect(passed.stdout).toContain("1 passed");

    const flow = join(server.directory, "users/dashboard.xml");
    writeFileSync(flow, readFileSync(flow, "utf8").replace('"user": {{ content', '"called": {{ content'));
    const failed = await flowc("test", server.directory, path);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain("$answer/user");
  }, 120_000);
});
