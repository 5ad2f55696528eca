/** Two instances behind a balancer, with one Redis: one is killed, a new version is rolled out, and no request fails. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { flowc } from "../support/project.js";
import { RunningRedis, redis } from "../support/redis.js";
import { accepts, onFreePort, type RunningServer, upstream } from "../support/servers.js";
import { balance, haproxy } from "./balancer.js";

const needs = { name: `${haproxy.name}; ${redis.name}`, isThere: haproxy.isThere && redis.isThere };

const description = `swagger: "2.0"
info: { title: Prices, version: "1" }
paths:
  /price: { x-flow: price.xml }
`;

/** Asks an upstream, whose answer the instances share, and takes a while. */
const flow = (version: number) => `<flow>
  <request content="price">
  { "url": {{ concat($env/PRICES, "/price") }}, "options": { "force-cache-ttl": 600 } }
  </request>
  <request content="slow">{ "url": {{ concat($env/PRICES, "/slow") }} }</request>
  <template>{ "version": ${version}, "price": {{ content("price")/json/price }} }</template>
</flow>`;

/** An instance of a version on a port. */
class Instance {
  private constructor(
    readonly port: number,
    private readonly child: ReturnType<typeof spawn>,
  ) {}

  static async start(version: number, port: number): Promise<Instance> {
    const child = spawn(process.execPath, [join(directory, `v${version}/server.js`)], {
      env: {
        PATH: process.env.PATH,
        HOST: "127.0.0.1",
        PORT: String(port),
        PRICES: prices.url,
        FLOW_CACHE_URL: store.url,
        // A machine that is busy with other tests may take longer than the usual 3 s.
        FLOW_DEFAULT_TIMEOUT: "30",
      },
      stdio: "ignore",
    });
    for (const deadline = Date.now() + 15_000; !(await accepts(port)); )
      if (child.exitCode !== null || Date.now() > deadline) throw new Error("The instance does not start.");
    return new Instance(port, child);
  }

  /** Resolves to the exit code; `null` for a process that was killed. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const exited = once(this.child, "exit");
    this.child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}

/** Sends requests until it is stopped, eight at a time, and keeps what comes back. */
class Load {
  readonly answers: string[] = [];
  #isOver = false;
  readonly #done: Promise<unknown>;

  constructor(url: string) {
    const send = async () => {
      while (!this.#isOver) {
        const answer = await fetch(`${url}/price`).then(
          async (response) => `${response.status} ${await response.text()}`,
          (error: unknown) => String(error),
        );
        this.answers.push(answer);
      }
    };
    this.#done = Promise.all(Array.from({ length: 8 }, send));
  }

  /** Waits until so many more requests have been answered. */
  async more(count: number): Promise<void> {
    const wanted = this.answers.length + count;
    for (const deadline = Date.now() + 20_000; this.answers.length < wanted; ) {
      if (Date.now() > deadline) throw new Error("The requests are not answered.");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }
}

let directory: string;
let store: RunningRedis;
let prices: RunningServer;
let asked = 0;

test("no request fails when an instance is killed, and while a version replaces another", {
  ...needing(needs),
  timeout: 90_000,
}, async () => {
  const first = () => onFreePort((port) => Instance.start(1, port));
  const instances = [await first(), await first()];
  const ports = instances.map(({ port }) => port);
  const balancer = await balance(directory, ports);
  const load = new Load(balancer.url);
  try {
    await load.more(50);
    await instances[0]?.end("SIGKILL");
    await load.more(50);
    instances[0] = await Instance.start(1, ports[0] ?? 0);
    await load.more(50);
    for (const [index, port] of ports.entries()) {
      expect(await instances[index]?.end("SIGTERM")).toBe(0);
      instances[index] = await Instance.start(2, port);
      await load.more(50);
    }
    await load.stop();
    const counts = new Map<string, number>();
    for (const answer of load.answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    const answer = (version: number) => `200 {"version":${version},"price":17}`;
    expect([...counts.keys()].sort()).toEqual([answer(1), answer(2)]);
    expect(load.answers.at(-1)).toBe(answer(2));
    // They share it: each of five processes asks for the eight requests that it may have before Redis answers it.
    expect(asked).toBeLessThanOrEqual(5 * 8);
    expect(load.answers.length).toBeGreaterThan(250);
  } finally {
    await load.stop();
    await balancer.stop();
    for (const instance of instances) await instance.end("SIGKILL");
  }
});

beforeAll(async () => {
  if (!needs.isThere) return;
  directory = scratchDirectory("rolling-out");
  for (const version of [1, 2]) {
    writeFiles(join(directory, "flows"), [
      { path: "swagger.yaml", text: description },
      { path: "price.xml", text: flow(version) },
    ]);
    const built = await flowc("build", join(directory, "flows"), "-o", join(directory, `v${version}`));
    expect(built).toMatchObject({ code: 0 });
  }
  store = await RunningRedis.start();
  prices = await upstream((request, response) => {
    if (request.url === "/price") asked++;
    setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end('{"price":17}'),
      request.url === "/slow" ? 20 : 0,
    );
  });
});

afterAll(async () => {
  await prices?.stop();
  await store?.stop();
});
