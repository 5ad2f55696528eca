/** SIGHUP: real processes take new settings, all of them or none, without losing a request. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Setting } from "../../runtime/base/setting.js";
import { settings } from "../../runtime/base/settings.js";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { needing } from "../support/needs.js";
import { answer, open } from "../support/raw.js";
import { RunningRedis, redis } from "../support/redis.js";
import { bearer } from "../support/secured.js";
import { built, served, whenDone } from "../support/served.js";
import { type RunningProcess, type RunningServer, upstream } from "../support/servers.js";
import { keyPairToken, keysFor, rsaKeys } from "../support/tokens.js";
import { selfSigned } from "../upstream/certificates.js";

let out: string;
let system: RunningServer;
/** Requests that it has got. */
let asked = 0;
/** Answers to requests that wait until both are there. */
const held: (() => void)[] = [];

beforeAll(async () => {
  const api = {
    swagger: "2.0",
    basePath: "/t",
    info: { title: "reload", version: "1" },
    paths: {
      "/told": { "x-flow": "told.xml" },
      "/body": { "x-flow": "body.xml" },
      "/up": { "x-flow": "up.xml" },
      "/cached": { "x-flow": "cached.xml" },
      "/alert": { "x-flow": "alert.xml" },
      "/mark": { "x-flow": "mark.xml" },
      "/limited": {
        "x-flow": "told.xml",
        "x-flow-limit": { rate: "1/min", key: "$request/client-address" },
      },
      "/mock": {
        "x-flow": "told.xml",
        "x-flow-validate": {},
        get: { responses: { 200: { description: "", examples: { "text/plain": "mocked" } } } },
      },
    },
  };
  out = await built({
    "swagger.yaml": JSON.stringify(api),
    "told.xml": `<flow><template>{ "role": {{ $server/role }}, "address": {{ $request/client-address }} }</template></flow>`,
    "body.xml": '<flow><template>{ "body": {{ $body }} }</template></flow>',
    "up.xml": `<flow><request>{ "url": {{ concat($env/UP, "/", $request/get/wait) }} }</request></flow>`,
    "cached.xml": `<flow><request>{ "url": {{ $env/UP }}, "options": { "use-http-cache": true } }</request></flow>`,
    "alert.xml": `<flow><template>{ "x": {{ file-exists($request/get/q) }} }</template></flow>`,
    "mark.xml": `<flow><error status="500">{ "message": "always logged" }</error></flow>`,
  });
  system = await upstream((request, response) => {
    asked++;
    const wait = request.url?.slice(1) ?? "";
    const answer = () => {
      response.writeHead(200, { "cache-control": "max-age=60" }).end("x".repeat(2_000));
    };
    if (wait === "held") held.push(answer);
    else setTimeout(answer, Number(wait));
  });
}, 120_000);
afterAll(() => system.stop());

/** A process with a file of settings. */
class Reloadable {
  constructor(
    readonly server: RunningProcess,
    readonly file: string,
  ) {}

  /** Those of whole lines, each of which is read once. */
  readonly #events: Readonly<Record<string, unknown>>[] = [];
  #read = 0;

