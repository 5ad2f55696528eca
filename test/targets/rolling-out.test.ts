/** Two instances behind a balancer, with one Redis: one is killed, a new version is rolled out, and no request fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { RunningRedis, redis } from "../support/redis.js";
import { served } from "../support/served.js";
import { onFreePort, type RunningServer, upstream } from "../support/servers.js";
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

/** Starts an instance of a version on a port. */
const start = (version: number, port: number) =>
  served(
    { "swagger.yaml": description, "price.xml": flow(version) },
    {
      PORT: String(port),
      PRICES: prices.url,
      FLOW_CACHE_URL: store.url,
      // A machine that is busy with other tests may take longer than the usual 3 s.
      FLOW_DEFAULT_TIMEOUT: "30",
    },
  );

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

let store: RunningRedis;
let prices: RunningServer;
let asked = 0;

test("no request fails when an instance is killed, and while a version replaces another", {
  ...needing(needs),
  timeout: 90_000,
}, async () => {
  const first = () => onFreePort(async (port) => ({ port, app: await start(1, port) }));
  const instances = [await first(), await first()] as const;
  const balancer = await balance(
    scratchDirectory("rolling-out"),
    instances.map(({ port }) => port),
  );
  const load = new Load(balancer.url);
  try {
    await load.more(50);
    instances[0].app.signal("SIGKILL");
    await instances[0].app.exited;
    await load.more(50);
    instances[0].app = await start(1, instances[0].port);
    await load.more(50);
    for (const instance of instances) {
      expect(await instance.app.end()).toBe(0);
      instance.app = await start(2, instance.port);
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
  }
});

beforeAll(async () => {
  if (!needs.isThere) return;
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
