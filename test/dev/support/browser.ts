/** A browser that looks at the page of `flowc dev`, and notes what it complains of. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Need } from "../../support/needs.js";
import { repository } from "../../support/project.js";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** `describe("…", needing(browserNeed), () => …)` */
export const browserNeed: Need = {
  name: "Chromium (Debian: apt-get install chromium)",
  isThere: existsSync(executablePath),
};

export type Scheme = "light" | "dark";

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export const desktop: Viewport = { width: 1280, height: 800 };
export const phone: Viewport = { width: 375, height: 720 };

export interface OpenOptions {
  readonly scheme?: Scheme;
  readonly viewport?: Viewport;
}

export interface OpenPage {
  readonly page: Page;
  /** Errors of the console, exceptions, violations of the Content Security Policy, and requests to other hosts. A test
   *  ends with `expect(complaints).toEqual([])`. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TestBrowser {
  /** Opens the page in a profile of its own. */
  open(url: string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** One for a test file: start it in `beforeAll`, and close it in `afterAll`. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      ..."--headless --no-sandbox --disable-gpu --disable-quic --no-first-run".split(" "),
      ..."--disable-background-networking --disable-component-update --disable-sync".split(" "),
    ],
  });
  return {
    open: async (url, options = {}) => {
      const context = await browser.newContext({
        colorScheme: options.scheme ?? "light",
        viewport: options.viewport ?? desktop,
        acceptDownloads: true,
      });
      const page = await context.newPage();
      const complaints = listen(context, page, url);
      await page.goto(url);
      return { page, complaints, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

function listen(context: BrowserContext, page: Page, url: string): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium says of each answer that it was one of these; whether the page says so too, is for tests to see.
    if (/^Failed to load resource: the server responded with a status of 4/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`${error}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { origin } = new URL(url);
  context.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      complaints.push(`request to ${request.url()}`);
  });
  return complaints;
}

/** Writes `test/.tmp/screenshots/<name>.png` for people who ask with `SCREENSHOTS=1`: nothing compares it. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  const directory = join(repository, "test/.tmp/screenshots");
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`) });
}
