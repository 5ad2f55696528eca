/** What the first request would wait for is done before an app says that it is ready: in each process, whatever Redis does. */
import { createClient } from "@redis/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { eventLines } from "../support/event-line.js";
import { needing } from "../support/needs.js";
import { RunningRedis, redis } from "../support/redis.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { deadUrl } from "../support/servers.js";

const cached = `<request>{ "url": {{ $env/UP }}, "options": { "use-http-cache": true } }</request>`;
const files = apiFiles({ "/cached": cached, "/limited": "<template>{}</template>" });
const api = JSON.parse(String(files["swagger.yaml"]));
api.paths["/limited"]["x-flow-limit"] = { rate: "1/h" };
const described = { ...files, "swagger.yaml": JSON.stringify(api) };

const start = (FLOW_CACHE_URL: string, FLOW_WORKERS: string) =>
  served(described, { FLOW_CACHE_URL, FLOW_WORKERS, FLOW_ADMIN_PORT: "0" });

const readiness = async (admin: string) => (await (await fetch(`${admin}/readyz`)).text()).trim();

/** The problems with Redis that an app has told, each once. */
const told = (log: string) =>
  new Set(
    eventLines(log).flatMap(({ type, topic, message }) =>
      type === "engine_alert" ? [`${topic}: ${message}`] : [],
    ),
  );

describe("with Redis", needing(redis), () => {
  test.each(["1", "2"])("%s processes have their connections before any request", async (FLOW_WORKERS) => {
    const server = await RunningRedis.start();
    onTestFinished(() => server.stop());
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const app = await start(server.url, FLOW_WORKERS);
    expect(await readiness(app.admin)).toBe("ready");
    // One of the cache and one of the limit in each process. The second worker starts when the first one serves.
    const connections = async () =>
      String(await client.sendCommand(["CLIENT", "LIST"]))
        .trim()
        .split("\n").length;
    await vi.waitFor(async () => expect(await connections()).toBe(1 + 2 * Number(FLOW_WORKERS)), {
      timeout: 20_000,
    });
    expect(told(app.log())).toEqual(new Set());
  });

  test("one that hangs does not keep an app from serving, nor from ending", async () => {
    const server = await RunningRedis.start();
    onTestFinished(() => server.stop());
    server.signal("SIGSTOP");
    onTestFinished(() => server.signal("SIGCONT"));
    const app = await start(server.url, "1");
    expect(await readiness(app.admin)).toBe("ready");
    expect(told(app.log())).toEqual(
      new Set([
        "cache: No answer of Redis within 2000 ms.",
        "limit: The counters in Redis cannot be used: all requests are let through.",
      ]),
    );
    expect(await app.end()).toBe(0);
  });
});

test.each(["1", "2"])(
  "a Redis that is away is told at once: %s processes serve without it",
  async (FLOW_WORKERS) => {
    const app = await start((await deadUrl()).replace("http", "redis"), FLOW_WORKERS);
    expect(await readiness(app.admin)).toBe("ready");
    expect(told(app.log())).toEqual(
      new Set([
        "cache: The cache cannot be used (ECONNREFUSED).",
        "limit: The counters in Redis cannot be used: all requests are let through.",
      ]),
    );
  },
);
