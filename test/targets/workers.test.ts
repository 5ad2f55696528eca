/** `worker.js` and `wrangler.jsonc`: what Wrangler and workerd make of them. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { fixture, flowc, listFiles, repository } from "../support/project.js";
import { readWranglerConfiguration, serveWorker } from "../support/workerd.js";

const installed = join(repository, "test/runtimes/node_modules");
const need = (name: string) => ({
  name: `${name}: npm install --no-save --prefix test/runtimes`,
  isThere: existsSync(join(installed, name)),
});

async function build(files: Readonly<Record<string, string | Uint8Array>>) {
  const directory = scratchDirectory("workers");
  writeFiles(
    join(directory, "flows"),
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  const out = join(directory, "gen");
  const built = await flowc("build", join(directory, "flows"), "-o", out, "--target", "workers");
  return { out, built };
}

const description = (title: string) =>
  `swagger: "2.0"\ninfo: { title: ${JSON.stringify(title)}, version: "1" }\npaths:\n  /a: { x-flow: a.xml }\n`;

describe("flowc build --target workers", () => {
  test("names the worker after the API, and what flows read of the environment", async () => {
    const { out, built } = await build({
      "swagger.yaml": description("Überblick & Orders: API v2!"),
      "a.xml": "<flow><template>{{ $env/ORDERS_URL }}</template></flow>",
    });
    expect(built.stdout).toMatch(
      /^built 1 endpoint into .*\nworker\.js has \d+ KB compressed\nto read it: .*\n$/,
    );
    expect(readWranglerConfiguration(out)).toMatchObject({
      // A runtime refuses a later day than that of its release.
      compatibility_date: expect.stringMatching(/^2025-0[1-6]-/),
      name: "uberblick-orders-api-v2",
      main: "worker.js",
      compatibility_flags: [],
    });
  });

  test("FLOW5005: says when a worker is too large for the free plan", async () => {
    const { built } = await build({
      "swagger.yaml": description("Large"),
      "a.xml": `<flow><eval out="$large">json-doc("large.json")</eval></flow>`,
      "large.json": JSON.stringify(randomBytes(3_000_000).toString("base64")),
    });
    expect(built.stderr).toMatch(/warning FLOW5005 worker\.js has 3\.\d MB compressed\./);
    expect(built.code).toBe(0);
  });

  test("another build without it takes the files away", async () => {
    const { out } = await build({ "swagger.yaml": description("A"), "a.xml": "<flow/>" });
    const flows = join(out, "../flows");
    expect(listFiles(out)).toEqual(expect.arrayContaining(["worker.js", "worker.js.map", "wrangler.jsonc"]));
    expect(listFiles(out)).not.toContain("server.js");
    expect(await flowc("build", flows, "-o", out)).toMatchObject({ code: 0 });
    expect(listFiles(out).filter((path) => /^w/.test(path))).toEqual([]);
    expect(listFiles(out)).toContain("server.js");
  });

  test("the same input gives the same bytes, with and without kept results", async () => {
    const out = scratchDirectory("workers-twice");
    const args = ["build", fixture("hello"), "--target", "workers", "--target", "lambda", "-o"];
    expect(await flowc(...args, join(out, "one"), "--no-cache")).toMatchObject({ code: 0 });
    for (let round = 0; round < 2; round++)
      expect(await flowc(...args, join(out, "two"))).toMatchObject({ code: 0 });
    execFileSync("diff", ["-r", join(out, "one"), join(out, "two")]);
  });
});

describe("workerd", needing(need("workerd")), () => {
  test("runs what needs modules of Node, with the flag that the configuration has then", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { out } = await build({
      "swagger.yaml": description("Signatures"),
      "a.xml": `<flow>
  <eval out="$signature">calc-signature("my data", $env/SIGNING_KEY)</eval>
  <template>{ "length": {{ string-length($signature) }} }</template>
</flow>`,
    });
    expect(readWranglerConfiguration(out).compatibility_flags).toEqual(["nodejs_compat"]);
    const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    const server = await serveWorker(out, { SIGNING_KEY: key }, join(installed, ".bin/workerd"));
    try {
      const answer = await fetch(`${server.url}/a`);
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 200,
        body: { length: 344 },
      });
    } finally {
      await server.stop();
    }
  });
});

describe("wrangler", needing(need("wrangler")), () => {
  test("takes the configuration, and uploads worker.js as it is", { timeout: 120_000 }, async () => {
    const out = scratchDirectory("wrangler");
    expect(await flowc("build", fixture("tokens"), "-o", out, "--target", "workers")).toMatchObject({
      code: 0,
    });
    const said = execFileSync(
      join(installed, "node-24/bin/node"),
      [join(installed, "wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", join(out, "dry")],
      {
        cwd: out,
        encoding: "utf8",
        env: {
          PATH: process.env.PATH,
          HOME: out,
          WRANGLER_SEND_METRICS: "false",
          WRANGLER_HIDE_BANNER: "true",
        },
      },
    );
    expect(said).toMatch(/Total Upload: [\d.]+ KiB \/ gzip: [\d.]+ KiB/);
    expect(said).not.toMatch(/warn/i);
    execFileSync("cmp", [join(out, "worker.js"), join(out, "dry/worker.js")]);
  });
});
