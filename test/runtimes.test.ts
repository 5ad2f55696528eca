/** The fixtures on other runtimes than Node: `server.js` on Bun and Deno, `app.ts` as a worker on workerd. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendTo } from "./support/client.js";
import { scratchDirectory } from "./support/compile.js";
import { aggregator } from "./support/exchanges/aggregator.js";
import type { Exchange } from "./support/exchanges/exchange.js";
import { hello } from "./support/exchanges/hello.js";
import { library } from "./support/exchanges/library.js";
import { petstore } from "./support/exchanges/petstore.js";
import { tokens } from "./support/exchanges/tokens.js";
import { needing } from "./support/needs.js";
import { fixture, flowc, repository } from "./support/project.js";
import { compareResponse } from "./support/samples.js";
import { type RunningProcess, serve } from "./support/servers.js";
import { surroundings } from "./support/surroundings.js";
import { serveWithWorkerd } from "./support/workerd.js";

const fixtures: Readonly<Record<string, readonly Exchange[]>> = {
  hello,
  petstore,
  aggregator,
  tokens,
  library,
};

type Start = (out: string, env: Readonly<Record<string, string>>, command: string) => Promise<RunningProcess>;

const runtimes: Readonly<Record<string, Start>> = {
  bun: (out, env, command) => serve(out, env, [command, join(out, "server.js")]),
  deno: (out, env, command) =>
    serve(out, env, [
      command,
      "run",
      "--allow-net",
      "--allow-env",
      `--allow-read=${join(out, "saxon-js.cjs")}`,
      join(out, "server.js"),
    ]),
  workerd: serveWithWorkerd,
};

for (const [name, start] of Object.entries(runtimes)) {
  const command = join(repository, "test/runtimes/node_modules/.bin", name);
  const installed = {
    name: `${name}: npm install --no-save --prefix test/runtimes`,
    isThere: existsSync(command),
  };
  describe(name, needing(installed), () => {
    test.skipIf(name === "workerd")("FLOW_WORKERS: one process serves, and says so", async () => {
      const out = scratchDirectory(`${name}-workers`);
      expect(await flowc("build", fixture("hello"), "-o", out)).toMatchObject({ code: 0 });
      const server = await start(out, { FLOW_WORKERS: "2" }, command);
      expect(server.log()).toContain('"message":"FLOW_WORKERS needs Node.js; one process serves."');
      expect(await server.end()).toBe(0);
    });

    describe.each(Object.entries(fixtures))("%s", (app, exchanges) => {
      const around = surroundings();
      let server: RunningProcess;
      beforeAll(async () => {
        const out = scratchDirectory(`${name}-${app}`);
        expect(await flowc("build", fixture(app), "-o", out)).toMatchObject({ code: 0 });
        server = await start(out, (await around).env, command);
      });
      afterAll(async () => {
        await server?.stop();
        await (await around).stop();
      });

      test.each(exchanges)("$name", async ({ name: _, request, ...expected }) => {
        compareResponse(await sendTo(server.url, request), expected);
      });

      test("stops cleanly", async () => {
        expect(await server.end()).toBe(0);
      });
    });
  });
}
