/** The lines of Node with long-term support beside the one that runs the tests: they build and serve the fixtures. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendTo } from "../support/client.js";
import { scratchDirectory } from "../support/compile.js";
import { aggregator } from "../support/exchanges/aggregator.js";
import type { Exchange } from "../support/exchanges/exchange.js";
import { library } from "../support/exchanges/library.js";
import { tokens } from "../support/exchanges/tokens.js";
import { needing } from "../support/needs.js";
import { fixture, flowc, repository } from "../support/project.js";
import { compareResponse } from "../support/samples.js";
import { served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";
import { surroundings } from "../support/surroundings.js";

const fixtures: Readonly<Record<string, readonly Exchange[]>> = { aggregator, tokens, library };

describe.each(["22", "24", "26"])("Node %s", (line) => {
  const node = join(repository, `test/runtimes/node_modules/node-${line}/bin/node`);
  const installed = {
    name: `Node ${line}: npm install --no-save --prefix test/runtimes`,
    isThere: existsSync(node),
  };

  describe.each(Object.entries(fixtures))("%s", needing(installed), (app, exchanges) => {
    const around = surroundings();
    let server: RunningProcess;
    beforeAll(async () => {
      const [out, known] = [scratchDirectory(`node-${line}-${app}`), scratchDirectory(`node-${app}`)];
      expect(await flowc("build", fixture(app), "-o", known)).toMatchObject({ code: 0 });
      const program = join(repository, "dist/bin/flowc.js");
      execFileSync(node, [program, "build", fixture(app), "-o", out, "--no-cache"], { stdio: "pipe" });
      // The same input gives the same bytes, whatever builds it.
      expect(readFileSync(join(out, "server.js"), "utf8")).toBe(
        readFileSync(join(known, "server.js"), "utf8"),
      );
      server = await served(out, (await around).env, () => [node, join(out, "server.js")]);
    });
    afterAll(async () => {
      await (await around).stop();
    });

    test.each(exchanges)("$name", async ({ name: _, request, ...expected }) => {
      compareResponse(await sendTo(server.url, request), expected);
    });

    test("stops cleanly", async () => {
      expect(await server.end()).toBe(0);
    });
  });

  test("says nothing but what was asked for, also from the second run on", needing(installed), () => {
    const env = { ...process.env, FLOWC_CACHE_DIR: scratchDirectory(`node-${line}-cache`) };
    for (let run = 0; run < 2; run++) {
      const args = [join(repository, "dist/bin/flowc.js"), "check", fixture("hello")];
      const { stdout, stderr } = spawnSync(node, args, { env, encoding: "utf8" });
      expect([stdout, stderr]).toEqual(["", expect.stringMatching(/^checked \d+ endpoints?\n$/)]);
    }
  });

  test("passes the tests of an app", { ...needing(installed), timeout: 120_000 }, () => {
    const program = join(repository, "dist/bin/flowc.js");
    const said = execFileSync(node, [program, "test", fixture("hello")], { encoding: "utf8", stdio: "pipe" });
    expect(said).toMatch(/\b[1-9]\d* passed/);
  });
});
