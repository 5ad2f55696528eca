/** `node server.js --check`, as a process, with real systems and authorities of the test's own. */
import { type ExecFileException, execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer, type TlsOptions } from "node:tls";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encrypted, identity } from "../support/authority.js";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { repository } from "../support/project.js";
import { RunningRedis, redis } from "../support/redis.js";
import { built } from "../support/served.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

const authority = identity("authority", { isAuthority: true });
const client = identity("client", { by: authority });

/** A variable for each system, and for each client certificate. */
const systems = [
  "DEAD",
  "SILENT",
  "SELF",
  "ENDED",
  "OTHER",
  "PLAIN",
  "WANTS",
  "NOWHERE",
  "SOON",
  "WORD",
  "WELL",
];
const owners = ["RIGHT", "TORN", "OTHERS", "GONE", "SECRET", "LATE", "BEFORE", "AUTHORITY"];

const options = {
  PROXIED: { "proxy-server": "127.0.0.1:1" },
  ASIDE: { "transport-server": "localhost", "transport-port": 1 },
  TRUSTED: { "ignore-certificate-errors": true },
};

const flow = `<flow>
  <requests>{
${systems.map((name) => `    "${name}": { "url": {{ concat($env/${name}, "/a") }} }`).join(",\n")},
${Object.entries(options)
  .map(([name, some]) => `    "${name}": { "url": {{ $env/${name} }}, "options": ${JSON.stringify(some)} }`)
  .join(",\n")},
    "cached": { "url": "http://127.0.0.1:1/a", "options": { "use-http-cache": true } },
    "computed": { "url": "https://localhost:1/a", "options": { "proxy-server": {{ $request/get/proxy }} } }
  }</requests>
  <template>{{ count(ldap-lookup($env/LDAP, "", "", "dc=example", "sub", "uid=1", "cn")) }}</template>
</flow>`;

const description = {
  openapi: "3.0.3",
  info: { title: "Orders", version: "1" },
  components: {
    securitySchemes: {
      Own: { type: "http", scheme: "bearer", "x-flow-jwt": { "jwks-url": { env: "KEYS" }, alg: "RS256" } },
    },
  },
  "x-flow-upstreams": Object.fromEntries([
    ["$env/SICK", { health: "/health" }],
    ...owners.map((name) => [
      `$env/${name}`,
      {
        "client-certificate": {
          ...{ certificate: { env: `${name}_CERT` }, key: { env: `${name}_KEY` } },
          ca: { env: "AUTHORITY_CA" },
        },
      },
    ]),
  ]),
  paths: { "/a": { get: { security: [{ Own: [] }], "x-flow": "a.xml" } } },
};

let gen = "";
const running: Server[] = [];
let plain: RunningServer;
/** Addresses of systems by their variables. */
const places: Record<string, string> = {};
/** All is well. */
let right: Readonly<Record<string, string>> = {};

const file = (name: string, text: string): string => {
  const path = join(gen, "..", name);
  writeFileSync(path, text);
  return path;
};

