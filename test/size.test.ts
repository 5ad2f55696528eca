/** How large `server.js` may be, by what is in it. What makes it larger has to be worth it, and to change this table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Session } from "../compiler/session/session.js";
import { type Files, inputOf } from "./support/compile.js";
import { fixture, listFiles } from "./support/project.js";
import { apiFiles } from "./support/samples.js";

function filesBelow(directory: string): Files {
  return Object.fromEntries(
    listFiles(directory).map((path) => [path, readFileSync(join(directory, path))] as const),
  );
}

async function kilobytes(files: Files): Promise<number> {
  const { files: made } = await new Session().build(inputOf(files));
  const { text = "" } = made.find(({ path }) => path === "server.js") ?? {};
  return Buffer.byteLength(text) / 1000;
}

const proxied = (options: string) =>
  apiFiles({
    "/**": `<proxy-request>{ "origin": {{ $env/UP }}, "options": { ${options} } }</proxy-request>`,
  });

describe("server.js", () => {
  test.each([
    ["hello", 141],
    ["petstore", 213],
  ])("of fixtures/%s has at most %i KB", async (name, size) => {
    expect(await kilobytes(filesBelow(fixture(name)))).toBeLessThanOrEqual(size);
  });

  test.each([
    ["an upstream request", 175, ""],
    ["a cache", 201, '"use-http-cache": true'],
  ])("of an app with %s has at most %i KB", async (_, size, options) => {
    expect(await kilobytes(proxied(options))).toBeLessThanOrEqual(size);
  });

  test("of an app with a handler that asks an upstream system has at most 174 KB", async () => {
    const size = await kilobytes({
      "swagger.yaml": 'swagger: "2.0"\npaths: { /: { get: { x-flow-handler: a.ts } } }\n',
      "a.ts": `import { fail, handler, respond, upstream } from "flowc/handler";

export default handler(async ($, request) => {
  if (request.query.none) return fail($, { status: 404 });
  const { json } = await upstream($, "a", { url: $.env.UP! });
  respond($, json);
});
`,
    });
    expect(size).toBeLessThanOrEqual(174);
  });
});
