/** An app for `served` that does what no flow can do: `listen` of the runtime, as `server.js` uses it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, vi } from "vitest";
import { scratchDirectory } from "./compile.js";
import type { RunningProcess } from "./servers.js";

/** Tells about the request and the process. It can wait, and says when it does, end the process, and keep it busy. */
const app = `
  import { Hono } from "hono";
  import { at, json, readBody, respond, service, setHeaders } from "./index.js";
  import { listen } from "./node.js";
  const app = new Hono();
  const flow = async ($) => {
    await readBody($);
    const wait = Number(at($.request, "get", "wait") ?? 0);
    if (wait > 0) console.error("waiting");
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (at($.request, "get", "crash") !== undefined) setImmediate(() => { throw new Error("crash"); });
    if (at($.request, "get", "hang") !== undefined) setImmediate(() => { for (;;); });
    const { request, body } = $;
    setHeaders($, { "X-Field": json(at(request, "get", "field")) ?? "" });
    respond($, [at(request, "method"), json(at(request, "headers")), json(body), at(request, "url"), process.pid]);
  };
  app.all(...service({ basePath: "" }).path("/**", { "*": flow }));
  listen(app);
`;

let written: Promise<string> | undefined;

/** Writes `server.js`, once for a test file. Resolves to its directory. */
export function listening(): Promise<string> {
  written ??= write();
  return written;
}

async function write(): Promise<string> {
  const out = scratchDirectory("listening");
  await build({
    stdin: { contents: app, resolveDir: fileURLToPath(new URL("../../runtime", import.meta.url)) },
    outfile: join(out, "server.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
  });
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  return out;
}

/** The ID of the process that answers on a connection of its own. */
export async function askPid(server: RunningProcess, query = ""): Promise<number> {
  const response = await server.get(`/${query}`);
  return ((await response.json()) as readonly unknown[])[4] as number;
}

/** The IDs of the processes that answer, once there are so many. */
export function askPids(server: RunningProcess, count: number): Promise<readonly number[]> {
  return vi.waitFor(async () => {
    const asked = await Promise.all(Array.from({ length: 2 * count }, () => askPid(server)));
    const pids = new Set(asked);
    expect(pids.size).toBe(count);
    return [...pids];
  });
}