async function portOf(server: Server): Promise<number> {
  running.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A server that does nothing but TLS. */
const secure = async (one: { certificate: string; key: string }, more: TlsOptions = {}): Promise<string> => {
  const server = createSecureServer({ cert: one.certificate, key: one.key, ...more }, (socket) =>
    socket.on("error", () => {}),
  );
  server.on("tlsClientError", () => {});
  return `https://localhost:${await portOf(server)}`;
};

interface Result {
  readonly code: number;
  /** Findings, without those that are right. */
  readonly found: readonly string[];
  readonly all: readonly string[];
  readonly output: string;
  readonly seconds: number;
}

/** Ports differ from run to run. */
const withoutPorts = (text: string): string => text.replace(/(127\.0\.0\.1|localhost):\d{2,}/g, "$1");

function run(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = ["--check", "--format", "json"],
  directory = gen,
  program: readonly [string, ...string[]] = [process.execPath],
): Promise<Result> {
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      const json = stdout.startsWith("{") ? JSON.parse(stdout) : { checks: [] };
      if (stdout.startsWith("{")) {
        const schema = readFileSync(join(repository, "docs/commands/doctor.schema.json"), "utf8");
        expect(new Ajv2020().validate(JSON.parse(schema), json)).toBe(true);
      }
      const all = json.checks.map((one: Record<string, string>) =>
        withoutPorts(`${one.state} ${one.check} ${one.subject}: ${one.message}`),
      );
      for (const one of json.checks)
        if (one.state !== "ok" && one.check === "upstream") expect(one.advice).toMatch(/[?.]$/);
      const found = all.filter((line: string) => !line.startsWith("ok "));
      const seconds = (performance.now() - started) / 1000;
      resolve({ code: Number(error?.code ?? 0), found, all, output: stdout + stderr, seconds });
    };
    const { PATH = "" } = process.env;
    const [command, ...before] = program;
    const all = [...before, join(directory, "server.js"), ...args];
    execFile(command, all, { env: { PATH, ...environment }, timeout: 60_000 }, done);
  });
}

beforeAll(async () => {
  gen = await built({ "openapi.json": JSON.stringify(description), "a.xml": flow });
  plain = await upstream((request, response) => reply(response, request.url === "/health" ? 204 : 500, ""));
  const silent = createServer((socket) => socket.on("error", () => {}));
  const other = identity("other", { by: authority, host: "other.example" });
  const wants = { requestCert: true, ca: authority.certificate };
  const trusted = identity("server", { by: authority });
  const wanting = createHttpsServer(
    { ...wants, cert: trusted.certificate, key: trusted.key },
    (_, response) => response.end(),
  );
  wanting.on("tlsClientError", () => {});
  Object.assign(places, {
    DEAD: (await deadUrl()).replace("//", "//me:hidden@"),
    SILENT: `https://localhost:${await portOf(silent)}`,
    SELF: await secure(identity("self")),
    ENDED: await secure(identity("ended", { by: authority, ends: -2 })),
    OTHER: await secure(other),
    PLAIN: plain.url.replace("http:", "https:").replace("127.0.0.1", "localhost"),
    WANTS: `https://localhost:${await portOf(wanting)}`,
    NOWHERE: "https://nowhere.invalid",
    SOON: await secure(identity("soon", { by: authority, ends: 10.5 })),
    WORD: "hidden-word",
  });
  const ca = file("authority.pem", authority.certificate);
  right = {
    ...Object.fromEntries(
      [...systems, ...owners, ...Object.keys(options), "KEYS", "SICK"].map((name) => [name, plain.url]),
    ),
    ...Object.fromEntries(
      owners.flatMap((name) => [
        [`${name}_CERT`, client.certificate],
        [`${name}_KEY`, client.key],
      ]),
    ),
    // With the app's own certificate and authority.
    RIGHT: places.WANTS ?? "",
    AUTHORITY_CA: ca,
    NODE_EXTRA_CA_CERTS: ca,
    LDAP: plain.url.replace("http:", "ldap:"),
    TRUSTED: places.SELF ?? "",
  };
});
afterAll(async () => {
  for (const server of running) server.close();
  await plain.stop();
});

/** Systems that a flow names as constants, where nothing listens. */
const constant = [
  "wrong upstream http://127.0.0.1:1: cannot be connected to: ECONNREFUSED",
  "wrong upstream $ASIDE (127.0.0.1): localhost:1 cannot be connected to: ECONNREFUSED",
  "wrong upstream $PROXIED (127.0.0.1): the proxy 127.0.0.1:1 cannot be connected to: ECONNREFUSED",
];

