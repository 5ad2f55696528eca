import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plainCases, upstreamCases } from "./cases.js";
import { startHelper } from "./processes.js";
import { flowc, freshDirectory, scratch, sources } from "./project.js";
import { race } from "./race.js";
import type { Table } from "./table.js";

/** Their programs, and their packages, which are installed apart from those of flowc. */
const directory = join(scratch, "others");

/** The program of each, and the package whose version is shown. */
const products = { fastify: "Fastify", express: "Express", "node-red": "Node-RED" };

const proxied = upstreamCases.filter(({ method, path }) => method === "GET" && path !== "/api/dashboard");

/** What users would take instead, with their usual loggers. */
export async function* others(quick: boolean): AsyncIterable<Table> {
  install();
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

/** Once, and again if other versions are pinned. */
function install(): void {
  const lock = (parent: string): string => {
    const file = join(parent, "package-lock.json");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const isInstalled =
    existsSync(join(directory, "node_modules")) && lock(directory) === lock(join(sources, "others"));
  mkdirSync(directory, { recursive: true });
  cpSync(join(sources, "others"), directory, { recursive: true });
  if (!isInstalled)
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: directory, stdio: "inherit" });
}

function version(name: string): string {
  const file = join(directory, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
