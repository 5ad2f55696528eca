import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plainCases, upstreamCases } from "./cases.js";
import { startHelper } from "./processes.js";
import { flowc, freshDirectory, sources } from "./project.js";
import { race } from "./race.js";
import type { Table } from "./table.js";

const directory = join(sources, "others");

/** The program of each, and the package whose version is shown. */
const products = { fastify: "Fastify", express: "Express", "node-red": "Node-RED" };

const proxied = upstreamCases.filter(({ method, path }) => method === "GET" && path !== "/api/dashboard");

/** What users would take instead, with their usual loggers. Their packages are installed apart from those of flowc. */
export async function* others(quick: boolean): AsyncIterable<Table> {
  if (!existsSync(join(directory, "node_modules"))) {
    throw new Error("The others are not installed: npm ci --prefix test/bench/others");
  }
  const out = freshDirectory("others");
  await flowc(join(sources, "flows"), out);
  const upstream = startHelper("upstream", {}, [], "upstream");
  try {
    const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
    yield await race({
      title: "others: requests per second",
      directory: out,
      probe: "/api/status",
      cases: [...plainCases, ...proxied],
      generated: { script: join(out, "server.js"), env },
      opponents: Object.entries(products).map(([name, shown]) => ({
        name: `${shown} ${version(name)}`,
        script: join(directory, `${name}.mjs`),
        env: { ...env, USER_DIR: freshDirectory(`others-${name}`) },
        target: 1,
      })),
      quick,
      freeFields: "all",
    });
  } finally {
    await upstream.stop();
  }
}

function version(name: string): string {
  const file = join(directory, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