describe("--check", () => {
  test("finds each system that cannot be reached, and says why, in a few seconds", async () => {
    const { code, found, output, seconds } = await run({ ...right, ...places, SICK: `${plain.url}/no` });
    const at = (name: string, why: string | RegExp) =>
      expect.stringMatching(
        new RegExp(
          `^wrong upstream \\$${name} \\(.*\\): cannot be connected to: ${typeof why === "string" ? why : why.source}$`,
        ),
      );
    expect(found).toEqual(
      expect.arrayContaining([
        ...constant,
        at("DEAD", "ECONNREFUSED"),
        at("SILENT", "no answer"),
        at("SELF", "DEPTH_ZERO_SELF_SIGNED_CERT"),
        at("ENDED", "CERT_HAS_EXPIRED"),
        at("OTHER", "ERR_TLS_CERT_ALTNAME_INVALID"),
        at("PLAIN", /(?:EPROTO|ERR_SSL_\w+)/),
        at("WANTS", /ERR_SSL_\w*ALERT\w*/),
        at("NOWHERE", /(?:ENOTFOUND|EAI_AGAIN|no answer)/),
        "warning certificate $SOON (localhost): the certificate that it shows expires in 10 days",
        "warning upstream $WORD: is no URL, so it was not looked at",
      ]),
    );
    expect(found).toHaveLength(constant.length + 10);
    expect(code).toBe(1);
    expect(output).not.toContain("hidden");
    expect(output).toContain('"from": "a.xml"');
    expect(seconds).toBeLessThan(20);
  });

  test("says that all is right, also of what is reached in another way, and knows what it cannot", async () => {
    const { code, found, all, output } = await run({ ...right, FLOW_WORKERS: "2", PORT: "1" });
    expect(found).toEqual(constant.toSorted());
    expect(all).toEqual(
      expect.arrayContaining([
        "ok settings : all are right",
        "ok start server.js: starts",
        "ok upstream $RIGHT (localhost): can be connected to",
        "ok certificate $RIGHT: the certificate expires in 399 days",
        "ok certificate $RIGHT: the ca expires in 399 days",
        "ok upstream $SICK (127.0.0.1): /health says that it is well",
        "ok upstream $TRUSTED (localhost): can be connected to",
        "ok upstream $KEYS (127.0.0.1): can be connected to",
        "ok upstream $LDAP (127.0.0.1): can be connected to",
        "ok upstream https://localhost:1: was not looked at: only requests know how it is reached",
      ]),
    );
    expect(code).toBe(1);
    expect(output).not.toContain("listening");
    // A system that is away is no fault of the app, if one says so.
    const allowed = await run({ ...right, ...places }, ["--check", "--allow-unreachable"]);
    expect(allowed.code).toBe(0);
    expect(allowed.output).toMatch(
      /^warning +upstream +\$DEAD .* cannot be connected to: ECONNREFUSED\n +Named by a\.xml\. Nothing listens/m,
    );
    expect(allowed.output).not.toMatch(/^wrong/m);
    expect(allowed.output).not.toContain("hidden");
    expect((await run(right, ["--check", "--allow-unreachable", "--strict"])).code).toBe(1);
  });

  test("finds what is wrong with certificates and keys", async () => {
    const [soon, ended] = [identity("soon", { ends: 10.5 }), identity("ended", { ends: -2 })];
    const { code, found, output } = await run({
      ...right,
      TORN_CERT: "-----BEGIN CERTIFICATE-----\nhidden\n-----END CERTIFICATE-----",
      OTHERS_CERT: soon.certificate,
      GONE_CERT: "/nowhere/client.pem",
      SECRET_KEY: encrypted(client.key, "hidden"),
      LATE_CERT: ended.certificate,
      LATE_KEY: file("ended.key", ended.key),
      BEFORE_CERT: identity("before", { begins: 5 }).certificate,
      BEFORE_KEY: "-----BEGIN nothing hidden",
    });
    const of = (name: string) =>
      found.flatMap((line) =>
        line.startsWith("wrong upstream") ? [] : (line.split(` certificate $${name}: the `)[1] ?? []),
      );
    expect(Object.fromEntries(owners.map((name) => [name, of(name)]))).toEqual({
      RIGHT: [],
      TORN: ["certificate is no certificate in PEM"],
      OTHERS: ["certificate expires in 10 days", "key is not that of the certificate"],
      GONE: ["certificate of GONE_CERT cannot be read: ENOENT"],
      SECRET: ["key is encrypted, and nothing can tell its passphrase"],
      LATE: [expect.stringMatching(/^certificate has expired on /)],
      BEFORE: [expect.stringMatching(/^certificate is not valid before /), "key is no private key in PEM"],
      AUTHORITY: [],
    });
    expect(code).toBe(1);
    expect(output).not.toContain("hidden");
  });

  test("counts the authorities of a file that have ended", async () => {
    const ended = identity("ended", { ends: -2 });
    const several = [authority, ended, ended].map((one) => one.certificate).join("\n");
    const { found } = await run({ ...right, AUTHORITY_CA: file("several.pem", several) });
    expect(found).toContain("warning certificate $RIGHT: 2 of the 3 certificates in the ca have expired");
  });

  test("finds all wrong settings at once, those of OpenTelemetry, ports and directories, too", async () => {
    const dead = new URL(await deadUrl()).port;
    const { code, found, output } = await run({
      ...right,
      ...{ FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: "/dev/null/recordings", FLOW_MAX_STEP: "1" },
      ...{
        PORT: "9090",
        FLOW_ADMIN_PORT: "9090",
        FLOW_UPSTREAM_ORIGINS: "https://localhost:1 http://127.0.0.1:1",
      },
      ...{
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://hidden:hidden@127.0.0.1:${dead}`,
        OTEL_TRACES_EXPORTER: "otlp",
      },
      OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file("torn.pem", "nothing"),
    });
    expect(found).toEqual(
      expect.arrayContaining([
        "wrong settings : FLOW_ADMIN_PORT must be another port than PORT, not 9090",
        expect.stringMatching(
          /^wrong settings : FLOW_RECORD_DIRECTORY must be a directory that can be written/,
        ),
        "warning settings : There is no setting FLOW_MAX_STEP; there is FLOW_MAX_STEPS.",
        "wrong start server.js: does not start",
        expect.stringMatching(/^wrong settings FLOW_UPSTREAM_ORIGINS: does not have \$WELL /),
        "wrong collector OTEL_EXPORTER_OTLP_ENDPOINT (127.0.0.1): cannot be connected to: ECONNREFUSED",
        "wrong certificate OTEL_EXPORTER_OTLP_ENDPOINT (127.0.0.1): the certificate is no certificate in PEM",
      ]),
    );
    expect(code).toBe(1);
    expect(output).not.toContain("hidden");
    const wrong = await run({
      ...right,
      ...{
        FLOW_WORKERS: "0",
        PORT: "no",
        FLOW_CACHE_URL_FILE: "/nowhere",
        OTEL_TRACES_EXPORTER: "jaeger",
        OTEL_PROPAGATORS: "b3",
      },
    });
    expect(wrong.found.filter((line) => line.includes("settings"))).toEqual([
      "wrong settings : FLOW_CACHE_URL_FILE must be a file that can be read: ENOENT",
      expect.stringContaining("wrong settings : PORT must be an integer"),
      expect.stringContaining("wrong settings : FLOW_WORKERS must be auto or"),
      expect.stringContaining("wrong settings : OTEL_PROPAGATORS must be"),
    ]);
    const telemetry = await run({ ...right, OTEL_TRACES_EXPORTER: "jaeger" });
    expect(telemetry.found[0]).toMatch(/^wrong settings : OTEL_TRACES_EXPORTER must be otlp or/);
  });

  test("misses files that were not copied, and is misused with other options", async () => {
    const copy = join(gen, "../copy");
    cpSync(gen, copy, { recursive: true });
    for (const name of ["telemetry", "recording", "redis-client", "on-demand"])
      rmSync(join(copy, `${name}.cjs`));
    const settings = {
      FLOW_RECORD: "failed",
      FLOW_RECORD_DIRECTORY: join(gen, "../recordings"),
      FLOW_CACHE_URL: "redis://127.0.0.1:1",
      FLOW_DEBUG_AUTH: "correct-horse",
    };
    const { code, found } = await run({ ...right, ...settings }, undefined, copy);
    const message = "is not beside server.js, or cannot be read";
    expect(found.filter((line) => line.includes(" file "))).toEqual([
      `wrong file redis-client.cjs: ${message}`,
      `warning file telemetry.cjs: ${message}`,
      `wrong file recording.cjs: ${message}`,
      `wrong file on-demand.cjs: ${message}`,
    ]);
    expect(code).toBe(1);
    rmSync(join(copy, "check.cjs"));
    expect(await run(right, undefined, copy)).toMatchObject({
      code: 2,
      output: expect.stringContaining("is check.cjs beside server.js?"),
    });
    const uses: readonly (readonly [readonly string[], string])[] = [
      [["--chek"], "Unknown option '--chek'"],
      [["--check", "--format", "xml"], "--format must be text or json."],
      [["--check", "now"], "Unexpected argument 'now'"],
      [["--strict"], "The other options are for --check."],
    ];
    for (const [args, says] of uses) {
      const { code, output } = await run(right, args);
      expect([args, code, output]).toEqual([args, 2, expect.stringContaining(says)]);
      expect(output).toContain("Usage: server.js [--check");
    }
  });

  test("asks Redis, with its password and over TLS", needing(redis), async () => {
    const server = await RunningRedis.start("--requirepass", "word");
    try {
      const cache = async (url: string) =>
        (await run({ ...right, FLOW_CACHE_URL: url })).all.filter((line) => line.includes(" cache "));
      const at = (user: string) => server.url.replace("//", `//${user}@`);
      expect(await cache(at(":word"))).toEqual(["ok cache FLOW_CACHE_URL: Redis answers at 127.0.0.1"]);
      expect(await cache(at(":hidden"))).toEqual([
        "wrong cache FLOW_CACHE_URL: Redis does not answer at 127.0.0.1: WRONGPASS",
      ]);
      const soon = identity("redis", { by: authority, ends: 10.5 });
      const tls = createSecureServer({ cert: soon.certificate, key: soon.key }, (socket) => {
        const behind = connect(Number(new URL(server.url).port), "127.0.0.1");
        for (const end of [socket, behind]) end.on("error", () => {});
        socket.pipe(behind).pipe(socket);
      });
      const { all } = await run({
        ...right,
        FLOW_CACHE_URL: `rediss://:word@localhost:${await portOf(tls)}`,
      });
      expect(all.filter((line) => line.includes("FLOW_CACHE_URL"))).toEqual([
        "ok cache FLOW_CACHE_URL: Redis answers at localhost",
        "warning certificate FLOW_CACHE_URL: the certificate that it shows expires in 10 days",
      ]);
      expect(await cache((places.SILENT ?? "").replace("https", "rediss"))).toEqual([
        expect.stringMatching(/^wrong cache FLOW_CACHE_URL: Redis does not answer at localhost: /),
      ]);
    } finally {
      await server.stop();
    }
  });

  for (const [name, ...options] of [["bun"], ["deno", "run", "--allow-all"]] as const) {
    const program = installed(name);
    test(`looks at the same on ${name}`, needing(program), async () => {
      const environment = { ...right, DEAD: places.DEAD ?? "" };
      const { code, found, all } = await run(environment, undefined, gen, [program.command, ...options]);
      expect(all).toContain("ok start server.js: starts");
      expect(found).toContain("wrong upstream $DEAD (127.0.0.1): cannot be connected to: ECONNREFUSED");
      expect(code).toBe(1);
    });
  }
});
