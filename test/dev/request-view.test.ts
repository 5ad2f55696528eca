/** The view of one request, in a browser, of requests that an app has answered. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RequestSummary } from "../../bin/commands/dev/api.js";
import { describing } from "../commands/app.js";
import { aggregatorUpstreams } from "../support/aggregator-upstreams.js";
import { needing } from "../support/needs.js";
import { reply, upstream } from "../support/servers.js";
import type { Surroundings } from "../support/surroundings.js";
import { isTooWide, type Looked, violationsOf } from "./support/accessibility.js";
import {
  browserNeed,
  launchBrowser,
  type OpenOptions,
  type OpenPage,
  phone,
  type TestBrowser,
  takeScreenshot,
} from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

describe("one request", needing(browserNeed), () => {
  let browser: TestBrowser;
  let upstreams: Surroundings;
  /** Each test has a request of its own. */
  let server: DevServer;

  beforeAll(async () => {
    browser = await launchBrowser();
    upstreams = await aggregatorUpstreams();
    await DevServer.open({ fixture: "aggregator", env: { ...upstreams.env } }, (started) => {
      server = started;
    });
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await upstreams.stop();
  });

  test("is gone through by keys, over all flows, with what each action set", async () => {
    await fetch(`${server.app}/api/users/1/dashboard`);
    const { page, complaints } = await open(browser, server, await lastKey(server));
    // The last action of the operation is shown first.
    await expectStep(page, "template", "users/dashboard.xml");
    await page.keyboard.press("Home");
    await expectStep(page, "sub-flow", "users/dashboard.xml");
    await page.keyboard.press("ArrowDown");
    await expectStep(page, "eval", "shared/check-id.xml");
    expect(await page.getByRole("tab", { selected: true }).first().textContent()).toContain(
      "shared/check-id.xml",
    );
    expect(await changes(page)).toEqual(["$id"]);
    expect(await lineOf(page, "Flow shared/check-id.xml", 3).textContent()).toContain('$id = "1"');
    await page.keyboard.press("j");
    await expectStep(page, "requests", "users/dashboard.xml");
    expect(await changes(page)).toEqual([]);
    await page.keyboard.press("k");
    await expectStep(page, "eval", "shared/check-id.xml");
    expect(page.url()).toMatch(/#\/requests\/\d+\?step=2$/);
    await page.reload();
    await expectStep(page, "eval", "shared/check-id.xml");
    await page.keyboard.press("End");
    await expectStep(page, "template", "users/dashboard.xml");
    await takeScreenshot(page, "request");
    expect(complaints).toEqual([]);
  });

  test("shows what ran, how often, and what did not, in the flow and in its code", async () => {
    await fetch(`${server.app}/api/users/1/dashboard`);
    const { page, complaints } = await open(browser, server, await lastKey(server));
    const flow = "Flow users/dashboard.xml";
    const code = "Generated code endpoints/get-users-by-id-dashboard.ts";
    await expectStep(page, "template", "users/dashboard.xml");
    // Three orders, of which two are not delivered; the `else` was not taken.
    expect(await lineOf(page, flow, 24).textContent()).toContain("3×");
    expect(await classesOf(lineOf(page, flow, 21))).toContain("ran");
    expect(await classesOf(lineOf(page, flow, 29))).toContain("not-run");
    expect(await lineOf(page, flow, 29).textContent()).toContain("not taken");
    // The whole template is in sight.
    const [pane, last] = [page.getByLabel(flow), lineOf(page, flow, 32)];
    const [paneBox, lastBox] = [await pane.boundingBox(), await last.boundingBox()];
    expect((lastBox?.y ?? 0) + (lastBox?.height ?? 0)).toBeLessThanOrEqual(
      (paneBox?.y ?? 0) + (paneBox?.height ?? 0),
    );
    const notice = page.getByLabel(code).locator("[data-line]", { hasText: "notice:" });
    expect(await classesOf(notice)).toContain("not-run");

    // Pointing at a line shows its counterpart, both ways.
    await lineOf(page, flow, 2).hover();
    await expectCurrent(page, code, "sharedCheckIdFlow($)");
    await page.getByLabel(code).locator("[data-line]", { hasText: "await requests(" }).hover();
    await expectCurrent(page, flow, "<requests>");

    // The same by keys.
    await page.mouse.move(0, 0);
    await page.getByLabel(flow).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expectCurrent(page, flow, '<sub-flow src="../shared/no-such-user.xml"/>');
    await expectCurrent(page, code, "sharedNoSuchUserFlow($)");
    await page.keyboard.press("Enter");
    await expectStep(page, "sub-flow", "users/dashboard.xml");
    await page.getByLabel(code).focus();
    // The code of the call has two lines more: it may end the request.
    await page.keyboard.press("ArrowDown");
    await expectCurrent(page, code, "return requestEnded;");
    await expectCurrent(page, flow, '<sub-flow src="../shared/no-such-user.xml"/>');
    await page.keyboard.press("ArrowDown");
    await expectCurrent(page, code, "}");
    await page.keyboard.press("ArrowDown");
    await expectCurrent(page, flow, '<template in="">');

    // Keys choose wherever the mouse rests, and what is scrolled to below it is not pointed at.
    await page.setViewportSize({ width: 1200, height: 460 });
    await page.getByLabel(code).locator("[data-line]", { hasText: "await requests(" }).hover();
    await expectCurrent(page, flow, "<requests>");
    await page.getByLabel(code).focus();
    for (let line = 0; line < 40; line++) await page.keyboard.press("ArrowUp");
    await expectCurrent(page, code, "swagger.yaml, compiled by flowc.");
    await page.waitForFunction(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 100))),
    );
    await expectCurrent(page, code, "swagger.yaml, compiled by flowc.");
    expect(complaints).toEqual([]);
  });

  test("leads from an error to the answer", async () => {
    await fetch(`${server.app}/api/users/99/dashboard`);
    const { page, complaints } = await open(browser, server, await lastKey(server));
    await expectStep(page, "error", "shared/no-such-user.xml");
    const errors = page.getByRole("region", { name: "Errors" });
    expect(await errors.locator(".error-message").textContent()).toContain("There is no user 99.");
    expect((await errors.getByRole("listitem").allTextContents()).map((text) => text.trim())).toEqual([
      "sub-flow users/dashboard.xml:16",
      "error shared/no-such-user.xml:6",
      expect.stringContaining("$error"),
      "error.xml",
      "answer ! 404",
    ]);
    expect(await lineOf(page, "Flow shared/no-such-user.xml", 6).textContent()).toContain(
      "✕ There is no user 99.",
    );
    expect(await changes(page)).toEqual(["$error"]);
    await errors.getByRole("button", { name: "error.xml", exact: true }).click();
    await expectStep(page, "set-response-headers", "error.xml");
    await takeScreenshot(page, "request-error");
    expect(complaints).toEqual([]);
  });

  test("shows upstream exchanges, when each was under way, and what was said", async () => {
    await fetch(`${server.app}/api/users/1/dashboard`);
    const { page, complaints } = await open(browser, server, await lastKey(server));
    await page.getByRole("option", { name: "requests" }).click();
    await page.locator(".state-panel").getByRole("button", { name: "/users/1 → 200" }).click();
    const exchanges = page.locator(".exchange");
    expect(await exchanges.allTextContents()).toEqual([
      expect.stringMatching(/^user 200 GET .*\/users\/1begun at .*, first byte after .*, ended after /),
      expect.stringMatching(/^orders 200 GET .*\/orders\?user=1begun at /),
    ]);
    // Both were under way at the same time.
    const [first, second] = await exchanges.locator(".waiting").all();
    const [one, other] = [await first?.boundingBox(), await second?.boundingBox()];
    expect(one && other && one.x < other.x + other.width && other.x < one.x + one.width).toBe(true);
    await exchanges.nth(1).click();
    const detail = page.getByRole("region", { name: "Exchange orders" });
    expect(await detail.textContent()).toContain('"A-2"');
    await takeScreenshot(page, "request-upstream");
    expect(complaints).toEqual([]);
  });

  test("is saved as a test that is shown", async () => {
    await fetch(`${server.app}/api/users/x/dashboard`);
    const { page } = await open(browser, server, await lastKey(server));
    await page.getByRole("button", { name: "Save as test" }).click();
    const dialog = page.getByRole("dialog");
    const title = (await dialog.getByRole("heading").first().textContent()) ?? "";
    const path = title.replace("Saved as ", "");
    expect(path).toMatch(/\.xml$/);
    expect(existsSync(join(server.directory, path))).toBe(true);
    expect(await dialog.locator(".code").textContent()).toContain("/api/users/x/dashboard");
  });

  test("shows any text as text, in any length", async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&{{ }}`;
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing({ "/**": "echo.xml" }),
        "echo.xml": `<flow>
  <eval out="$evil">$request/get/evil</eval>
  <eval out="$long">$body</eval>
  <template>{ "evil": {{ $evil }}, {{: $request/get }} }</template>
</flow>`,
      },
    });
    const query = `evil=${encodeURIComponent(evil)}&${encodeURIComponent(evil)}=1`;
    const long = `${evil}${"x".repeat(10_000_000)}`;
    await fetch(`${server.app}/api/${encodeURIComponent(evil)}?${query}`, {
      method: "POST",
      body: long,
      headers: { "content-type": "text/plain", "x-evil": evil },
    });
    const { page, complaints } = await open(browser, server, await lastKey(server));
    await expectStep(page, "template", "echo.xml");
    for (const name of ["Home", "ArrowDown", "End"]) await page.keyboard.press(name);
    await page.getByText("$evil").first().click();
    for (const tab of ["Upstream", "Request and answer", "Log", "State"])
      await page.getByRole("tab", { name: tab }).click();
    expect(await page.locator("script[src], main script, main img").count()).toBe(0);
    expect(await page.locator("main").textContent()).toContain("<script>alert(1)</script>");
    expect(complaints).toEqual([]);
  });

  test("grows while the request runs", async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = await upstream(async (_, response) => {
      await asked;
      reply(response, 200, { name: "Ada" });
    });
    onTestFinished(() => slow.stop());
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing({ "/a": "a.xml" }),
        "a.xml": `<flow>
  <request content="user">{ "url": {{ $env/USERS_API }} }</request>
  <template>{ "name": {{ content("user")/json/name }} }</template>
</flow>`,
      },
      env: { USERS_API: slow.url },
    });
    const answered = fetch(`${server.app}/api/a`);
    const { page } = await open(browser, server, 1);
    await page.getByText("still running").waitFor();
    await page.getByRole("option", { name: "request" }).waitFor();
    answer();
    await answered;
    await page.getByText("still running").waitFor({ state: "detached" });
    await page.getByRole("option", { name: "template" }).waitFor();
  });

  test("is accessible, in the light, in the dark and on a phone", async () => {
    await fetch(`${server.app}/api/users/99/dashboard`);
    const key = await lastKey(server);
    const looks: readonly (readonly [string, OpenOptions, Looked])[] = [
      ["light", {}, "everything"],
      ["dark", { scheme: "dark" }, "colours"],
      ["phone", { viewport: phone }, "structure"],
    ];
    for (const [name, options, looked] of looks) {
      const { page, complaints } = await open(browser, server, key, options);
      await expectStep(page, "error", "shared/no-such-user.xml");
      for (const tab of ["State", "Upstream", "Request and answer", "Log"]) {
        await page.getByRole("tab", { name: tab }).click();
        expect(await violationsOf(page, looked)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      }
      await takeScreenshot(page, `request-${name}`);
      expect(complaints).toEqual([]);
    }
  }, 180_000);

  test("says that there is no such request", async () => {
    const server = await DevServer.start({
      files: { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": "<flow/>" },
    });
    const { page } = await open(browser, server, 77);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: "All requests" }).count()).toBe(1);
  });
});

async function open(
  browser: TestBrowser,
  server: DevServer,
  key: number,
  options?: OpenOptions,
): Promise<OpenPage> {
  const opened = await browser.open(`${server.page}/#/requests/${key}`, options);
  onTestFinished(() => opened.close());
  return opened;
}

async function lastKey(server: DevServer): Promise<number> {
  const { requests } = await server.api<{ requests: readonly RequestSummary[] }>("/requests");
  return requests.at(-1)?.key ?? 0;
}

/** The action that is shown, once its flow is there. */
async function expectStep(page: Page, name: string, file: string): Promise<void> {
  await page.locator(".state-panel h2", { hasText: `${name}${file}:` }).waitFor();
  await page.getByLabel(`Flow ${file}`).waitFor();
}

/** Finds the variables that are marked as set at the step. */
const changes = (page: Page): Promise<string[]> => page.locator(".variable.changed .name").allTextContents();

const lineOf = (page: Page, code: string, line: number): Locator =>
  page.getByLabel(code).locator(`[data-line="${line}"]`);

const classesOf = async (line: Locator): Promise<readonly string[]> =>
  ((await line.getAttribute("class")) ?? "").split(" ");

/** Waits until a line is the one that is pointed at. */
const expectCurrent = (page: Page, code: string, text: string): Promise<void> =>
  page.getByLabel(code).locator("[aria-current=true]", { hasText: text }).waitFor();
