import { join } from "node:path";
import { startHelper } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, sources } from "./project.js";
import type { Contestant } from "./race.js";

/** A contestant that runs on Node. */
type OnNode = Contestant & { readonly run: string };

/**
 * The app of `flows/`, and the same by hand: on `node:http` as everybody writes it, and tuned, and on Hono, with the events
 * of the app, and with a line of a request that its handler writes.
 */
export async function contest<T>(
  name: string,
  use: (contestants: readonly OnNode[], directory: string, upstream: string) => Promise<T>,
): Promise<T> {
  const directory = freshDirectory(name);
  const helper = startHelper("upstream", {}, [], "upstream");
  try {
    const upstream = `127.0.0.1:${await helper.ask<number>({})}`;
    const env = { UPSTREAM: `http://${upstream}` };
    await flowc(join(sources, "flows"), directory);
    const raw = await bundleByHand("by-hand/raw.ts", join(directory, "by-hand/raw.cjs"));
    const hono = await bundleByHand("by-hand/hono-app.ts", join(directory, "by-hand/hono.cjs"));
    const contestants: readonly OnNode[] = [
      { name: "flowc", run: join(directory, "server.js"), env },
      { name: "node:http", run: raw, env },
      { name: "node:http, tuned", run: raw, env: { ...env, HEAD: "array" } },
      { name: "Hono", run: hono, env },
      { name: "Hono, one line", run: hono, env: { ...env, LOG: "line" }, proof: "answers" },
    ];
    return await use(contestants, directory, upstream);
  } finally {
    await helper.stop();
  }
}

/** Those that are measured where the differences of one program's log or head do not matter. */
export const mainOnes = (all: readonly OnNode[]): readonly OnNode[] =>
  all.filter(({ name }) => !name.includes(","));

/** The same programs without a log: of flowc, failures would still be logged. */
export const silent = (all: readonly OnNode[]): readonly OnNode[] =>
  mainOnes(all).map((each) => ({
    ...each,
    env: { ...each.env, LOG: "nothing", FLOW_LOG_ACCESS: "failed", FLOW_LOG_UPSTREAM: "failed" },
    proof: "answers",
  }));
