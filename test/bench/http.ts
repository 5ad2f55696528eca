import { join } from "node:path";
import { largeCases, plainCases, upstreamCases } from "./cases.js";
import { startHelper } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, sources } from "./project.js";
import { type Race, race } from "./race.js";
import type { Table } from "./table.js";

/** Requests that the app answers alone. */
export async function* http(quick: boolean): AsyncIterable<Table> {
  const contest = await prepare("http", {});
  yield await race({
    ...contest({ raw: 0.95, hono: 1 }),
    title: "http: requests per second",
    cases: plainCases,
    quick,
    memoryTarget: 1.1,
  });
}

/** Requests that need another system. */
export async function* upstreams(quick: boolean): AsyncIterable<Table> {
  const upstream = startHelper("upstream", {}, [], "upstream");
  try {
    const contest = await prepare("upstreams", {
      UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}`,
    });
    const common = { ...contest({ raw: 0.9, hono: 2 }), quick, memoryTarget: 1.1 };
    yield await race({ ...common, title: "upstreams: requests per second", cases: upstreamCases });
    // In processes of their own: their memory must not grow with the bodies.
    for (const each of largeCases)
      yield await race({ ...common, title: `upstreams: ${each.name}`, cases: [each] });
  } finally {
    await upstream.stop();
  }
}

type Common = Pick<Race, "directory" | "probe" | "generated" | "opponents">;

/** The app of `flows/`, and the same on `node:http` and on Hono, written by hand. */
async function prepare(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<(targets: { readonly raw: number; readonly hono: number }) => Common> {
  const directory = freshDirectory(name);
  await flowc(join(sources, "flows"), directory);
  const raw = await bundleByHand("raw.ts", join(directory, "by-hand/raw.cjs"));
  const hono = await bundleByHand("server.ts", join(directory, "by-hand/hono.cjs"));
  return (targets) => ({
    directory,
    probe: "/api/status",
    generated: { script: join(directory, "server.js"), env },
    opponents: [
      { name: "node:http", script: raw, env, target: targets.raw },
      { name: "Hono", script: hono, env, target: targets.hono },
    ],
  });
}
