/** Unexpected errors of a served app are logged with stacks that lead to flows, whatever flags it was started with. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { built, served } from "../support/served.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
paths:
  /now: { x-flow: now.xml }
  /later: { x-flow: later.xml }
`,
  "now.xml": `<flow>
  <sub-flow src="shared/broken.xml"/>
</flow>`,
  "later.xml": `<flow>
  <request>{ "url": {{ $env/UP }} }</request>
  <if test="$upstream/main/status = 200">
    <sub-flow src="shared/broken.xml"/>
  </if>
</flow>`,
  "shared/broken.xml": `<flow>
  <eval out="$fine">1</eval>
  <eval out="$broken">"boom"</eval>
</flow>`,
};

let out = "";

beforeAll(async () => {
  out = await built(files);
  const server = join(out, "server.js");
  const code = readFileSync(server, "utf8");
  // Makes a fault that no flow can have: an error in the code itself, of the same length.
  expect(code).toContain('$.broken="boom"');
  writeFileSync(server, code.replace('$.broken="boom"', "$.broken=null.a"));
});
afterEach(() => rmSync(join(out, "package.json"), { force: true }));

/** The place and the calls of the alert that the request for a path leads to. */
async function failure(path: string, command?: readonly [string, ...string[]]) {
  const up: RunningServer = await upstream((_, response) => reply(response, 200, {}));
  const app = await served(out, { UP: up.url }, command && (() => command));
  const response = await app.get(`/api${path}`);
  const answer = await response.text();
  const found = () => app.events().find(({ topic }) => topic === "internal");
  await expect.poll(found).toBeDefined();
  await up.stop();
  const { place, stack } = found() ?? {};
  const calls = String(stack)
    .split("\n")
    .filter((line) => line.includes(" at "));
  return { status: response.status, answer, place, calls: calls.map((line) => line.trim()) };
}

const now = [expect.stringMatching(/\(shared\/broken\.xml:3\)$/), expect.stringMatching(/\(now\.xml:2\)$/)];
const later = [
  expect.stringMatching(/\(shared\/broken\.xml:3\)$/),
  expect.stringMatching(/\(later\.xml:4\)$/),
];

test.each([
  ["/now", now],
  ["/later", later],
])("%s on Node", async (path, expected) => {
  const { status, answer, place, calls } = await failure(path);
  expect([status, place]).toEqual([500, "shared/broken.xml:3"]);
  expect(calls.slice(0, 2)).toEqual(expected);
  expect(answer).not.toMatch(/boom|null|xml/);
});

test("calls of the runtime keep their places in server.js, which flowc where knows", async () => {
  const { calls } = await failure("/now");
  expect(calls[2]).toMatch(/server\.js:\d+:\d+\)$/);
});

test("a module of ECMAScript", async () => {
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  const { place, calls } = await failure("/now");
  expect([place, ...calls.slice(0, 2)]).toEqual(["shared/broken.xml:3", ...now]);
});

test("stacks that Node maps itself lead to the files", async () => {
  const { calls } = await failure("/now", [process.execPath, "--enable-source-maps", join(out, "server.js")]);
  expect(calls[0]).toContain(`${join(out, "../flows/shared/broken.xml")}:3:3`);
});

test("without its map, the stack is that of the code", async () => {
  renameSync(join(out, "server.js.map"), join(out, "moved.map"));
  const { place, calls } = await failure("/now");
  renameSync(join(out, "moved.map"), join(out, "server.js.map"));
  expect([place, calls[0]]).toEqual(["now.xml", expect.stringMatching(/server\.js:\d+:\d+\)$/)]);
});

const bun = installed("bun");
const deno = installed("deno");

test("bun", needing(bun), async () => {
  const { place, calls } = await failure("/now", [bun.command, join(out, "server.js")]);
  expect([place, ...calls.slice(0, 2)]).toEqual(["shared/broken.xml:3", ...now]);
});

test("deno, which maps stacks itself", needing(deno), async () => {
  const args = ["run", "--allow-net", "--allow-env", "--allow-read", join(out, "server.js")];
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  const { calls } = await failure("/now", [deno.command, ...args]);
  expect(calls[0]).toContain(`${join(out, "../flows/shared/broken.xml")}:3:3`);
});

test("deno, where server.js is a module of CommonJS", needing(deno), async () => {
  const args = ["run", "--allow-net", "--allow-env", "--allow-read", join(out, "server.js")];
  writeFileSync(join(out, "package.json"), '{ "type": "commonjs" }');
  const { place, calls } = await failure("/now", [deno.command, ...args]);
  expect([place, ...calls.slice(0, 2)]).toEqual(["shared/broken.xml:3", ...now]);
});
