/** What `flowc eject --standalone` writes of each fixture is a project that lives without the compiler: it builds, serves and passes the tests. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeStandalone, writeProject } from "../../bin/shared/standalone.js";
import { withFiles } from "../../bin/shared/with-files.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { fixture, flowc, listFiles, repository, run } from "../support/project.js";
import { served } from "../support/served.js";
import { upstream } from "../support/servers.js";

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage(["typescript", "vitest", "@types/node"]);
  for (const room of ["bin", "compiler"])
    rmSync(join(installed.project, "node_modules/flowc/dist", room), { recursive: true });
});
afterAll(() => installed.remove());

const program = (path: string): string => join(repository, "node_modules", path);

let projects = 0;

async function written(name: string, more: ReadonlyMap<string, string> = new Map()) {
  const out = join(installed.project, `${name}-${++projects}`);
  const inputs = withFiles(readDirectory(fixture(name), undefined), more);
  const made = await makeStandalone(inputs, out);
  expect(made.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  writeProject(out, made);
  return { out, ...made };
}

const tsc = (out: string, ...options: readonly string[]) =>
  run([program("typescript/bin/tsc"), ...options], out);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Tests share a process where they may: to load the runtime for each takes half a second. */
const shared = "--no-isolate";

/** The tests by their names. */
async function vitest(out: string, ...options: readonly string[]) {
  const args = ["run", "--reporter=json", "--outputFile=report.json", ...options];
  await run([program("vitest/vitest.mjs"), ...args], out);
  const { testResults } = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

/** Requests whose answers say that routes, validation, flows and handlers are there. */
const requests: Readonly<Record<string, readonly string[]>> = {
  hello: ["/api/hello?name=Ada", "/api/hello", "/api/nowhere"],
  tokens: ["/api/me", "/api/orders"],
  library: ["/api/books/7", "/api/books/7/label", "/api/books/x", "/"],
  petstore: ["/v2/pet/1", "/v2/pet/findByStatus?status=sold", "/v2/pet/x", "/v2/store/inventory"],
  aggregator: ["/api/users/x/debts", "/api/users/1/debts", "/api/health", "/legacy"],
};

/** Fixtures with many tests. Key sets that tests of the others fetch would be kept for those that follow. */
const together: ReadonlySet<string> = new Set(["library", "petstore", "aggregator"]);

const dead = { ORDERS_API: "http://127.0.0.1:9", USERS_API: "http://127.0.0.1:9" };

/** Status, type and body, without IDs of requests and times. */
async function answers(out: string, paths: readonly string[]) {
  const server = await served(out, dead);
  const found = [];
  for (const path of paths) {
    const response = await server.get(path);
    const text = (await response.text()).replace(/[\da-f]{8}-[\da-f-]{27}|"duration":[\d.]+/g, "…");
    found.push([path, response.status, response.headers.get("content-type"), text]);
  }
  await server.stop();
  return found;
}

describe.concurrent.each(Object.entries(requests))("fixtures/%s", (name, paths) => {
  test("is a project that type-checks, passes all tests, and answers as the built app does", async () => {
    const { out, tests } = await written(name);
    expect(await tsc(out)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await tsc(out, "-p", "tsconfig.build.json")).toEqual({ code: 0, stdout: "", stderr: "" });
    const results = await vitest(out, ...(together.has(name) ? [shared] : []));
    expect(results.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(results.map(({ title }) => title).sort()).toEqual(tests);
    const gen = join(installed.project, `${name}-gen`);
    expect(await flowc("build", fixture(name), "-o", gen)).toMatchObject({ code: 0 });
    expect(await answers(join(out, "dist"), paths)).toEqual(await answers(gen, paths));
    expect(Object.keys(dependenciesOf(out))).toEqual(["flowc", "hono"]);
    const page = readFileSync(join(out, "README.md"), "utf8");
    for (const entry of entriesIn(out))
      expect(page).toMatch(new RegExp(`^\\| \`${entry}\` \\| .+ \\| .+ \\| .+ \\|$`, "m"));
  });
});

const dependenciesOf = (out: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(out, "package.json"), "utf8")).dependencies;

/** The entries of flowc that the modules of a project import. */
const entriesIn = (out: string): readonly string[] =>
  ["src", "test"].flatMap((folder) =>
    listFiles(join(out, folder)).flatMap((path) =>
      [...readFileSync(join(out, folder, path), "utf8").matchAll(/from "(flowc\/[^"]+)"/g)].map(
        ([, entry = ""]) => entry,
      ),
    ),
  );

