/** The log names the lines of flows on Bun and Deno, too, when their own servers run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { built, served } from "../support/served.js";

const programs = join(repository, "test/runtimes/node_modules/.bin");

const commands = {
  bun: (out: string) => [join(programs, "bun"), "run", join(out, "bun.js")] as const,
  deno: (out: string) =>
    [
      join(programs, "deno"),
      "run",
      "--allow-net",
      "--allow-env",
      `--allow-read=${out}`,
      join(out, "deno.js"),
    ] as const,
};

describe.each(Object.entries(commands))("%s", (name, command) => {
  const installed = {
    name: `${name}: npm install --no-save --prefix test/runtimes`,
    isThere: existsSync(join(programs, name)),
  };

  test("an error has its place", needing(installed), async () => {
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
