import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "./needs.js";
import { repository } from "./project.js";

/** A built app on another runtime than Node. */
export interface OtherServer {
  readonly title: string;
  readonly program: string;
  readonly needs: Need;
  /** @param out where `--target node`, `bun` and `deno` were built */
  command(out: string): readonly [string, ...string[]];
}

const deno = ["run", "--allow-net", "--allow-env", "--allow-read", "--allow-write", "--allow-sys"];
const ways: readonly (readonly [string, string, readonly string[], string])[] = [
  ["server.js on Bun", "bun", [], "server.js"],
  ["bun.js", "bun", [], "bun.js"],
  ["server.js on Deno", "deno", deno, "server.js"],
  ["deno.js", "deno", deno, "deno.js"],
];

export const otherServers: readonly OtherServer[] = ways.map(([title, program, args, file]) => {
  const path = join(repository, "test/runtimes/node_modules/.bin", program);
  return {
    title,
    program,
    needs: { name: `${program}: npm install --no-save --prefix test/runtimes`, isThere: existsSync(path) },
    command: (out) => [path, ...args, join(out, file)],
  };
});

/** The options of `flowc build` that make them. */
export const otherTargets: readonly string[] = ["node", "bun", "deno"].flatMap((name) => ["--target", name]);
