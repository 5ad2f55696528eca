/** Spans of what happens beside actions that send requests: checks of messages, key sets, LDAP directories. */
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ldapDirectory, type RunningDirectory, startDirectory } from "../support/directory.js";
import { keyServer, publishes, says } from "../support/key-server.js";
import { needing } from "../support/needs.js";
import { flowFile } from "../support/samples.js";
import { bearer } from "../support/secured.js";
import { served } from "../support/served.js";
import { deadUrl, type Env, type RunningProcess } from "../support/servers.js";
import { keyPairToken, keysFor } from "../support/tokens.js";
import { type Span, startCollector, verdictsOf } from "./collector.js";

const { jwk, privateKey } = keysFor("ES256");
const key = { ...jwk, kid: "1", use: "sig" };
const token = keyPairToken({ sub: "ada" }, "ES256", privateKey, { kid: "1" });
const strange = keyPairToken({ sub: "eve" }, "ES256", keysFor("ES256").privateKey, { kid: "2" });

const scheme = (variable: string) =>
  bearer({ key: undefined, "jwks-url": { env: variable }, alg: "ES256", "jwks-allow-http": true });

/** An operation whose messages are checked. */
const checked = (mode: unknown) => ({
  "x-flow-validate": { request: mode, response: mode },
  get: {
    "x-flow": "answer.xml",
    parameters: [{ name: "n", in: "query", type: "integer" }],
    responses: { 200: { schema: { type: "object" } } },
  },
});

const files = {
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    basePath: "/t",
    produces: ["application/json"],
    securityDefinitions: { Known: scheme("KEYS"), Dead: scheme("DEAD_KEYS") },
    paths: {
      "/strict": checked(true),
      "/reported": checked("report-only"),
      "/keys": { security: [{ Known: [] }], "x-flow": "plain.xml" },
      "/dead-keys": { security: [{ Dead: [] }], "x-flow": "plain.xml" },
      "/people": { "x-flow": "people.xml" },
    },
  }),
  "plain.xml": flowFile("<template>{}</template>"),
  "answer.xml": flowFile(`<template>{{if $request/get/bad}} [] {{else}} {} {{end}}</template>`),
  "people.xml": flowFile(
    `<template>{{ count(ldap-query($env/LDAP_URL, 'cn=admin,dc=test', 'letmein', 'dc=test', '(uid=a*)', 'uid')/value) }}</template>`,
  ),
};

const keys = await keyServer(key);
const dead = await deadUrl();
const collector = await startCollector();
const asked: IncomingHttpHeaders[] = [];
keys.answer = (outgoing, incoming) => {
  asked.push(incoming.headers);
  publishes(key)(outgoing, incoming);
};
afterAll(() => keys.stop());

const start = (env: Env = {}) =>
  served(files, {
    KEYS: `${keys.url}/keys?of=secret`,
    DEAD_KEYS: dead,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    ...env,
  });
const app = await start();

const by = (kind: number) => (span: Span) => span.kind === kind;

async function spansOf(
  path: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
  to = app,
) {
  collector.spans.length = 0;
  await (await to.get(`/t${path}`, { headers })).arrayBuffer();
  const spans = await collector.spansOf(count);
  expect(spans).toHaveLength(count);
  const [[server], [action], [client]] = [spans.filter(by(2)), spans.filter(by(1)), spans.filter(by(3))];
  return { server, action, client };
}

describe("a description", () => {
  test.each([
    ["/strict?n=1", { request: "valid", response: "valid" }, 200],
    ["/strict?n=x", { request: "invalid", response: undefined }, 400],
    ["/strict?bad=1", { request: "valid", response: "invalid" }, 500],
    ["/reported?n=1", { request: "valid", response: "valid" }, 200],
    ["/reported?n=x&bad=1", { request: "invalid", response: "invalid" }, 200],
    ["/people/unknown", { request: undefined, response: undefined }, 400],
  ])("says of %s %o", async (path, verdicts, status) => {
    const { server } = await spansOf(path, 1);
    expect(verdictsOf(server)).toEqual(verdicts);
    expect(server?.attributes["http.response.status_code"]).toBe(status);
    expect(server?.status).toBe(status === 500 ? 2 : 0);
  });
});

