/** `flowc doctor`: the surroundings of a built app, right and wrong. */
import { type ExecFileException, execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import { Ajv2020 } from "ajv/dist/2020.js";
import forge from "node-forge";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../support/needs.js";
import { flowc, repository } from "../support/project.js";
import { RunningRedis, redis } from "../support/redis.js";
import { built } from "../support/served.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

const description = `openapi: 3.0.3
info: { title: Orders, version: "1" }
x-flow-upstreams:
  $env/USERS_API:
    health: /health
    client-certificate: { certificate: { env: USERS_CERT }, key: { env: USERS_KEY } }
paths:
  /users: { get: { x-flow: users.xml } }
`;
const flow = `<flow>
  <requests>{
    "user": { "url": {{ concat($env/USERS_API, "/me") }} },
    "stock": { "url": {{ concat($env/STOCK_API, "/", $request/get/id) }}, "options": { "use-http-cache": true } }
  }</requests>
  <template>{}</template>
</flow>`;

type Environment = Readonly<Record<string, string>>;

let gen = "";
let systems: RunningServer;
let right: Environment = {};

/** A certificate that nobody has signed, and its key. */
function identity(name: string, days: number): { readonly certificate: string; readonly key: string } {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  made.validity.notBefore = new Date(Date.now() - 100 * 86_400_000);
  made.validity.notAfter = new Date(Date.now() + days * 86_400_000);
  made.setSubject([{ name: "commonName", value: name }]);
  made.setIssuer([{ name: "commonName", value: name }]);
  made.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  const [certificate, key] = [`${name}.crt`, `${name}.key`].map((file) => join(gen, "..", file));
  writeFileSync(certificate ?? "", forge.pki.certificateToPem(made));
  writeFileSync(key ?? "", pair.privateKey);
  return { certificate: certificate ?? "", key: key ?? "" };
}

interface Result {
  readonly code: number;
  /** What is not right. */
  readonly found: readonly string[];
  readonly all: readonly string[];
  readonly output: string;
}

function doctor(environment: Environment, ...options: readonly string[]): Promise<Result> {
  return new Promise((resolve) => {
    const args = [join(repository, "dist/bin/flowc.js"), "doctor", gen, "--format", "json", ...options];
    const { PATH = "" } = process.env;
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      const document = JSON.parse(stdout || `{ "checks": [] }`);
      const schema = JSON.parse(readFileSync(join(repository, "docs/commands/doctor.schema.json"), "utf8"));
      if (stdout !== "") expect(new Ajv2020().validate(schema, document)).toBe(true);
      const lines = document.checks.map((one: Record<string, string>) =>
        `${one.state} ${one.check} ${one.subject}: ${one.message}`.replace(/127\.0\.0\.1:\d+/g, "…"),
      );
      const found = lines.filter((line: string) => !line.startsWith("ok "));
      resolve({ code: Number(error?.code ?? 0), found, all: lines, output: stdout + stderr });
    };
    execFile(process.execPath, args, { env: { PATH, ...environment } }, done);
  });
}

beforeAll(async () => {
  gen = await built({ "openapi.yaml": description, "users.xml": flow });
  systems = await upstream((request, response) => reply(response, request.url === "/health" ? 204 : 500, ""));
  const { certificate, key } = identity("good", 400);
  right = { USERS_API: systems.url, STOCK_API: systems.url, USERS_CERT: certificate, USERS_KEY: key };
  return () => systems.stop();
});

