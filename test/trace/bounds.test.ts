import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { eventsOf, type TracedApp, trace, tracedApp } from "./support.js";

const megabytes = 10 * 1024 * 1024;
let system: RunningServer;
let app: TracedApp;
/** Lets the upstream system send the end of a body. */
let release = (): void => {};

beforeAll(async () => {
  system = await upstream((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/small" }).end();
    else if (request.url === "/small") response.end("small");
    else if (request.url === "/pieces") {
      response.setHeader("content-type", "application/json").write('{ "token": "t0p');
      response.end('secret", "a": 1 }');
    } else if (request.url === "/held") {
      response.write("first");
      release = () => response.end("last");
    } else if (request.url === "/broken")
      response.write("first", () => setTimeout(() => response.destroy(), 50));
    else if (request.url === "/upload") {
      let bytes = 0;
      request.on("data", (piece: Buffer) => {
        bytes += piece.length;
      });
      request.on("end", () => response.end(String(bytes)));
    } else response.writeHead(200, { "content-type": "text/plain" }).end("x".repeat(megabytes));
  });
  app = await tracedApp(
    apiFiles({
      ...Object.fromEntries(
        ["/large", "/pieces", "/held", "/broken", "/upload"].map((path) => [
          path,
          `<proxy-request>{ "url": "${system.url}${path}" }</proxy-request>`,
        ]),
      ),
      "/moved": `<request>{ "url": "${system.url}/moved", "options": { "follow-redirects": true } }</request><template>{ "a": {{ $body }} }</template>`,
      "/many": `<template>[ {{loop $body/json}} {{ . }} {{end}} ]</template><eval out="$b">$body</eval>`,
    }),
  );
});

afterAll(() => system.stop());

test("of a body of 10 MB that is passed on, only the beginning is kept", async () => {
  const { trace: made, text } = await trace(app, `${basePath}/large`);
  expect(text.length).toBe(megabytes);
  expect(made.response?.body).toMatchObject({ bytes: megabytes, isCut: true });
  expect(made.response?.body?.text).toBe("x".repeat(65_536));
  expect(JSON.stringify(made).length).toBeLessThan(200_000);
});

/** Returns the trace's record of the first exchange of a request to `/large`, and how long it is. */
async function passed(path: string, init: RequestInit = {}) {
  const { trace: made, text } = await trace(app, `${basePath}${path}`, init);
  expect(JSON.stringify(made).length).toBeLessThan(300_000);
  const [exchange] = eventsOf(made, "upstream");
  return { request: exchange?.request.body, response: exchange?.response?.body, text };
}

test("of a body that an upstream system sends piece by piece, the beginning is kept", async () => {
  const { response, text } = await passed("/large");
  expect(text.length).toBe(megabytes);
  expect(response).toEqual({ text: "x".repeat(65_536), bytes: megabytes, isCut: true });
});

test("of a short one, all is kept, without its secrets", async () => {
  const { response, text } = await passed("/pieces");
  expect(text).toBe('{ "token": "t0psecret", "a": 1 }');
  expect(response).toEqual({ text: '{"token":"***","a":1}', bytes: text.length });
});

test("a body is passed on while it comes: the client has its first piece before the last one is sent", async () => {
  const made = new Promise<Trace>((resolve) => app.startTracing({ began: () => {}, ended: resolve }));
  const response = await app.app.fetch(new Request(`http://localhost${basePath}/held`));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  release();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("last");
  expect((await reader?.read())?.done).toBe(true);
  const [exchange] = eventsOf(await made, "upstream");
  expect(exchange?.response?.body).toEqual({ text: "firstlast", bytes: 9 });
});

test("of a body that breaks off, what came is kept", async () => {
  const made = new Promise<Trace>((resolve) => app.startTracing({ began: () => {}, ended: resolve }));
  const response = await app.app.fetch(new Request(`http://localhost${basePath}/broken`));
  await expect(response.text()).rejects.toThrow();
  const [exchange] = eventsOf(await made, "upstream");
  expect(exchange).toMatchObject({ failure: "The response broke off." });
  expect(exchange?.response?.body).toEqual({ text: "first" });
});

test("of a body that is sent piece by piece, the beginning is kept", async () => {
  const body = new Blob(["y".repeat(megabytes)]).stream();
  const { request, text } = await passed("/upload", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(text).toBe(String(megabytes));
  expect(request).toMatchObject({ bytes: megabytes, text: "y".repeat(65_536), isCut: true });
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
  expect(exchanges[1]?.response?.body?.text).toBe("small");
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
