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
import { installed } from "./support/other-servers.js";
import { fixture, flowc } from "./support/project.js";
import { compareResponse } from "./support/samples.js";
import { served } from "./support/served.js";
import type { RunningProcess } from "./support/servers.js";
import { surroundings } from "./support/surroundings.js";
import { serveWithWorkerd, serveWorker } from "./support/workerd.js";

const fixtures: Readonly<Record<string, readonly Exchange[]>> = {
  hello,
  petstore,
  aggregator,
  tokens,
  library,
};

type Start = (out: string, env: Readonly<Record<string, string>>, command: string) => Promise<RunningProcess>;

interface Runtime {
  readonly program: "bun" | "deno" | "workerd";
  readonly target: "node" | "bun" | "deno" | "workers";
  readonly start: Start;
}

const onBun =
  (file: string): Start =>
  (out, env, command) =>
    served(out, env, () => [command, join(out, file)]);

const onDeno =
  (file: string): Start =>
  (out, env, command) => {
    const read = `--allow-read=${out}`;
    return served(out, env, () => [command, "run", "--allow-net", "--allow-env", read, join(out, file)]);
  };

const runtimes: Readonly<Record<string, Runtime>> = {
  bun: { program: "bun", target: "node", start: onBun("server.js") },
  "bun with its own server": { program: "bun", target: "bun", start: onBun("bun.js") },
  deno: { program: "deno", target: "node", start: onDeno("server.js") },
  "deno with its own server": { program: "deno", target: "deno", start: onDeno("deno.js") },
  workerd: { program: "workerd", target: "node", start: serveWithWorkerd },
  "workerd with worker.js": { program: "workerd", target: "workers", start: serveWorker },
};

for (const [name, { program, target, start }] of Object.entries(runtimes)) {
  const needs = installed(program);
  const { command } = needs;
  const buildIn = async (app: string, out: string) =>
    expect(await flowc("build", fixture(app), "-o", out, "--target", target)).toMatchObject({ code: 0 });
  describe(name, needing(needs), () => {
    test.skipIf(program === "workerd")("FLOW_WORKERS: one process serves, and says so", async () => {
      const out = scratchDirectory(`${program}-${target}-workers`);
      await buildIn("hello", out);
      const server = await start(out, { FLOW_WORKERS: "2" }, command);
      expect(server.log()).toContain('"message":"FLOW_WORKERS needs Node.js; one process serves."');
      expect(await server.end()).toBe(0);
    });

    describe.each(Object.entries(fixtures))("%s", (app, exchanges) => {
      const around = surroundings();
      let server: RunningProcess;
      beforeAll(async () => {
        const out = scratchDirectory(`${program}-${target}-${app}`);
        await buildIn(app, out);
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
