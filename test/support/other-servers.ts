import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "./needs.js";
import { repository } from "./project.js";
import { type App, outputOf, served, whenDone } from "./served.js";
import type { RunningProcess } from "./servers.js";
import { serveWithWorkerd } from "./workerd.js";

/** A program of `test/runtimes`. */
export interface Installed extends Need {
  readonly command: string;
}

export function installed(program: string): Installed {
  const command = join(repository, "test/runtimes/node_modules/.bin", program);
  const name = `${program}: npm install --no-save --prefix test/runtimes`;
  return { command, name, isThere: existsSync(command) };
}

/** `server.js`, or `app.ts` as workerd takes it, on another runtime, with the fewest permissions. */
export interface Elsewhere {
  readonly name: string;
  readonly needs: Need;
  start(app: App, env: Readonly<Record<string, string>>): Promise<RunningProcess>;
}

const [bun, deno, workerd] = ["bun", "deno", "workerd"].map(installed) as [Installed, Installed, Installed];
const onDeno = [deno.command, "run", "--allow-net", "--allow-env"] as const;

export const elsewhere: readonly Elsewhere[] = [
  {
    name: "bun",
    needs: bun,
    start: (app, env) => served(app, env, (out) => [bun.command, join(out, "server.js")]),
  },
  {
    name: "deno",
    needs: deno,
    start: (app, env) => served(app, env, (out) => [...onDeno, join(out, "server.js")]),
  },
  {
    name: "workerd",
    needs: workerd,
    async start(app, env) {
      const server = await serveWithWorkerd(await outputOf(app), env, workerd.command);
      whenDone(server.stop);
      return server;
    },
  },
];

/** A built app on another runtime than Node. */
export interface OtherServer {
  readonly title: string;
  readonly program: string;
  readonly needs: Need;
  /** @param out where `--target node`, `bun` and `deno` were built */
  command(out: string): readonly [string, ...string[]];
}

const permissions = ["run", "--allow-net", "--allow-env", "--allow-read", "--allow-write", "--allow-sys"];
const ways: readonly (readonly [string, string, readonly string[], string])[] = [
  ["server.js on Bun", "bun", [], "server.js"],
  ["bun.js", "bun", [], "bun.js"],
  ["server.js on Deno", "deno", permissions, "server.js"],
  ["deno.js", "deno", permissions, "deno.js"],
];

export const otherServers: readonly OtherServer[] = ways.map(([title, program, args, file]) => {
  const needs = installed(program);
  return { title, program, needs, command: (out) => [needs.command, ...args, join(out, file)] };
});

/** The options of `flowc build` that make them. */
export const otherTargets: readonly string[] = ["node", "bun", "deno"].flatMap((name) => ["--target", name]);