test.each(["hello", "library"])(
  "fixtures/%s answers the same where handlers took the place of its flows",
  async (name) => {
    const out = join(installed.project, `${name}-ejected`);
    const done = await flowc("eject", fixture(name), "--all", "--standalone", out);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(listFiles(join(out, "src/handlers"))).not.toEqual([]);
    expect(await tsc(out)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await vitest(out, shared)).filter(({ status }) => status !== "passed")).toEqual([]);
    await tsc(out, "-p", "tsconfig.build.json");
    const gen = join(installed.project, `${name}-flows`);
    await flowc("build", fixture(name), "-o", gen);
    expect(await answers(join(out, "dist"), requests[name] ?? [])).toEqual(
      await answers(gen, requests[name] ?? []),
    );
  },
);

test("a failing assertion fails the test of Vitest, with its place and expression", async () => {
  const { out } = await written("hello");
  const file = join(out, "test/nobody.test.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('["$status", 200', '["$status", 201'));
  const failed = (await vitest(out)).filter(({ status }) => status === "failed");
  expect(failed.map(({ title }) => title)).toEqual(["tests/nobody.xml"]);
  expect(failed[0]?.failureMessages.join()).toMatch(
    /tests\/nobody\.xml:\d+: \$status\n[\s\S]*expected: 201\n\s*actual: +200/,
  );
});

test("golden files are written anew where that is asked for", async () => {
  const { out } = await written("library");
  const file = join(out, "test/books/7.json");
  const golden = readFileSync(file, "utf8");
  writeFileSync(file, "{}\n");
  expect((await vitest(out, "books/get.test")).map(({ status }) => status)).toEqual(["failed"]);
  process.env.UPDATE = "1";
  expect((await vitest(out, "books/get.test")).map(({ status }) => status)).toEqual(["passed"]);
  delete process.env.UPDATE;
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(golden));
});

test("settings that load more of the runtime hold as they do for server.js", async () => {
  const { out } = await written("hello");
  await tsc(out, "-p", "tsconfig.build.json");
  const sent: (string | undefined)[] = [];
  const collector = await upstream((request, response) => {
    sent.push(request.url);
    request.resume().on("end", () => response.end());
  });
  const env = { FLOW_ADMIN_PORT: "0", FLOW_LOG_OMIT: "agent", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const server = await served(join(out, "dist"), env);
  await server.get("/api/hello");
  expect(await server.metrics()).toContain("http_server_request_duration_seconds");
  await server.end();
  await collector.stop();
  expect(sent).toContain("/v1/traces");
  expect(server.log()).not.toContain("beside server.js");
  expect(server.events("engine_access")[0]).not.toHaveProperty("agent");
});

test("handlers come along with what they import, wherever that lies", async () => {
  const more = new Map([
    [
      "handlers/greet.ts",
      'import { greeting } from "../lib/words.js";\nimport data from "./data.json";\nimport { handler, respond } from "flowc/handler";\n\nexport default handler(($) => respond($, { text: greeting(data.name) }));\n',
    ],
    ["handlers/data.json", '{ "name": "Ada" }\n'],
    [
      "lib/words.ts",
      'import type { Name } from "../handlers/types.js";\n\nexport const greeting = (name: Name): string => "Hi, ".concat(name);\n',
    ],
    ["handlers/types.d.ts", "export type Name = string;\n"],
    [
      "swagger.yaml",
      "swagger: '2.0'\ninfo: { title: Hi, version: '1' }\nbasePath: /api\npaths:\n  /hi:\n    get:\n      operationId: greet\n      x-flow-handler: handlers/greet.ts\n      responses: { 200: { description: Hi } }\n  /hello:\n    get:\n      x-flow: hello.xml\n      parameters: [{ name: name, in: query, type: string }]\n      responses: { 200: { description: Hello } }\n",
    ],
  ]);
  const { out } = await written("hello", more);
  expect(listFiles(join(out, "src/handlers"))).toEqual([
    "data.json",
    "greet.ts",
    "lib/words.ts",
    "types.d.ts",
  ]);
  expect(await tsc(out, "-p", "tsconfig.build.json")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await answers(join(out, "dist"), ["/api/hi"])).toEqual([
    ["/api/hi", 200, "application/json", '{"text":"Hi, Ada"}'],
  ]);
});
