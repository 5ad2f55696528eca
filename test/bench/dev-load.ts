/**
 * `flowc dev` under load with its page open, over minutes: does its memory stop growing, does the app serve on, and does
 * the page answer? `npm run bench:dev -- <seconds> <requests a second>`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { describeMachine, procFile } from "./machine.js";

const [seconds = 60, rate = 1000] = process.argv.slice(2).map(Number);
const root = process.cwd();
const directory = join(root, "test/.tmp/dev-load");
const heapFile = join(directory, "heap.txt");

/** Runs in the process of `flowc dev`, to see its heap: after a collection, what is left is in use. */
const preload = `
const { isMainThread } = require("node:worker_threads");
if (isMainThread && process.argv[2] === "dev") setInterval(() => {
  const { heapUsed, external, rss } = process.memoryUsage();
  require("node:fs").appendFileSync(${JSON.stringify(heapFile)}, [heapUsed, external, rss].join(" ") + "\\n");
}, 1000).unref();`;

async function start(): Promise<{ child: ChildProcess; app: string; page: string }> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "preload.cjs"), preload);
  const child = spawn(
    process.execPath,
    [
      "--require",
      join(directory, "preload.cjs"),
      join(root, "dist/bin/flowc.js"),
      "dev",
      join(root, "fixtures/petstore"),
      "--port",
      "0",
    ],
    { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, HOST: "", PORT: "" } },
  );
  process.on("exit", () => child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    if (text.length < 10_000) text += chunk;
  });
  while (!/^built /m.test(text)) await pause(50);
  const [, app = "", page = ""] = /^app +(\S+)\n(?:.*\n)*?workbench +(\S+)\n/m.exec(text) ?? [];
  return { child, app, page };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends so many requests a second, whatever the answers take. */
async function load(app: string): Promise<{ readonly latencies: number[]; readonly failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const latencies: number[] = [];
  let [sent, failed, waiting] = [0, 0, 0];
  const begun = performance.now();
  const send = () => {
    const at = performance.now();
    waiting++;
    const done = (isGood: boolean) => {
      waiting--;
      if (isGood) latencies.push(performance.now() - at);
      else failed++;
    };
    const asked = request(`${app}/v2/pet/${(sent % 4) + 1}`, { agent }, (response) => {
      response.resume().once("end", () => done(response.statusCode === 200));
    });
    asked.once("error", () => done(false));
    asked.end();
  };
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.min(((performance.now() - begun) / 1000) * rate, seconds * rate);
    for (; sent < due && waiting < 2000; sent++) send();
    await pause(5);
  }
  for (let waited = 0; waiting > 0 && waited < 20_000; waited += 20) await pause(20);
  agent.destroy();
  return { latencies, failed: failed + waiting };
}

/** How long the page takes to come to something new, in milliseconds, asked four times a second. */
async function watchPage(page: Page, isOver: () => boolean): Promise<readonly number[]> {
  const found: number[] = [];
  while (!isOver()) {
    // A function as text, since the type checker knows no browser here.
    const took = await page.evaluate(
      "new Promise((done) => { const at = performance.now(); requestAnimationFrame(() => setTimeout(() => done(performance.now() - at))); })",
    );
    found.push(Number(took));
    await pause(250);
  }
  return found;
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

const { child, app, page: url } = await start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage();
await page.goto(url);
let isOver = false;
const watching = watchPage(page, () => isOver);
const { latencies, failed } = await load(app);
isOver = true;
const frames = await watching;
const rows = await page.evaluate("document.body.innerText.length");
const clickedAt = performance.now();
await page.goto(`${url}/#/requests`);
await page.getByText("/v2/pet/").first().click();
await page.getByText("pet/get.xml").first().waitFor();
const click = performance.now() - clickedAt;
const memory = readFileSync(heapFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ").map((bytes) => Number(bytes) / 1e6));
const thirds = [0, 1, 2].map((third) => {
  const part = memory.slice((memory.length * third) / 3, (memory.length * (third + 1)) / 3);
  const least = (column: number) => Math.min(...part.map((row) => row[column] ?? Number.NaN)).toFixed(0);
  const most = (column: number) => Math.max(...part.map((row) => row[column] ?? Number.NaN)).toFixed(0);
  return `${least(0)} to ${most(0)} MB of heap, at most ${most(2)} MB RSS`;
});
const jsHeap = await page.evaluate("performance.memory ? performance.memory.usedJSHeapSize / 1e6 : 0");
console.log(
  [
    describeMachine(),
    `asked for ${rate} requests a second for ${seconds} s; answered ${latencies.length} (${(latencies.length / seconds).toFixed(0)}/s), failed ${failed}`,
    `answers: half within ${quantile(latencies, 0.5).toFixed(1)} ms, 99 of 100 within ${quantile(latencies, 0.99).toFixed(1)} ms`,
    ...thirds.map((text, index) => `third ${index + 1}: ${text}`),
    `the page comes to something new: half within ${quantile(frames, 0.5).toFixed(0)} ms, 99 of 100 within ${quantile(frames, 0.99).toFixed(0)} ms, at most ${Math.max(...frames).toFixed(0)} ms (${frames.length} times)`,
    `the page: ${rows} characters, ${Number(jsHeap).toFixed(0)} MB of heap; a request opens in ${click.toFixed(0)} ms`,
    `processor of flowc dev: ${procFile(`${child.pid}/stat`)
      .split(" ")
      .slice(13, 15)
      .map((ticks) => Number(ticks) / 100)
      .join(" s user, ")} s system`,
  ].join("\n"),
);
await browser.close();
child.kill();
await once(child, "exit");
