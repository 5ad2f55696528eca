/**
 * The cost of a request may not grow by more than a fifth unnoticed. Time says little on a machine that does
 * other things, so bytes allocated and blocks of code entered are counted. `UPDATE=1` writes what they are
 * now into `budgets.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchDirectory } from "../../support/compile.js";
import { needing } from "../../support/needs.js";
import { flowc, repository } from "../../support/project.js";
import { plainCases, stylesheetCase, upstreamCases } from "../cases.js";
import { type Helper, startHelper } from "../processes.js";
import { bundleApp } from "../project.js";
import { countWork, startApp, startServer, type Work, type Worker } from "./work.js";

const sources = join(repository, "test/bench");
const budgetFile = join(sources, "guard/budgets.json");
const cases = [...plainCases, ...upstreamCases, stylesheetCase];
const ways = ["server.js", "app.fetch"] as const;
const tolerance = 0.2;

type Budgets = Readonly<Record<string, Readonly<Record<string, Work>>>>;

/** Other versions of Node allocate more or less. */
const node20 = needing({ name: "Node 20", isThere: process.versions.node.startsWith("20.") });

const counted = new Map<string, ReadonlyMap<string, Work>>();
const workers: Worker[] = [];
let upstream: Helper | undefined;

beforeAll(async () => {
  if (node20.skip) return;
  const out = scratchDirectory("guard");
  const { code, stderr } = await flowc("build", join(sources, "flows"), "-o", join(out, "gen"));
  if (code !== 0) throw new Error(stderr);
  await build({
    entryPoints: ["guard/probe.ts", "guard/in-app.ts", "upstream.ts"].map((name) => join(sources, name)),
    outdir: join(out, "programs"),
    outbase: sources,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  upstream = startHelper(join(out, "programs/upstream.mjs"));
  const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
  const app = await bundleApp(join(out, "gen"), join(out, "app.cjs"));
  const program = (name: string) => join(out, `programs/guard/${name}.mjs`);
  workers.push(
    await startServer(program("probe"), join(out, "gen/server.js"), env),
    await startApp(program("probe"), program("in-app"), app, env),
  );
  for (const [index, way] of ways.entries()) {
    const worker = workers[index];
    if (worker !== undefined) counted.set(way, await countWork(worker, cases));
  }
  if (process.env.UPDATE === "1")
    writeFileSync(budgetFile, `${JSON.stringify(budgetsOf(counted), undefined, 2)}\n`);
}, 300_000);

afterAll(async () => {
  for (const { process } of workers) process.kill("SIGKILL");
  await upstream?.stop();
});

const budgetsOf = (works: ReadonlyMap<string, ReadonlyMap<string, Work>>): Budgets =>
  Object.fromEntries([...works].map(([way, work]) => [way, Object.fromEntries(work)]));

for (const way of ways) {
  test.for(cases.map(({ name }) => name))(`${way}: %s`, { ...node20 }, (name) => {
    const budgets = JSON.parse(readFileSync(budgetFile, "utf8")) as Budgets;
    const [budget, work] = [budgets[way]?.[name], counted.get(way)?.get(name)];
    if (budget === undefined || work === undefined) throw new Error("UPDATE=1 writes the budget.");
    for (const unit of ["bytes", "blocks"] as const) {
      const hint = `${unit} per request; UPDATE=1 writes a budget that is meant to change`;
      expect(work[unit], hint).toBeLessThanOrEqual(budget[unit] * (1 + tolerance));
      expect(work[unit], `${hint}, so that the next rise is seen`).toBeGreaterThanOrEqual(
        budget[unit] * (1 - tolerance),
      );
    }
  });
}
