/** `client-certificate` in `x-flow-upstreams`: credentials that are read when the app runs, and when they change. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { app, describeDiagnostic, diagnose, scratchDirectory } from "../support/compile.js";
import { apiFiles, ask } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { selfSigned } from "../upstream/certificates.js";

const server = selfSigned("server");
const [first, second] = [selfSigned("first"), selfSigned("second")];
let running: Server;

beforeAll(async () => {
  const options = {
    cert: server.certificate,
    ca: [first.certificate, second.certificate],
    requestCert: true,
  };
  running = createServer({ key: server.key, ...options }, (request, response) => {
    response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN);
  }).listen(0, "127.0.0.1");
  await once(running, "listening");
  vi.stubEnv("SHOP", `https://localhost:${(running.address() as AddressInfo).port}/`);
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  vi.unstubAllEnvs();
  running.closeAllConnections();
  running.close();
});

const files = (certificate: object, more: object = {}) => {
  const flows = apiFiles({ "/x": `<request>{ "url": {{ $env/SHOP }} }</request>` });
  const upstreams = { "$env/SHOP": { "client-certificate": certificate, ...more } };
  const api = { ...JSON.parse(String(flows["swagger.yaml"])), "x-flow-upstreams": upstreams };
  return { ...flows, "swagger.yaml": JSON.stringify(api) };
};

test("they come from variables and files, and others take their place when the files change", async () => {
  const directory = scratchDirectory("credentials");
  const [certificate, key] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const change = (one: typeof first) => {
    writeFileSync(certificate, one.certificate);
    writeFileSync(key, one.key);
  };
  vi.stubEnv("SHOP_CERTIFICATE_FILE", certificate);
  vi.stubEnv("SHOP_CA", server.certificate);
  vi.useFakeTimers({ toFake: ["performance"] });
  change(first);
  const sources = {
    certificate: { env: "SHOP_CERTIFICATE_FILE" },
    key: { path: key },
    ca: { env: "SHOP_CA" },
  };
  const one = await app(files(sources));
  const body = async () => {
    vi.advanceTimersByTime(1100);
    return (await ask(one)).text;
  };
  expect([await body(), await body()]).toEqual(["first", "first"]);
  change(second);
  expect(await body()).toBe("second");
  writeFileSync(key, "no key");
  vi.advanceTimersByTime(1100);
  const { text, log } = await ask(one);
  expect([text, log]).toMatchObject(["second", [{ topic: "upstream" }]]);
  expect(JSON.stringify(log)).not.toMatch(/BEGIN|no key/);
});

test("without them, the request fails, and says so", async () => {
  const one = await app(files({ certificate: { env: "NOWHERE" }, key: { path: "/nowhere/key.pem" } }));
  const { status, text } = await ask(one);
  expect([status, text]).toEqual([
    502,
    expect.stringContaining("The credentials for the server cannot be used."),
  ]);
});

test("the app has them, too, where it asks whether the system is well", async () => {
  const directory = scratchDirectory("credentials-health");
  const pem = join(directory, "client.pem");
  writeFileSync(pem, first.certificate + first.key);
  const sources = { certificate: { path: pem }, key: { path: pem }, ca: { env: "SHOP_CA" } };
  const out = await built(files(sources, { health: "/health" }));
  const environment = { SHOP: String(process.env.SHOP), SHOP_CA: server.certificate };
  const ready = { FLOW_READY_URLS: `${process.env.SHOP}ready` };
  const one = await served(out, { ...environment, ...ready, FLOW_ADMIN_PORT: "0" });
  // Nothing has needed them yet.
  writeFileSync(pem, "no key");
  expect(await (await one.get("/t/x")).text()).toBe("first");
  writeFileSync(pem, first.certificate + first.key);
  expect((await fetch(`${one.admin}/readyz`)).status).toBe(200);
  expect(await one.metrics()).toMatch(/^flow_upstream_up\{.*\} 1$/m);
  const check = await promisify(execFile)(process.execPath, [join(out, "server.js"), "--check"], {
    env: { ...environment, ...ready },
  });
  expect(check.stdout).toMatch(/^ok +upstream +FLOW_READY_URLS .*\/ready says that it is well$/m);
  expect(check.stdout).toMatch(/^ok +upstream +\$SHOP .*\/health says that it is well$/m);
});

test("the build says what is wrong", async () => {
  const found = async (certificate: object) =>
    (await diagnose(files(certificate))).map(describeDiagnostic).join();
  expect(await found({ certificate: { env: "A" } })).toMatch(
    /FLOW1110 client-certificate must be a mapping with/,
  );
  expect(await found({ ca: { file: "a.pem" } })).toMatch(/FLOW1110 ca must be env:/);
  expect(await found({ ca: { env: "A" }, kee: { env: "B" } })).toMatch(/FLOW1110 kee must be one of/);
});
