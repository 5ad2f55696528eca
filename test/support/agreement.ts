/**
 * An operation that echoes what its flow sees, and one that passes requests on to an upstream system, which
 * records them.
 */
import fc from "fast-check";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect } from "vitest";
import { type ClientRequest, send } from "./client.js";
import { app } from "./compile.js";
import { flowFile } from "./samples.js";
import { type RunningServer, reply, upstream } from "./servers.js";

const amount = { type: "integer", minimum: 0, maximum: 100 };
const word = { type: "string", pattern: "^[a-z ]{0,8}$" };
const order = {
  type: "object",
  properties: { amount, word, tags: { type: "array", items: word }, inner: { type: "object" } },
};
const form = {
  schema: { type: "object", properties: { amount, word, tags: { type: "array", items: word } } },
};
function parameter(place: string, name: string, schema: object, more: object = {}) {
  return {
    in: place,
    name,
    schema,
    ...more,
  };
}

const operation = {
  parameters: [
    parameter("query", "amount", amount),
    parameter("query", "word", word),
    parameter("query", "tags", { type: "array", items: word }),
    parameter("query", "list", { type: "array", items: amount }, { explode: false }),
    parameter("query", "deep", { type: "object", properties: { amount } }, { style: "deepObject" }),
    parameter("header", "X-Level", amount),
    parameter("cookie", "sid", word),
    parameter("path", "id", word, { required: true }),
  ],
  requestBody: {
    content: {
      "application/json": { schema: order },
      "application/x-www-form-urlencoded": form,
      "multipart/form-data": form,
      "text/plain": { schema: word },
    },
  },
};

export interface Sent {
  readonly url: URL;
  readonly headers: readonly string[];
  readonly mediaType: string | undefined;
  readonly bytes: Buffer;
}

let server: RunningServer;
let one: Hono;
let sent: Sent | undefined;

beforeAll(async () => {
  server = await upstream(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent = {
      url: new URL(request.url ?? "", "http://upstream.test"),
      headers: request.rawHeaders,
      mediaType: request.headers["content-type"],
      bytes: Buffer.concat(chunks),
    };
    reply(response, 200, "taken");
  });
  one = await app({
    "openapi.json": JSON.stringify({
      openapi: "3.0.3",
      "x-flow-validate": { request: true },
      paths: {
        "/seen/{id}": { post: { ...operation, "x-flow": "seen.xml" } },
        "/sent/{id}": { post: { ...operation, "x-flow": "sent.xml" } },
      },
    }),
    "seen.xml": flowFile(
      `<template>{ "get": {{ $request/get }}, "post": {{ $request/post }}, "cookies": {{ $request/cookies }},
        "params": {{ $request/params }}, "level": {{ $request/headers/x-level }}, "body": {{ $body }} }</template>`,
    ),
    "sent.xml": flowFile(`<proxy-request>${JSON.stringify({ origin: server.url })}</proxy-request>`),
  });
});
afterAll(() => server.stop());

export interface Seen {
  readonly get: Readonly<Record<string, string>> | null;
  readonly post: Readonly<Record<string, string>> | null;
  readonly cookies: Readonly<Record<string, string>> | null;
  readonly params: { readonly id: string };
  readonly level: string | null;
  readonly body: unknown;
}

/** Returns the request as flow and upstream system get it; `undefined` if it is refused. */
export async function exchange({
  path = "/x",
  ...request
}: ClientRequest): Promise<{ seen: Seen; sent: Sent } | undefined> {
  sent = undefined;
  const passed = await send(one, { method: "POST", ...request, path: `/sent${path}` });
  const echoed = await send(one, { method: "POST", ...request, path: `/seen${path}` });
  expect([echoed.status, passed.text.slice(0, 200)]).toEqual([passed.status, expect.anything()]);
  if (passed.status === 200) {
    expect(sent).toBeDefined();
    return { seen: echoed.json() as Seen, sent: sent as unknown as Sent };
  }
  expect([400, 415], passed.text).toContain(passed.status);
  expect(passed.json()).toMatchObject({ error: { code: 3204 } });
  expect(sent).toBeUndefined();
  return undefined;
}

export function isAmount(text: string): boolean {
  return /^\d{1,3}(\.0+)?$/.test(text) && Number(text) <= 100;
}
export function isWord(text: string): boolean {
  return /^[a-z ]{0,8}$/.test(text);
}

/** Expects that a name has at most one value, that it is right, and that the flow sees it. */
export function expectSingle(
  values: readonly string[],
  seen: unknown,
  isRight: (text: string) => boolean,
): void {
  expect(values.length).toBeLessThan(2);
  expect(values[0] ?? null).toEqual(seen ?? null);
  expect(values.every(isRight)).toBe(true);
}

export function expectAll(
  values: readonly string[],
  seen: unknown,
  isRight: (text: string) => boolean,
): void {
  expect(values.at(-1) ?? null).toEqual(seen ?? null);
  expect(values.every(isRight)).toBe(true);
}

/**
 * Runs the property on random requests. Also checks that enough of them were accepted for the result to mean
 * something.
 */
export async function agrees<Made>(
  requests: fc.Arbitrary<Made>,
  toRequest: (made: Made) => ClientRequest,
  compare: (seen: Seen, sent: Sent) => void | Promise<void>,
): Promise<void> {
  let passed = 0;
  const property = fc.asyncProperty(requests, async (made) => {
    const result = await exchange(toRequest(made));
    if (result === undefined) return;
    passed++;
    await compare(result.seen, result.sent);
  });
  await fc.assert(property, { seed: 9, numRuns: runs });
  expect(passed).toBeGreaterThan(runs / 20);
  expect(passed).toBeLessThan(runs);
}

const runs = 100;
