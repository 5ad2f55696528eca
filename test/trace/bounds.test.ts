import { afterAll, beforeAll, expect, test } from "vitest";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { eventsOf, type TracedApp, trace, tracedApp } from "./support.js";

const megabytes = 10 * 1024 * 1024;
let system: RunningServer;
let app: TracedApp;

beforeAll(async () => {
  system = await upstream((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/small" }).end();
    else if (request.url === "/small") response.end("small");
    else response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(megabytes));
  });
  app = await tracedApp(
    apiFiles({
      "/large": `<proxy-request>{ "url": "${system.url}/large" }</proxy-request>`,
      "/moved": `<request>{ "url": "${system.url}/moved", "options": { "follow-redirects": true } }</request><template>{ "a": {{ $body }} }</template>`,
      "/many": `<template>[ {{loop $body/json}} {{ . }} {{end}} ]</template><eval out="$b">$body</eval>`,
    }),
  );
});

afterAll(() => system.stop());

test("of a body of 10 MB that is passed on, only the beginning is kept", async () => {
  const { trace: made, text } = await trace(app, `${basePath}/large`);
  expect(text.length).toBe(megabytes);
  expect(made.response?.body).toMatchObject({ bytes: megabytes, isCut: true, encoding: "text" });
  expect(made.response?.body?.content).toBe("x".repeat(65_536));
  expect(JSON.stringify(made).length).toBeLessThan(200_000);
});

test("a redirect is an exchange of its own, with the times of each", async () => {
  const { trace: made } = await trace(app, `${basePath}/moved`);
  const exchanges = eventsOf(made, "upstream");
  expect(exchanges.map(({ id, hop, response }) => [id, hop, response?.status])).toEqual([
    ["main", 0, 302],
    ["main", 1, 200],
  ]);
  expect(exchanges[1]?.isReused).toBe(true);
  for (const { timing } of exchanges) {
    const { connected = -1, firstByte = -1, ended = -1 } = timing;
    expect([connected >= 0, firstByte >= connected, ended >= firstByte]).toEqual([true, true, true]);
  }
  expect(exchanges[1]?.response?.body?.content).toBe("small");
});

test("a trace ends where its bytes do, and says what it left out", async () => {
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `item ${index}`));
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  const { trace: made } = await trace(app, `${basePath}/many`, init, { maxBytes: 5_000 });
  expect(made.dropped).toBeGreaterThan(0);
  expect(made.response?.status).toBe(200);
  expect(JSON.stringify({ ...made, ran: [] }).length).toBeLessThan(10_000);
});

test("a long value is cut", async () => {
  const init = { method: "POST", headers: { "content-type": "text/plain" }, body: "y".repeat(100_000) };
  const { trace: made } = await trace(app, `${basePath}/many`, init);
  const [variable] = eventsOf(made, "variable");
  expect(variable?.value).toEqual({ type: "string", text: "y".repeat(16_384), cutFrom: 100_000 });
});
