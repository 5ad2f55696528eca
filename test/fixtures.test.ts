/**
 * The fixtures as users meet them: built by the command line, type-checked, and run in this process and as
 * `node server.js`.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send, sendTo } from "./support/client.js";
import { importApp, scratchDirectory } from "./support/compile.js";
import { aggregator } from "./support/exchanges/aggregator.js";
import type { Exchange } from "./support/exchanges/exchange.js";
import { hello } from "./support/exchanges/hello.js";
import { library } from "./support/exchanges/library.js";
import { petstore } from "./support/exchanges/petstore.js";
import { tokens } from "./support/exchanges/tokens.js";
import { longLines, modulesBelow, reformatted } from "./support/formatting.js";
import {
  differences,
  type Finished,
  fixture,
  flowc,
  listFiles,
  readTree,
  tscStrict,
} from "./support/project.js";
import { compareResponse } from "./support/samples.js";
import { served } from "./support/served.js";
import { deadUrl, type RunningServer } from "./support/servers.js";
import { surroundings } from "./support/surroundings.js";

const around = surroundings();

beforeAll(async () => {
  Object.assign(process.env, (await around).env);
});
afterAll(async () => {
  const { env, stop } = await around;
  for (const name of Object.keys(env)) delete process.env[name];
  await stop();
});

/** Where a fixture is built, once for all tests. */
function built(name: string): Promise<{ readonly out: string; readonly finished: Finished }> {
  const known = builds.get(name) ?? build(name);
  builds.set(name, known);
  return known;
}

const builds = new Map<string, ReturnType<typeof build>>();

async function build(name: string) {
  const out = scratchDirectory(name);
  const finished = await flowc("build", fixture(name), "-o", out);
  if (finished.code !== 0) throw new Error(finished.stderr);
  return { out, finished };
}

function check(name: string, exchanges: readonly Exchange[]): void {
  describe(`fixtures/${name}`, () => {
    let out: string;
    const elsewhere = mkdtempSync(join(tmpdir(), "flowc-"));
    const alone = join(elsewhere, "alone");
    let finished: Finished;
    let app: Hono;
    let server: RunningServer;

    beforeAll(async () => {
      ({ out, finished } = await built(name));
      // Nothing else is in the directory, so it runs without an install.
      for (const file of ["server.js", "on-demand.cjs", "saxon-js.cjs", "saxon-worker.mjs"])
        if (existsSync(join(out, file))) cpSync(join(out, file), join(alone, file), { recursive: true });
      app = await importApp(out);
      server = await served(alone, (await around).env);
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(elsewhere, { recursive: true, force: true });
    });

    test("builds without a finding", () => {
      expect(finished).toMatchObject({ code: 0, stderr: "" });
    });

    test("gives the files that are promised", () => {
      const files = listFiles(out);
      expect(files).toEqual(expect.arrayContaining(["app.ts", "flowc.json", "server.js", "server.js.map"]));
      expect(files.some((path) => path.startsWith("endpoints/"))).toBe(true);
    });

    test("gives the same bytes from a copy in another directory", async () => {
      // The source map has the way from the output to the flows.
      const second = join(elsewhere, "somewhere else/a/b/c/d/e/second");
      const copy = join(second, relative(out, fixture(name)));
      cpSync(fixture(name), copy, { recursive: true });
      const again = await flowc("build", copy, "-o", second);
      expect(again).toMatchObject({ code: 0 });
      expect(differences(readTree(second), readTree(out))).toEqual([]);
    });

    test("names no directory of this machine in its output", () => {
      for (const [path, text] of Object.entries(readTree(out))) {
        for (const directory of [out, fixture(name), process.cwd()]) {
          expect({ path, found: text.includes(directory) }).toEqual({ path, found: false });
        }
      }
    });

    test("gives modules that pass tsc --strict", async () => {
      expect(await tscStrict(out)).toBe("");
    });

    test("gives modules that look as a formatter would write them, within 100 columns", async () => {
      const modules = modulesBelow(out);
      expect(longLines(modules)).toEqual([]);
      expect(await reformatted(modules)).toEqual({});
    });

    test("has no any, no suppressed error and no code made at run time", () => {
      const modules = Object.entries(readTree(out)).filter(([path]) => path.endsWith(".ts"));
      expect(modules.length).toBeGreaterThan(1);
      for (const [path, text] of modules) {
        // Strings and comments quote the flows, but the test is about code.
        const code = text
          .replace(/"(?:[^"\\\n]|\\.)*"/g, `""`)
          // Handlers have JSON of unknown form as `any`.
          .replace(/^declare module ""[\s\S]*?^\}$/m, "")
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .replace(/(^|\s)\/\/(?!.*@ts-).*/g, "");
        const found = /\bany\b|@ts-|biome-ignore|eslint-disable|\beval\(|new Function|\bas unknown\b/.exec(
          code,
        )?.[0];
        expect({ path, found }).toEqual({ path, found: undefined });
      }
    });

    describe("in process", () => {
      for (const { name: title, request, ...expected } of exchanges) {
        test(title, async () => compareResponse(await send(app, request), expected));
      }
    });

    describe("over HTTP", () => {
      for (const { name: title, request, ...expected } of exchanges) {
        test(title, async () => compareResponse(await sendTo(server.url, request), expected));
      }
    });
  });
}

