/**
 * `npm run screenshots`: takes pictures of all views of `flowc dev` into `test/.tmp/screenshots/`, and puts those of the
 * README into `docs/pictures/`. People look at them; no test compares them.
 */
import { join } from "node:path";
import sharp from "sharp";
import { repository } from "../../support/project.js";
import { launchBrowser, type Scheme, takeScreenshot } from "../support/browser.js";
import { type PicturedApp, startApp } from "./app.js";
import { brokenFlow, findings, requests, type View, views } from "./views.js";

/** The pictures of the README. */
const shown = ["request-light", "request-error-dark", "map-light"];

process.env.SCREENSHOTS = "1";
const browser = await launchBrowser();
const app = await startApp();
try {
  await app.change("users/photo.xml", (text) => `${text}\n`);
  await sendAll(app);
  for (const view of views) await take(view);
  await app.change("users/summary.xml", () => brokenFlow);
  await take(findings);
} finally {
  await browser.close();
  await app.stop();
}
for (const name of shown) await publish(name);

async function sendAll({ app: origin }: PicturedApp): Promise<void> {
  for (const { method = "GET", target, body } of requests) {
    const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    await (await fetch(origin + target, { method, ...sent })).arrayBuffer();
  }
}

async function take({ name, hash, ready }: View): Promise<void> {
  for (const scheme of ["light", "dark"] satisfies readonly Scheme[]) {
    const { page, complaints, close } = await browser.open(`${app.page}/${hash}`, { scheme });
    await ready(page);
    // Images and fonts have been painted by then.
    await page.waitForTimeout(500);
    await takeScreenshot(page, `${name}-${scheme}`);
    for (const complaint of complaints) console.error(`${name}, ${scheme}: ${complaint}`);
    await close();
  }
}

/** With a palette, a picture has a third of the bytes. */
async function publish(name: string): Promise<void> {
  const { size } = await sharp(join(repository, `test/.tmp/screenshots/${name}.png`))
    .png({ palette: true, dither: 0, effort: 10 })
    .toFile(join(repository, `docs/pictures/${name}.png`));
  console.log(`docs/pictures/${name}.png: ${Math.ceil(size / 1000)} KB`);
}
