/** The log of the servers of other runtimes: nothing of it is lost, and clients have addresses in it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { built, served } from "../support/served.js";
import { reply, upstream } from "../support/servers.js";

const flows = {
  now: `<template>{ "a": 1 }</template>`,
  address: `<template>[ {{ $request/client-address }} ]</template>`,
  body: `<template>[ {{ $body/json/a }} ]</template>`,
  passed: `<proxy-request>{ "url": {{ concat($env/UP, "/big") }} }</proxy-request>`,
  waits: `<request>{ "url": {{ concat($env/UP, "/never") }} }</request>`,
  fails: `<error status="418">{ "message": "no" }</error>`,
};

let asked = 0;
const system = await upstream((request, response) => {
  if (request.url === "/never") asked++;
  else reply(response, 200, { big: "x".repeat(200_000) });
});
afterAll(() => system.stop());

const paths = Object.keys(flows).map((name) => {
  const flow = { "x-flow": `${name}.xml` };
  return [`/${name}`, { get: flow, post: flow }] as const;
});
const files = {
  "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: "/t", paths: Object.fromEntries(paths) }),
  ...Object.fromEntries(Object.entries(flows).map(([name, text]) => [`${name}.xml`, `<flow>${text}</flow>`])),
};

/** Throws where nobody catches it, behind a line that has not been written yet. */
const crash = `import process from "node:process";
process.on("SIGUSR2", () => {
  process.emit("warning", Object.assign(new Error("last words"), { name: "Note" }));
  throw new Error("crash");
});`;

/** Deno writes a line of its own about signals of requests, the first time that one is asked for. */
const eventsOf = (log: string) => eventLines(log.replace(/^Deno\.serve: .*\n/m, ""));
const accessOf = (log: string) => eventsOf(log).filter(({ type }) => type === "engine_access");

for (const { title, needs, command } of otherServers)
  describe(title, needing(needs), () => {
    const started = (preload?: string) =>
      served(built(files, ...otherTargets), { UP: system.url }, (out) => {
        const [first, ...words] = command(out);
        return [first, ...words.slice(0, -1), ...(preload ? ["--preload", preload] : []), ...words.slice(-1)];
      });

    test("every answer has its client's address, in the log and in flows", async () => {
      const server = await started();
      const url = `${server.url}/t`;
      for (const path of ["now", "body", "passed", "fails", "none"]) {
        await (await fetch(`${url}/${path}`)).text();
        await (await fetch(`${url}/${path}`, { method: "POST", body: `{"a":1}` })).text();
        await fetch(`${url}/${path}`, { method: "HEAD" });
      }
      expect(await (await fetch(`${url}/address`)).json()).toEqual(["127.0.0.1"]);
      const gone = new AbortController();
      const before = asked;
      const waiting = fetch(`${url}/waits`, { signal: gone.signal }).catch(() => {});
      await vi.waitFor(() => expect(asked).toBeGreaterThan(before));
      gone.abort();
      await waiting;
      const expected = 5 * 3 + 2;
      const served = () => accessOf(server.log()).filter(({ path }) => String(path).startsWith("/t/"));
      await vi.waitFor(() => expect(served()).toHaveLength(expected), 10_000);
      expect(served().map(({ path, client_address }) => [path, client_address])).toEqual(
        served().map(({ path }) => [path, "127.0.0.1"]),
      );
      expect(served().find(({ path }) => path === "/t/waits")).toMatchObject({ status: 499 });
    });

    test("a request that waits only for its body leaves nothing but events", async () => {
      const server = await started();
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: `{"a":1}` };
      expect(await (await server.get("/t/body", init)).json()).toEqual([1]);
      expect(await server.end()).toBe(0);
      expect(eventLines(server.log()).some(({ path }) => path === "/t/body")).toBe(true);
    });

    test("a signal that comes with the last answers loses no line", async () => {
      const server = await started();
      const before = accessOf(server.log()).length;
      await Promise.all(Array.from({ length: 200 }, () => server.get("/t/now")));
      expect(await server.end()).toBe(0);
      const events = eventsOf(server.log());
      expect(accessOf(server.log()).length - before).toBeGreaterThanOrEqual(200);
      expect(events.at(-1)).toMatchObject({ type: "engine_end", exitCode: 0 });
    });

    test("an uncaught error loses no line that was written before", async () => {
      const preload = join(scratchDirectory("crash"), "crash.mjs");
      writeFileSync(preload, crash);
      const server = await started(preload);
      await (await server.get("/t/now")).text();
      server.signal("SIGUSR2");
      await vi.waitFor(() => expect(server.log()).toContain('"engine_end"'), 10_000);
      const told = eventsOf(server.log()).slice(-3);
      expect(told).toMatchObject([
        { type: "engine_alert", message: "Note: last words" },
        { type: "engine_alert", message: "The process ends: Error: crash" },
        { type: "engine_end", exitCode: 1 },
      ]);
      expect(accessOf(server.log()).some(({ path }) => path === "/t/now")).toBe(true);
    });
  });
