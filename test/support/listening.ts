/** `listen` of the runtime in processes of its own, as `server.js` uses it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { scratchDirectory } from "./compile.js";

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

/** Writes the program that serves the app, and returns its path. */
export async function listeningProgram(name: string): Promise<string> {
  const outfile = join(scratchDirectory(name), "server.mjs");
  await build({
    stdin: { contents: app, resolveDir: fileURLToPath(new URL("../../runtime", import.meta.url)) },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
  });
  return outfile;
}

export interface Listening {
  readonly child: ChildProcess;
  /** Where it says that it listens; empty if it ended before. */
  readonly url: string;
  readonly exit: Promise<number | null>;
  log(): string;
}

/** Starts the program as the leader of a group of processes, as a terminal does. */
export async function startListening(
  program: string,
  env: Readonly<Record<string, string>>,
  node = process.execPath,
): Promise<Listening> {
  const child = spawn(node, [program], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let log = "";
  const exit = once(child, "close").then(([code]) => code as number | null);
  const listening = new Promise<string>((resolve) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      const url = /"message":"listening on ([^"]+)"/.exec(log)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([listening, exit.then(() => "")]);
  return { child, url, exit, log: () => log };
}
