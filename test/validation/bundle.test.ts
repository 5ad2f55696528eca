/** An app that validates, as `node server.js` runs it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { OutputFile } from "../../compiler/output/manifest.js";
import { Session } from "../../compiler/session/session.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { describedFiles } from "../support/contracts.js";
import { flowc } from "../support/project.js";
import { served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

const files = describedFiles({
  operation: {
    parameters: [{ name: "day", in: "query", type: "string", format: "date", required: true }],
    responses: { 200: { examples: { "application/json": { a: 1 } } } },
  },
  flow: `<request>{ "url": "http://127.0.0.1:1/", "options": { "definition": "up.yaml", "mock-response": true } }</request>`,
  files: {
    "up.yaml": JSON.stringify({
      swagger: "2.0",
      paths: { "/": { get: { responses: { 200: { examples: { "text/plain": "mocked" } } } } } },
    }),
  },
});

let server: RunningProcess;
let made: readonly OutputFile[];
let code: string;
let sources: readonly string[];

beforeAll(async () => {
  ({ files: made } = await new Session().build(inputOf(files)));
  code = made.find(({ path }) => path === "server.js")?.text ?? "";
  sources = JSON.parse(made.find(({ path }) => path === "server.js.map")?.text ?? "").sources;
  const directory = scratchDirectory("validation-bundle");
  writeFiles(directory, [{ path: "server.js", text: code }]);
  server = await served(directory, { FLAT_ALLOW_MOCKING: "true" });
});

test("the command line, as it is installed, makes the same validators", async () => {
  const place = scratchDirectory("validation-in");
  writeFiles(
    place,
    Object.entries(files).map(([path, text]) => ({ path, text: String(text) })),
  );
  const out = scratchDirectory("validation-out");
  expect(await flowc("build", place, "-o", out, "--no-cache")).toMatchObject({ code: 0 });
  const [expected] = made.filter(({ path }) => /^schemas\/.*\.js$/.test(path));
  expect(expected?.text).toContain("formats.date");
  expect(readFileSync(join(out, expected?.path ?? ""), "utf8")).toBe(expected?.text);
}, 60_000);

const ask = async (query: string, headers: Record<string, string> = {}) => {
  const response = await server.get(`/api/x${query}`, { method: "POST", headers });
  return { status: response.status, text: await response.text() };
};

test("runs alone", async () => {
  expect(await ask("?day=2020-02-29")).toEqual({ status: 200, text: "mocked" });
  expect(await ask("?day=2020-02-30")).toMatchObject({
    status: 400,
    text: expect.stringContaining("'2020-02-30' is no valid date."),
  });
  expect(await ask("?day=2020-02-29", { mock: "true" })).toEqual({ status: 200, text: '{"a":1}' });
});

test("has the checks, and nothing that compiles schemas", () => {
  expect(code).not.toMatch(/new Function|json-schema\.org/);
  const ofAjv = sources
    .filter((source) => /\bajv[\w-]*\/.*\.[jt]s$/.test(source))
    .map((source) => source.split("/").at(-1));
  expect(ofAjv).toEqual(["formats.ts"]);
  expect(code.length).toBeLessThan(232_000);
});
