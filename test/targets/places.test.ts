import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { built, served } from "../support/served.js";

const commands = {
  bun: (out: string) => [installed("bun").command, "run", join(out, "bun.js")] as const,
  deno: (out: string) =>
    [
      installed("deno").command,
      "run",
      "--allow-net",
      "--allow-env",
      `--allow-read=${out}`,
      join(out, "deno.js"),
    ] as const,
};

describe.each(Object.entries(commands))("%s", (name, command) => {
  test("an error has its place", needing(installed(name)), async () => {
    const files = {
      "swagger.yaml": 'swagger: "2.0"\ninfo: { title: A, version: "1" }\npaths:\n  /a: { x-flow: a.xml }\n',
      "a.xml": '<flow>\n  <error status="409">{ "message": "no" }</error>\n</flow>\n',
    };
    const server = await served(built(files, "--target", name), {}, command);
    expect((await server.get("/a")).status).toBe(409);
    expect(await server.end()).toBe(0);
    expect(server.log()).toContain('"topic":"error","message":"no","place":"a.xml:2"');
  });
});