  events(type: RegExp) {
    const log = this.server.log();
    const end = log.lastIndexOf("\n") + 1;
    if (end > this.#read) this.#events.push(...eventLines(log.slice(this.#read, end)));
    this.#read = end;
    return this.#events.filter((event) => type.test(String(event.type)));
  }

  /** What the process has said to signals up to now. */
  said() {
    return this.events(/^engine_(?:reload|alert)$/).filter(
      ({ type, message }) => type === "engine_reload" || String(message).startsWith("Nothing is reloaded: "),
    );
  }

  /** Writes the file, sends the signal, and waits for what the process says to it. */
  async reload(text?: string): Promise<Readonly<Record<string, unknown>>> {
    if (text !== undefined) writeFileSync(this.file, text);
    const before = this.said().length;
    this.server.signal("SIGHUP");
    await vi.waitFor(() => expect(this.said().length).toBeGreaterThan(before), {
      timeout: 15_000,
      interval: 10,
    });
    return this.said().at(-1) ?? {};
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.server.get(`/t${path}`, { headers });
  }

  status(path: string, headers?: Record<string, string>): Promise<number> {
    return this.get(path, headers).then(
      (response) => response.status,
      () => 0,
    );
  }
}

async function start(text: string, env: Readonly<Record<string, string>> = {}): Promise<Reloadable> {
  const file = join(scratchDirectory("settings"), "settings.env");
  writeFileSync(file, text);
  const server = await served(out, { FLOW_SETTINGS_FILE: file, UP: system.url, ...env });
  return new Reloadable(server, file);
}

/** What a client sees of a setting: by its default, and once it has the value. */
type Row = readonly [
  value: string,
  probe: (one: Reloadable) => Promise<unknown>,
  before: unknown,
  after: unknown,
];

const forwarded = (address: string) => ({ "x-forwarded-for": address });

/** Statuses of two requests, of which the first one waits for the upstream system while the second one comes. */
async function both(one: Reloadable): Promise<readonly number[]> {
  const before = asked;
  let isAnswered = false;
  const first = one.status("/up?wait=held");
  await vi.waitFor(() => expect(asked).toBe(before + 1), { interval: 5 });
  const second = one.status("/up?wait=held").finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(() => expect(isAnswered || asked === before + 2).toBe(true), { interval: 5 });
  for (const answer of held.splice(0)) answer();
  return Promise.all([first, second]);
}

let marks = 0;

/** Returns true if a request makes an event of a type. The log is written behind the answer, in the order of events. */
async function made(one: Reloadable, type: RegExp, path: string, headers?: Record<string, string>) {
  const before = one.events(type).length;
  await one.status(path, headers);
  const mark = `/mark?${++marks}`;
  await one.status(mark);
  const marking = await vi.waitFor(() => {
    const found = one.events(/^engine_access$/).find((event) => event.path === `/t${mark}`);
    expect(found).toBeDefined();
    return found;
  });
  return one.events(type).filter(({ requestID }) => requestID !== marking?.requestID).length > before;
}

const posted = (length: number) => async (one: Reloadable) =>
  (await fetch(`${one.server.url}/t/body`, { method: "POST", body: "x".repeat(length) })).status;

let mine = 0;

const rows: Readonly<Partial<Record<keyof typeof settings, Row>>> = {
  SERVER_ROLE: [
    "edge",
    async (one) => ((await (await one.get("/told")).json()) as { role: unknown }).role ?? null,
    null,
    "edge",
  ],
  TRUSTED_PROXIES: [
    "127.0.0.1",
    async (one) =>
      ((await (await one.get("/told", forwarded("192.0.2.7"))).json()) as { address: unknown }).address,
    "127.0.0.1",
    "192.0.2.7",
  ],
  REQUEST_ID_HEADER: ["X-My-Id", async (one) => (await one.get("/told")).headers.has("x-my-id"), false, true],
  ALLOW_MOCKING: [
    "true",
    async (one) => (await one.get("/mock", { mock: "true" })).text(),
    expect.stringContaining("role"),
    "mocked",
  ],
  MAX_BODY_BYTES: ["10", posted(20), 200, 413],
  MAX_BODIES_BYTES: ["10", posted(20), 200, 413],
  MAX_UPSTREAM_BYTES: ["100", (one) => one.status("/up"), 200, 502],
  MAX_UPSTREAM_BODIES_BYTES: ["100", (one) => one.status("/up"), 200, 502],
  DEFAULT_TIMEOUT: ["200ms", (one) => one.status("/up?wait=600"), 200, 504],
  DEFAULT_TTFB_TIMEOUT: ["200ms", (one) => one.status("/up?wait=600"), 200, 504],
  MAX_TIMEOUT: ["200ms", (one) => one.status("/up?wait=600"), 200, 504],
  REQUEST_TIMEOUT: ["200ms", (one) => one.status("/up?wait=600"), 200, 503],
  UPSTREAM_ORIGINS: ["https://elsewhere.test", (one) => one.status("/up"), 200, 502],
  MAX_REQUESTS: ["1", (one) => both(one), [200, 200], [200, 503]],
  MAX_CONNECTIONS: ["1", (one) => both(one), [200, 200], [200, 0]],
  MAX_REQUESTS_PER_UPSTREAM: ["1", (one) => both(one), [200, 200], [200, 503]],
  BODY_TIMEOUT: [
    "200ms",
    async (one) => {
      const socket = await open(one.server.url);
      socket.write("POST /t/body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
      const late = new Promise<number>((resolve) => setTimeout(resolve, 1_500, 0));
      const status = await Promise.race([answer(socket).then((found) => found.status), late]);
      socket.destroy();
      return status;
    },
    0,
    408,
  ],
  DEBUG: ["*:debug:log", (one) => made(one, /^engine_debug$/, "/told"), false, true],
  DEBUG_ALLOW_HEADER: [
    "true",
    (one) => made(one, /^engine_debug$/, "/told", { debug: "*:debug:log" }),
    false,
    true,
  ],
  DEBUG_AUTH: [
    "s3cret",
    (one) => made(one, /^engine_debug$/, "/told", { debug: "*:debug:log; auth=s3cret" }),
    false,
    true,
  ],
  LOG_ACCESS: ["failed", (one) => made(one, /^engine_access$/, "/told"), true, false],
  LOG_UPSTREAM: ["failed", (one) => made(one, /^engine_request$/, "/up"), true, false],
  LOG_ALERTS: ["error", (one) => made(one, /^engine_alert$/, "/alert?q=x"), true, false],
  READY_URLS: [
    "http://127.0.0.1:1",
    async (one) => (await fetch(`${one.server.admin}/readyz`)).status,
    200,
    503,
  ],
  LIMIT_IPV6_PREFIX: [
    "128",
    async (one) => {
      // Counters are kept; so each look has networks of its own.
      const network = `2001:db8:${++mine}:1`;
      await one.status("/limited", forwarded(`${network}::1`));
      return one.status("/limited", forwarded(`${network}::2`));
    },
    429,
    200,
  ],
};

/** Those without a row above, and what shows that they change, or who reads them for each request. */
const shownElsewhere: Readonly<Partial<Record<keyof typeof settings, string>>> = {
  CACHE_URL: "below, with a real Redis",
  DRAIN_DELAY: "below, at the end",
  XSLT_TIMEOUT: "read for each transformation: saxon-stylesheet.ts",
  LDAP_TIMEOUT: "read for each question: ldap-directory.ts",
  DEFAULT_CONNECT_TIMEOUT: "read for each upstream request, beside DEFAULT_TIMEOUT: request-plan.ts",
};

const all = Object.entries(settings) as readonly (readonly [keyof typeof settings, Setting<unknown>])[];

test("each setting that may change has a place here, and no other", () => {
  const may = all.filter(([, { isFixed }]) => !isFixed).map(([name]) => name);
  expect([...Object.keys(rows), ...Object.keys(shownElsewhere)].sort()).toEqual([...may].sort());
});

test("a value is in force once the process says so, and gone when the file has it no more", {
  timeout: 180_000,
}, async () => {
  const common = (name: string) => (name === "LIMIT_IPV6_PREFIX" ? "FLOW_TRUSTED_PROXIES=127.0.0.1\n" : "");
  const one = await start("", { FLOW_ADMIN_PORT: "0" });
  const found: Record<string, readonly unknown[]> = {};
  const expected: Record<string, readonly unknown[]> = {};
  for (const [name, [value, probe, before, after]] of Object.entries(rows)) {
    await one.reload(common(name));
    const first = await probe(one);
    const event = await one.reload(`# a comment\n\n${common(name)} FLOW_${name} = "${value}" \n`);
    found[name] = [first, await probe(one), event.changed, event.restart];
    expected[name] = [before, after, [`FLOW_${name}`], []];
  }
  expect(found).toEqual(expected);
  await one.reload("FLOW_DRAIN_DELAY=2s\n");
  const ended = one.server.end();
  await vi.waitFor(async () => expect((await fetch(`${one.server.admin}/readyz`)).status).toBe(503));
  expect(await one.status("/told")).toBe(200);
  expect(await ended).toBe(0);
  expect(one.server.log()).not.toContain("s3cret");
});

test("fixed settings keep their values, and the event names them", async () => {
  const one = await start("FLOW_MAX_HEAD_BYTES=8KiB\nFLOW_SERVER_ROLE=old\n");
  const text = all
    .filter(([name, { isFixed }]) => isFixed && !/^(?:HOST|PORT|SETTINGS_FILE|RECORD)$/.test(name))
    .map(([name, { kind, otherwise }]) => {
      const other = ["true", "2", "2222", "99999999", "127.0.0.2", "ecs", "agent", "x"].find((value) => {
        const read = kind.read(value);
        return read !== undefined && read !== otherwise;
      });
      return `FLOW_${name}=${other}\n`;
    });
  const event = await one.reload(`${text.join("")}FLOW_SERVER_ROLE=new\n`);
  expect(event.changed).toEqual(["FLOW_SERVER_ROLE"]);
  expect([...(event.restart as string[])].sort()).toEqual(text.map((line) => line.split("=")[0]).sort());
  expect(await one.status("/told", { "x-long": "x".repeat(9_000) })).toBe(431);
});

describe.concurrent.each(["1", "2"])("%s processes", (FLOW_WORKERS) => {
  const role = async (one: Reloadable) => {
    const roles = new Set<unknown>();
    for (let time = 0; time < 6; time++)
      roles.add(((await (await one.get("/told")).json()) as { role: unknown }).role);
    return [...roles].join();
  };

  test("a broken value of any kind keeps all that was there, and an alert says why", {
    timeout: 120_000,
  }, async () => {
    const secret = join(scratchDirectory("secret"), "auth");
    writeFileSync(secret, "old-s3cret");
    const one = await start("FLOW_SERVER_ROLE=old\n", { FLOW_WORKERS, FLOW_DEBUG_AUTH_FILE: secret });
    const broken: readonly (readonly [text: string, message: string])[] = [
      ["FLOW_MAX_TIMEOUT=10x\n", 'FLOW_MAX_TIMEOUT must be seconds from 0.001 to 2147483, not "10x"'],
      ["FLOW_PORT=1\n", "There is no setting FLOW_PORT"],
      ["FLOW_DEFAULT_TIMOUT=1\n", "There is no setting FLOW_DEFAULT_TIMOUT; there is FLOW_DEFAULT_TIMEOUT."],
      ["PATH=/tmp\n", "There is no setting PATH."],
      ["FLOW_SETTINGS_FILE=/tmp/x\n", "There is no setting FLOW_SETTINGS_FILE"],
      ["\u0000binary s3cret\n", "Line 2 of FLOW_SETTINGS_FILE must be of the form NAME=value"],
      ["FLOW_SERVER_ROLE=x\n", "FLOW_SETTINGS_FILE must set FLOW_SERVER_ROLE once"],
      ["FLAT_SERVER_ROLE=x\n", "FLOW_SETTINGS_FILE must set FLAT_SERVER_ROLE once"],
      [
        `FLOW_WORKERS=${FLOW_WORKERS}\n`,
        "Only one of the environment and FLOW_SETTINGS_FILE can set FLOW_WORKERS",
      ],
      ["FLOW_CACHE_URL=http://s3cret\n", "FLOW_CACHE_URL must be a URL with redis or rediss"],
      ["FLOW_CACHE_URL_FILE=/nowhere\n", "FLOW_CACHE_URL_FILE must be a file that can be read: ENOENT"],
      ["FLOW_DEBUG_AUTH=s3cret\n", "Only one of FLOW_DEBUG_AUTH and FLOW_DEBUG_AUTH_FILE can be set"],
      // What needs a restart is checked all the same.
      ["FLOW_MAX_STEPS=x\n", "FLOW_MAX_STEPS must be an integer from 1 to 1000000000000"],
    ];
    for (const [line, message] of broken) {
      const said = await one.reload(`FLOW_SERVER_ROLE=new\n${line}`);
      expect(said).toMatchObject({ type: "engine_alert", topic: "settings", severity: "error" });
      expect(said.message).toContain(`Nothing is reloaded: ${message}`);
    }
    expect(await role(one)).toBe("old");
    writeFileSync(secret, "new-s3cret");
    expect((await one.reload("FLOW_SERVER_ROLE=new\n")).changed).toEqual([
      "FLOW_DEBUG_AUTH",
      "FLOW_SERVER_ROLE",
    ]);
    expect(await role(one)).toBe("new");
    expect(one.server.log()).not.toContain("s3cret");
  });
  test("all processes take new values or none; one that comes later has them; connections stay", {
    timeout: 120_000,
  }, async () => {
    const one = await start("FLOW_SERVER_ROLE=old\n", { FLOW_WORKERS });
    const failures: unknown[] = [];
    let isOver = false;
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const connections = new Set<unknown>();
    const client = async () => {
      while (!isOver)
        await new Promise<void>((resolve) => {
          const sent = get(`${one.server.url}/t/up?wait=5`, { agent }, (response) => {
            if (response.statusCode !== 200) failures.push(response.statusCode);
            response.resume().on("end", resolve);
          });
          sent.on("socket", (socket) => connections.add(socket));
          sent.on("error", (error) => {
            failures.push(error.message);
            resolve();
          });
        });
    };
    const clients = Array.from({ length: 4 }, client);
    for (const value of ["a", "b", "c"]) {
      await one.reload(`FLOW_SERVER_ROLE=${value}\n`);
      expect(await role(one)).toBe(value);
    }
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect([failures, connections.size]).toEqual([[], 4]);

    // Signals that come while one is answered are answered together, and the last value counts.
    const before = one.said().length;
    for (const value of ["d", "e", "f"]) {
      writeFileSync(one.file, `FLOW_SERVER_ROLE=${value}\n`);
      one.server.signal("SIGHUP");
    }
    await vi.waitFor(async () => expect(await role(one)).toBe("f"));
    expect(one.said().length - before).toBeLessThanOrEqual(3);

    if (FLOW_WORKERS === "1") return;
    const pids = workersOf(one.server.pid as number);
    const [pid = 0] = pids;
    process.kill(pid, "SIGSTOP");
    expect((await one.reload("FLOW_SERVER_ROLE=lost\n")).message).toBe(
      `Nothing is reloaded: Worker ${pid} has not checked the settings within 5 s`,
    );
    process.kill(pid, "SIGCONT");
    expect(await role(one)).toBe("f");
    // The signal is for the process that was started; a worker does nothing.
    process.kill(pid, "SIGHUP");
    process.kill(pid, "SIGKILL");
    await one.reload("FLOW_SERVER_ROLE=g\n");
    await vi.waitFor(() => expect(workersOf(one.server.pid as number).length).toBe(2));
    await vi.waitFor(async () => expect(await role(one)).toBe("g"));
    expect(one.events(/^engine_start$/).length).toBe(1);
  });

  test("before it listens and while it ends, the signal does no harm", async () => {
    const file = join(scratchDirectory("settings"), "settings.env");
    writeFileSync(file, "FLOW_SERVER_ROLE=a\n");
    const env = { FLOW_SETTINGS_FILE: file, UP: system.url, FLOW_WORKERS, FLOW_DRAIN_DELAY: "1s" };
    const pidFile = `${file}.pid`;
    // While the app connects to Redis, it does not listen yet.
    const silent = createNetServer(() => {
      if (connections++ === 0) process.kill(Number(readFileSync(pidFile, "utf8")), "SIGHUP");
    }).listen(0, "127.0.0.1");
    let connections = 0;
    await once(silent, "listening");
    whenDone(async () => silent.close());
    const FLOW_CACHE_URL = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const command = `echo $$ >${pidFile}; exec ${process.execPath} ${join(out, "server.js")}`;
    const server = await served(out, { ...env, FLOW_CACHE_URL }, () => ["/bin/sh", "-c", command]);
    const one = new Reloadable(server, file);
    expect(one.events(/^engine_(?:reload|start)$/).map(({ type }) => type)).toEqual([
      "engine_reload",
      "engine_start",
    ]);
    writeFileSync(file, "FLOW_SERVER_ROLE=b\n");
    await one.reload();
    expect(await role(one)).toBe("b");
    const told = one.said().length;
    const ended = server.end();
    await vi.waitFor(() => expect(one.events(/^engine_drain$/).length).toBe(1));
    server.signal("SIGHUP");
    expect(await role(one)).toBe("b");
    expect([await ended, one.said().length]).toEqual([0, told]);
  });
});

/** The processes that a process has started. */
function workersOf(pid: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return (stdout.match(/\d+/g) ?? []).map(Number);
}

const terminal = {
  name: "script, which makes terminals: apt-get install bsdutils",
  isThere: existsSync("/usr/bin/script"),
};

test.concurrent.each(["1", "2"])(
  "a terminal that is closed ends %s processes; in one that is open, they reload",
  {
    ...needing(terminal),
    timeout: 60_000,
  },
  async (FLOW_WORKERS) => {
    const log = join(scratchDirectory("terminal"), "log");
    const file = `${log}.env`;
    writeFileSync(file, "");
    const command = `exec ${process.execPath} ${join(out, "server.js")} 2>${log}`;
    const env = { HOST: "127.0.0.1", PORT: "0", UP: system.url, FLOW_WORKERS, FLOW_SETTINGS_FILE: file };
    const holder = spawn("/usr/bin/script", ["-qc", command, "/dev/null"], { env, stdio: "ignore" });
    whenDone(async () => holder.kill("SIGKILL"));
    const logged = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
    await vi.waitFor(() => expect(logged()).toContain('"engine_start"'));
    const [, pid] = /"pid":(\d+)/.exec(logged()) ?? [];
    process.kill(Number(pid), "SIGHUP");
    await vi.waitFor(() => expect(logged()).toContain('"engine_reload"'));
    const workers = workersOf(Number(pid));
    expect(workers.length).toBe(FLOW_WORKERS === "1" ? 0 : 2);
    holder.kill("SIGKILL");
    await vi.waitFor(() => expect(logged()).toContain('"engine_end"'));
    // Nothing is left. Node itself may fail at its very end, since it cannot tell the terminal anything.
    for (const one of [Number(pid), ...workers])
      await vi.waitFor(() => expect(existsSync(`/proc/${one}`)).toBe(false));
  },
);

test("a file that is gone, or was never there", async () => {
  const one = await start("FLOW_SERVER_ROLE=old\n");
  rmSync(one.file);
  const said = await one.reload();
  const gone = "FLOW_SETTINGS_FILE must be a file that can be read: ENOENT";
  expect(said.message).toBe(`Nothing is reloaded: ${gone}`);
  expect(await one.reload("")).toMatchObject({ changed: ["FLOW_SERVER_ROLE"] });
  await expect(served(out, { FLOW_SETTINGS_FILE: "/nowhere" })).rejects.toThrow(gone);
  writeFileSync(one.file, "FLOW_MAX_STEPS=x");
  await expect(served(out, { FLOW_SETTINGS_FILE: one.file })).rejects.toThrow("FLOW_MAX_STEPS must be");
});

test("without a file of settings, the signal reads secrets again, and does nothing else", async () => {
  const server = await served(out, { UP: system.url });
  const one = new Reloadable(server, "");
  expect(await one.reload()).toMatchObject({
    type: "engine_reload",
    message: "reloaded: nothing has changed",
    changed: [],
    restart: [],
  });
});

describe.concurrent.each(["1", "2"])("keys and certificates of %s processes", (FLOW_WORKERS) => {
  test("are taken when they are right, and else keep everything as it was", {
    timeout: 120_000,
  }, async () => {
    const [old, young] = [keysFor("ES256"), keysFor("ES256")];
    const [first, second] = [selfSigned("first"), selfSigned("second")];
    const directory = scratchDirectory("keys");
    const [token, certificate, key, file] = ["token.pem", "cert.pem", "key.pem", "env"].map((name) =>
      join(directory, name),
    ) as [string, string, string, string];
    const tls = selfSigned("server");
    const secure = createServer(
      { cert: tls.certificate, key: tls.key, requestCert: true, ca: [first.certificate, second.certificate] },
      (request, response) => response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN),
    ).listen(0, "127.0.0.1");
    await once(secure, "listening");
    whenDone(async () => {
      secure.closeAllConnections();
      secure.close();
    });
    const SHOP = `https://localhost:${(secure.address() as AddressInfo).port}/`;
    const api = {
      swagger: "2.0",
      basePath: "/t",
      "x-flow-upstreams": {
        "$env/SHOP": {
          "client-certificate": { certificate: { env: "CERT" }, key: { path: key }, ca: { env: "CA" } },
        },
      },
      securityDefinitions: { Token: bearer({ key: { env: "TOKEN_KEY" }, alg: "ES256" }) },
      paths: { "/x": { security: [{ Token: [] }], "x-flow": "x.xml" }, "/shop": { "x-flow": "shop.xml" } },
    };
    const app = {
      "swagger.yaml": JSON.stringify(api),
      "x.xml": `<flow><template>{ "role": {{ $server/role }} }</template></flow>`,
      "shop.xml": `<flow><request>{ "url": {{ $env/SHOP }} }</request></flow>`,
    };
    writeFileSync(token, old.spki);
    writeFileSync(certificate, first.certificate);
    writeFileSync(key, first.key);
    writeFileSync(file, "");
    const server = await served(app, {
      ...{ FLOW_WORKERS, SHOP, FLOW_SETTINGS_FILE: file },
      ...{ TOKEN_KEY_FILE: token, CERT: certificate, CA: tls.certificate },
    });
    const one = new Reloadable(server, file);
    const seen = async () => {
      const found = new Set<string>();
      for (let time = 0; time < 4; time++) {
        const sign = (pair: typeof old) => `Bearer ${keyPairToken({ sub: "ada" }, "ES256", pair.privateKey)}`;
        const statuses = [old, young].map((pair) => one.status("/x", { authorization: sign(pair) }));
        found.add(`${await Promise.all(statuses)} ${await (await one.get("/shop")).text()}`);
      }
      return [...found];
    };
    expect(await seen()).toEqual(["200,403 first"]);
    // A key that is whole, and of another kind; half of one; none.
    const broken: readonly (readonly [() => void, RegExp])[] = [
      [() => writeFileSync(token, rsaKeys().spki), /^The file that TOKEN_KEY_FILE names cannot be used: /],
      [() => writeFileSync(token, old.spki.slice(0, 60)), /^TOKEN_KEY_FILE cannot be used: it is not whole$/],
      [() => rmSync(token), /^TOKEN_KEY_FILE cannot be used: ENOENT$/],
      [
        () => {
          writeFileSync(token, old.spki);
          writeFileSync(key, second.key);
        },
        /^CERT, \S+key\.pem, CA cannot be used: ERR_OSSL_X509_KEY_VALUES_MISMATCH$/,
      ],
      [() => writeFileSync(key, "no key"), /^CERT, \S+key\.pem, CA cannot be used: ERR_OSSL_\w+$/],
    ];
    for (const [breakIt, reason] of broken) {
      breakIt();
      const said = await one.reload("FLOW_SERVER_ROLE=new\n");
      expect(String(said.message).replace("Nothing is reloaded: ", "")).toMatch(reason);
    }
    expect(await seen()).toEqual(["200,403 first"]);
    writeFileSync(token, young.spki);
    writeFileSync(certificate, second.certificate);
    writeFileSync(key, second.key);
    const { changed } = await one.reload();
    expect(new Set(changed as string[])).toEqual(
      new Set(["FLOW_SERVER_ROLE", "TOKEN_KEY_FILE", `CERT, ${key}, CA`]),
    );
    expect(await seen()).toEqual(["403,200 second"]);
    expect(server.log()).not.toMatch(/-----BEGIN|eyJ|no key/);
  });
});

test("another password for Redis is taken, without a request that fails", {
  ...needing(redis),
  timeout: 60_000,
}, async () => {
  const store = await RunningRedis.start("--requirepass", "old");
  whenDone(() => store.stop());
  const secret = join(scratchDirectory("redis"), "url");
  const url = (password: string) => store.url.replace("//", `//:${password}@`);
  writeFileSync(secret, url("old"));
  const one = await start("", { FLOW_CACHE_URL_FILE: secret });
  const hits = () => one.events(/^engine_request$/).filter(({ cacheHit }) => cacheHit).length;
  expect([await one.status("/cached"), await one.status("/cached")]).toEqual([200, 200]);
  await vi.waitFor(() => expect(hits()).toBe(1));
  const redisCli = (password: string, ...command: readonly string[]) =>
    execFileSync("redis-cli", [
      "-u",
      url(password).replace("//", "//default"),
      "--no-auth-warning",
      ...command,
    ]);
  redisCli("old", "CONFIG", "SET", "requirepass", "new");
  writeFileSync(secret, url("new"));
  expect(await one.reload()).toMatchObject({ changed: ["FLOW_CACHE_URL"] });
  redisCli("new", "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
  expect(await one.status("/cached")).toBe(200);
  await vi.waitFor(() => expect(hits()).toBe(2));
  expect(one.events(/^engine_alert$/)).toEqual([]);
  expect(one.server.log()).not.toMatch(/:(?:old|new)@/);
});