describe("flowc doctor", () => {
  test("finds nothing wrong where nothing is", async () => {
    const { code, all } = await doctor(right, "--strict");
    expect(all).toEqual([
      "ok settings : all are right",
      "ok start server.js: starts",
      ...["STOCK_API", "USERS_API", "USERS_CERT", "USERS_KEY"].map(
        (name) => `ok environment ${name}: is set`,
      ),
      "ok upstream $STOCK_API (…): can be connected to",
      "ok upstream $USERS_API (…): /health says that it is well",
      "ok certificate $USERS_API: the certificate expires in 399 days",
    ]);
    expect(code).toBe(0);
    const text = await flowc("doctor", gen);
    expect(text).toMatchObject({
      code: 1,
      stderr: "",
      stdout: expect.stringMatching(/USERS_API +is not set, and/),
    });
  });

  test.each<readonly [string, Environment, readonly string[]]>([
    [
      "wrong settings, of FLOW_WORKERS and PORT too",
      { FLOW_MAX_STEPS: "many", FLOW_WORKERS: "0", PORT: "no", FLAT_MAX_BODY_BYTES: "-1" },
      [
        expect.stringContaining("wrong settings : PORT must be an integer"),
        expect.stringContaining("wrong settings : FLOW_WORKERS must be auto or"),
        expect.stringContaining("wrong settings : FLAT_MAX_BODY_BYTES must be"),
        expect.stringContaining("wrong settings : FLOW_MAX_STEPS must be an integer"),
        "wrong start server.js: does not start",
      ],
    ],
    [
      "a name that is none",
      { FLOW_MAX_STEP: "1000" },
      ["warning settings : There is no setting FLOW_MAX_STEP; there is FLOW_MAX_STEPS."],
    ],
    [
      "a secret that cannot be read",
      { FLOW_CACHE_URL_FILE: "/nowhere/secret" },
      [
        "wrong settings : FLOW_CACHE_URL_FILE must be a file that can be read: ENOENT",
        "wrong start server.js: does not start",
      ],
    ],
    [
      "a directory that cannot be written",
      { FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: "/dev/null/recordings" },
      [
        expect.stringMatching(
          /^wrong settings : FLOW_RECORD_DIRECTORY must be a directory that can be written/,
        ),
        "wrong start server.js: does not start",
      ],
    ],
  ])("finds %s", async (_, environment, expected) => {
    const { code, found } = await doctor({ ...right, ...environment });
    expect(found).toEqual(expected);
    expect(code).toBe(found.some((line) => line.startsWith("wrong")) ? 1 : 0);
  });

  test("finds systems that are away, or not well, and variables that are not set", async () => {
    const dead = await deadUrl();
    const { STOCK_API: _, ...some } = right;
    expect(
      await doctor({ ...some, USERS_API: `${systems.url}/`, FLOW_READY_URLS: `${systems.url}/bad` }),
    ).toMatchObject({
      code: 1,
      found: [
        "warning environment STOCK_API: is not set, and the app reads it",
        "wrong upstream FLOW_READY_URLS (…): /bad does not say that it is well",
      ],
    });
    const url = new URL(dead);
    url.username = "me";
    url.password = "hidden";
    const cache = `redis://:hidden@${url.host}`;
    const away = await doctor({ ...right, STOCK_API: url.href, USERS_API: dead, FLOW_CACHE_URL: cache });
    expect(away.found).toEqual([
      "wrong upstream $STOCK_API (…): cannot be connected to: ECONNREFUSED",
      "wrong upstream $USERS_API (…): /health does not say that it is well",
      expect.stringMatching(/^wrong cache FLOW_CACHE_URL: Redis does not answer at …: /),
    ]);
    expect(away.output).not.toContain("hidden");
    // Old versions of Redis repeat what they do not know.
    const old = createServer((socket) => {
      socket.on("data", (text) =>
        socket.write(`-ERR unknown command: ${String(text).split("\r\n").join(" ")}\r\n`),
      );
    }).listen(0, "127.0.0.1");
    await once(old, "listening");
    const { port } = old.address() as AddressInfo;
    const { found, output } = await doctor({ ...right, FLOW_CACHE_URL: `redis://:hidden@127.0.0.1:${port}` });
    old.close();
    expect(found).toEqual(["wrong cache FLOW_CACHE_URL: Redis does not answer at …: ERR"]);
    expect(output).not.toContain("hidden");
  });

  test("finds certificates that cannot be read, have ended, end soon, or have another key", async () => {
    const [soon, ended] = [identity("soon", 10), identity("ended", -1)];
    const wrong = "certificate $USERS_API: the";
    const found = async (certificate: string, key: string) =>
      (await doctor({ ...right, USERS_CERT: certificate, USERS_KEY: key })).found;
    expect(await found(soon.certificate, soon.key)).toEqual([
      `warning ${wrong} certificate expires in 9 days`,
    ]);
    expect(await found(ended.certificate, soon.key)).toEqual([
      expect.stringContaining(`wrong ${wrong} certificate has expired on `),
      `wrong ${wrong} key is not that of the certificate`,
    ]);
    expect(await found("/nowhere.pem", right.USERS_KEY ?? "")).toEqual([
      `wrong ${wrong} certificate of USERS_CERT cannot be read: ENOENT`,
    ]);
    // The variables may also have the PEM itself.
    expect(await found(readFileSync(right.USERS_CERT ?? "", "utf8"), "-----BEGIN nothing")).toEqual([
      `wrong ${wrong} key is no private key in PEM`,
    ]);
  });

  test("asks Redis, also by the URL in a file", needing(redis), async () => {
    const running = await RunningRedis.start("--requirepass", "word");
    try {
      const file = join(gen, "../cache-url");
      writeFileSync(file, `${running.url.replace("//", "//:word@")}\n`);
      const { all } = await doctor({ ...right, FLOW_CACHE_URL_FILE: file });
      expect(all).toContain("ok cache FLOW_CACHE_URL_FILE: Redis answers at …");
      const settings = join(gen, "../settings.env");
      writeFileSync(settings, `FLOW_CACHE_URL_FILE=${file}\nFLOW_READY_URLS=${systems.url}/health\n`);
      const inOne = await doctor({ ...right, FLOW_SETTINGS_FILE: settings });
      expect(inOne.all.filter((line) => /^\S+ (?:cache|upstream FLOW)/.test(line))).toEqual([
        "ok upstream FLOW_READY_URLS (…): /health says that it is well",
        "ok cache FLOW_CACHE_URL: Redis answers at …",
      ]);
      writeFileSync(settings, "FLOW_CACHE_ULR=redis://a\nFLOW_MAX_STEPS=x\n");
      expect((await doctor({ ...right, FLOW_SETTINGS_FILE: settings })).found).toEqual([
        "wrong settings : There is no setting FLOW_CACHE_ULR; there is FLOW_CACHE_URL.",
        expect.stringContaining("FLOW_MAX_STEPS must be"),
        "wrong start server.js: does not start",
      ]);
      const wrong = await doctor({ ...right, FLOW_CACHE_URL: running.url.replace("//", "//:other@") });
      expect(wrong.found).toEqual([expect.stringContaining("Redis does not answer at …: WRONGPASS")]);
    } finally {
      await running.stop();
    }
  });

  test("finds that no token can be accepted, and TLS that nobody can trust", async () => {
    const output = await built({
      "swagger.yaml": `swagger: "2.0"
securityDefinitions:
  Own:
    type: apiKey
    in: header
    name: Authorization
    x-flow-jwt: { key: { env: OWN_KEY }, alg: HS256, claims: { aud: { env: OWN_AUDIENCE } } }
paths:
  /a: { get: { security: [{ Own: [] }], x-flow: a.xml } }
`,
      "a.xml": `<flow><request>{ "url": {{ concat($env/TLS_API, "/a") }} }</request></flow>`,
    });
    const before = gen;
    gen = output;
    onTestFinished(() => {
      gen = before;
    });
    const { certificate, key } = identity("tls", 100);
    const secure = createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) });
    const plain = createServer((socket) => socket.on("error", () => {}).end("no TLS\n"));
    for (const server of [secure, plain]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
    }
    const urlOf = (server: typeof plain) => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const none = await doctor({ TLS_API: urlOf(secure) });
    expect(none).toMatchObject({
      code: 1,
      found: [
        "wrong environment OWN_AUDIENCE: is not set, so no token is accepted",
        "wrong environment OWN_KEY: is not set, so no token is accepted",
        expect.stringMatching(
          /^wrong upstream \$TLS_API .*cannot be connected to: .*(?:SELF_SIGNED|UNABLE_TO|ALTNAME)/,
        ),
      ],
    });
    const set = { OWN_KEY: "YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw", OWN_AUDIENCE: "me" };
    expect((await doctor({ ...set, TLS_API: urlOf(plain) })).found).toEqual([
      expect.stringMatching(/^wrong upstream \$TLS_API .*cannot be connected to: /),
    ]);
    // The key may be in a file, as the app reads it.
    const secret = join(gen, "..", "own");
    writeFileSync(secret, set.OWN_KEY);
    const inFile = { OWN_KEY_FILE: secret, OWN_AUDIENCE: "me" };
    expect((await doctor({ ...inFile, TLS_API: "http://127.0.0.1:1" })).found).toEqual([
      expect.stringContaining("ECONNREFUSED"),
    ]);
  });

  test("is misused where nothing was built", async () => {
    expect(await flowc("doctor", repository)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is no manifest of this version of flowc: build the app first"),
    });
  });
});
