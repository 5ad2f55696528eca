/** The option `share`: equal requests in flight get one response. */
import type { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { origin } from "../support/client.js";
import { withLog } from "../support/log.js";
import { type AppOptions, ask, basePath, flow } from "../support/samples.js";
import { Faulty } from "./faulty.js";

const faulty = new Faulty();

/** An app that asks the upstream, and answers with what that says. */
const sharing = (options: object = {}, more = "", app?: AppOptions): Promise<Hono> =>
  flow(
    `<request content="up">{ "url": {{ concat($env/FAULTY, $request/get/path) }}, ${more} "options": ${JSON.stringify({ share: true, ...options })} }</request>
<template>{ "n": {{ content("up")/json/n }}, "status": {{ $upstream/up/status }}, "code": {{ $error/code ?? 0 }}, "attempts": {{ $upstream/up/attempts }} }</template>`,
    app,
  );

const results = (one: Hono, count: number, headers = (_: number) => ({})) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(one, { headers: headers(index) })));

const asked = `"headers": { "Authorization": {{ $request/headers/authorization }}, "Accept": {{ $request/headers/accept }}, "X-Request-Id": {{ $request/id }}, "X-Correlation-Id": {{ $request/id }} },`;

test("five equal ones at once are one, and each has an event of its own; later ones are sent again", async () => {
  const one = await sharing({}, asked);
  faulty.delay = 100;
  const answer = async () => (await one.request(`${origin}${basePath}/x`)).json();
  const { result: all, log } = await withLog(() => Promise.all([1, 2, 3, 4, 5].map(answer)));
  expect(all).toEqual([1, 0, 0, 0, 0].map((attempts) => ({ n: 1, status: 200, code: 0, attempts })));
  const events = log.filter(({ type }) => type === "engine_request");
  expect(events.map(({ status, shared }) => [status, shared])).toEqual([
    [200, undefined],
    ...Array(4).fill([200, true]),
  ]);
  expect((await ask(one)).json()).toMatchObject({ n: 2 });
});

test("never between credentials, URLs or fields, nor for other methods", async () => {
  faulty.delay = 100;
  const one = await sharing({}, asked);
  await results(one, 4, (index) => ({ authorization: `Basic ${index % 2}` }));
  expect(faulty.seen).toHaveLength(2);
  await results(one, 4, (index) => ({ accept: index % 2 ? "text/plain" : "application/json" }));
  expect(faulty.seen).toHaveLength(4);
  await Promise.all(["/a", "/b"].map((path) => ask(one, { query: `path=${path}` })));
  expect(faulty.seen).toHaveLength(6);
  const posting = await sharing({}, '"method": "POST", "body": { "value": "x" },');
  await results(posting, 3);
  expect(faulty.seen).toHaveLength(9);
  await results(await sharing({}, '"method": "POST",'), 3);
  expect(faulty.seen).toHaveLength(12);
  await results(await sharing({}, '"method": "HEAD",'), 3);
  expect(faulty.seen).toHaveLength(13);
});

test.each([
  ["cookies", { "set-cookie": "session=1" }],
  ["what is private", { "cache-control": "max-age=5, Private" }],
  ["what depends on more than fields", { vary: "accept, *" }],
])("%s are for one client", async (_, headers) => {
  faulty.delay = 100;
  faulty.steps = [{ status: 200, headers }];
  await results(await sharing(), 3);
  expect(faulty.seen).toHaveLength(3);
});

test("failures are shared, and so are repetitions; a failure that nobody shares does no harm", async () => {
  faulty.steps = ["cut"];
  const alone = await ask(await sharing({ "disable-connection-reuse": true }));
  expect(alone.json()).toMatchObject({ status: 502, code: 3201, attempts: 1 });
  faulty.seen = [];
  faulty.delay = 100;
  faulty.steps = ["cut", 503, 200];
  const failed = await results(await sharing({ "disable-connection-reuse": true }), 3);
  expect(failed.map(({ json }) => json())).toMatchObject(Array(3).fill({ status: 502, code: 3201 }));
  expect(faulty.seen).toHaveLength(1);
  const all = await results(await sharing({ retry: { attempts: 2, wait: 0.001 } }), 3);
  expect(all.map(({ json }) => json())).toMatchObject(Array(3).fill({ status: 200, n: 3 }));
});

test("what is passed on is shared, too", async () => {
  faulty.delay = 100;
  const one = await flow(
    `<proxy-request>{ "origin": {{ $env/FAULTY }}, "options": { "share": true } }</proxy-request>`,
  );
  expect((await results(one, 3)).map(({ json }) => json())).toEqual(Array(3).fill({ n: 1 }));
  expect(faulty.seen).toHaveLength(1);
});

test("if the first client leaves, the others still get a response", async () => {
  const one = await sharing();
  faulty.steps = ["hang", 200];
  const leaving = new AbortController();
  const first = one.request(`${origin}${basePath}/x`, { signal: leaving.signal });
  await vi.waitFor(() => expect(faulty.seen).toHaveLength(1));
  const others = results(one, 2);
  await Promise.resolve();
  leaving.abort();
  await Promise.resolve(first).catch(() => {});
  expect((await others).map(({ json }) => json())).toMatchObject(Array(2).fill({ n: 2, status: 200 }));
  expect(faulty.seen).toHaveLength(2);
});

test("a body beyond the limit fails for all, and is held by none", async () => {
  vi.stubEnv("FLOW_MAX_UPSTREAM_BYTES", "4");
  faulty.delay = 100;
  const all = await results(await sharing(), 3);
  vi.unstubAllEnvs();
  expect(all.map(({ json }) => json())).toMatchObject(Array(3).fill({ status: 502, code: 3201 }));
  expect(faulty.seen).toHaveLength(1);
});