check("hello", hello);
check("petstore", petstore);
check("aggregator", aggregator);
check("tokens", tokens);
check("library", library);

test.each(["{}", '{"type":"module"}', '{"type":"commonjs"}'])(
  "server.js runs where package.json is %s",
  async (packageJson) => {
    const { out } = await built("hello");
    const place = scratchDirectory("hello-elsewhere");
    cpSync(join(out, "server.js"), join(place, "server.js"));
    writeFileSync(join(place, "package.json"), packageJson);
    const server = await served(place);
    expect((await sendTo(server.url, hello[0]?.request ?? { path: "/" })).status).toBe(200);
    await server.stop();
  },
);

describe("fixtures/petstore with another environment", () => {
  test("is closed", async () => {
    const { out } = await built("petstore");
    const server = await served(out, { PETSTORE_CLOSED: "Back at 9." });
    try {
      for (const path of ["/v2/pet/1", "/v2/user/logout"]) {
        const response = await sendTo(server.url, { path });
        compareResponse(response, {
          status: 503,
          json: { code: 503, type: "closed", message: "Back at 9." },
        });
        expect(response.headers.get("request-id")).toMatch(/^.+$/);
      }
    } finally {
      await server.stop();
    }
  });
});

test("fixtures/library adds to the access log", async () => {
  const { out } = await built("library");
  const { events } = await send(await importApp(out), { path: "/api/books/7/record" });
  expect(events.filter(({ type }) => type === "engine_access")).toEqual([
    expect.objectContaining({
      path: "/api/books/7/record",
      flow: "books/record.xml",
      library: { revision: "none" },
    }),
  ]);
});

describe("fixtures/aggregator with an orders API that is down", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const { out } = await built("aggregator");
    server = await served(out, { ...(await around).env, ORDERS_API: await deadUrl() });
  });

  test("health says so", async () => {
    const response = await sendTo(server.url, { path: "/api/health" });
    expect([response.status, response.json()]).toEqual([
      503,
      { users: "up", orders: "down", error: expect.stringMatching(/^.+$/) },
    ]);
  });

  test("dashboard goes without", async () => {
    const response = await sendTo(server.url, { path: "/api/users/1/dashboard" });
    compareResponse(response, {
      json: { user: "Ada", orders: null, notice: "Orders are not available (502)." },
    });
  });

  test("summary fails with the connection error", async () => {
    const response = await sendTo(server.url, { path: "/api/users/1/summary" });
    expect(response.status).toBe(502);
    expect(response.json()).toMatchObject({ status: 502, code: 3201, failed: true });
  });
});