describe("keys of tokens", () => {
  const sent = {
    traceparent: `00-${"4bf92f35".repeat(4)}-${"00f067aa".repeat(2)}-01`,
    tracestate: "a=1",
    baggage: "b=2",
  };
  const withToken = (text: string) => ({ authorization: `Bearer ${text}`, ...sent });

  test("are fetched with the trace, and without the baggage", async () => {
    const { server, action, client } = await spansOf("/keys", 3, withToken(token));
    expect(server).toMatchObject({ status: 0, traceId: "4bf92f35".repeat(4) });
    expect(action).toMatchObject({ name: "jwks", parentSpanId: server?.spanId, status: 0 });
    expect(client).toMatchObject({ name: "GET", parentSpanId: action?.spanId, status: 0 });
    expect(client?.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(keys.url).port),
      "url.full": `${keys.url}/keys`,
      "flow.request_id": server?.attributes["flow.request_id"],
    });
    expect(asked.at(-1)).toMatchObject({
      traceparent: `00-${client?.traceId}-${client?.spanId}-01`,
      tracestate: "a=1",
    });
    expect(asked.at(-1)).not.toHaveProperty("baggage");
  });

  test("are fetched with the client's trace where there are no spans", async () => {
    const plain = await start({ OTEL_SDK_DISABLED: "true" });
    const { status } = await plain.get("/t/keys", { headers: withToken(token) });
    expect(status).toBe(200);
    expect(asked.at(-1)).toMatchObject({ traceparent: sent.traceparent, tracestate: "a=1" });
    expect(asked.at(-1)).not.toHaveProperty("baggage");
  });

  test("that do not come are errors", async () => {
    const lost = await spansOf("/dead-keys", 3, withToken(token));
    expect(lost.action).toMatchObject({ name: "jwks", status: 2 });
    expect(lost.client).toMatchObject({ status: 2, attributes: { "error.type": "could_not_connect" } });
    keys.answer = says("no", 503);
    // A key that nobody knows: the keys are fetched anew.
    const failed = await spansOf("/keys", 3, withToken(strange));
    expect(failed.action?.status).toBe(2);
    expect(failed.client).toMatchObject({
      status: 2,
      attributes: { "error.type": "503", "http.response.status_code": 503 },
    });
  });

  test("leave no secret", () => {
    expect(JSON.stringify(collector.spans)).not.toMatch(/secret|eyJ/);
  });
});

describe("a directory", needing(ldapDirectory), () => {
  let directory: RunningDirectory;
  let other: RunningProcess;
  beforeAll(async () => {
    directory = await startDirectory();
    other = await start({ LDAP_URL: directory.url });
  }, 30_000);
  afterAll(() => directory.stop());

  test("is asked in a span of its own", async () => {
    const { server, client } = await spansOf("/people", 2, {}, other);
    expect(client).toMatchObject({ name: "ldap-query", parentSpanId: server?.spanId, status: 0 });
    expect(client?.attributes).toEqual({
      "flow.action": "ldap-query",
      "flow.place": "people.xml:2",
      "flow.file": "people.xml",
      "code.file.path": "people.xml",
      "code.line.number": 2,
      "flow.request_id": server?.attributes["flow.request_id"],
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(directory.url).port),
      "url.scheme": "ldap",
    });
  });

  test("that does not answer is an error", async () => {
    const lost = await start({ LDAP_URL: dead.replace("http", "ldap") });
    const { client } = await spansOf("/people", 2, {}, lost);
    expect(client).toMatchObject({ name: "ldap-query", status: 2, attributes: { "error.type": "5001" } });
    expect(JSON.stringify(collector.spans)).not.toMatch(/letmein|cn=admin/);
  });
});
