import { buildTime } from "./build.js";
import { editor } from "./editor.js";
import { inProcess, routing } from "./fetch.js";
import { http, upstreams } from "./http.js";
import { jwt } from "./jwt.js";
import { describeMachine, warningOf, watchMachine } from "./machine.js";
import { others } from "./others.js";
import { freshDirectory, write } from "./project.js";
import { readResults, showResults, writeResults } from "./results.js";
import { serve } from "./serve.js";
import { start } from "./start.js";
import { comparison, formatTable, type Row, type Table } from "./table.js";
import { telemetry } from "./telemetry.js";
import { validation } from "./validation.js";
import { workers } from "./workers.js";
import { xpath } from "./xpath.js";

type Suite = (quick: boolean) => AsyncIterable<Table>;

const compared = (title: string, run: (quick: boolean) => Promise<readonly Row[]>, unit?: string): Suite =>
  async function* (quick) {
    yield comparison(title, await run(quick), unit);
  };

const suites: ReadonlyMap<string, Suite> = new Map([
  ["http", http],
  ["upstreams", upstreams],
  ["jwt", jwt],
  ["serve", serve],
  ["validation", validation],
  ["workers", workers],
  ["fetch", compared("fetch: app.fetch in one process", inProcess, "microseconds")],
  ["routing", compared("routing: app.fetch with many endpoints", routing, "microseconds")],
  ["build", buildTime],
  ["editor", editor],
  ["start", start],
  ["telemetry", telemetry],
  ["xpath", xpath],
]);

/** Only if they are named: they need more than flowc needs. */
const onRequest: ReadonlyMap<string, Suite> = new Map([["others", others]]);

/** The quick form of these alone takes longer than that of all others. */
const slow: readonly string[] = ["xpath"];

const words = ["quick", "--write", "--draw"];
const args = process.argv.slice(2);
const isQuick = args.includes("quick");
const names = args.filter((name) => !words.includes(name));
const unknown = names.find((name) => !suites.has(name) && !onRequest.has(name));
if (unknown !== undefined) {
  const known = [...suites.keys(), ...onRequest.keys()].join(", ");
  console.error(`There is no benchmark ${unknown}. There are: ${known}; and ${words.join(", ")}.`);
  process.exit(2);
}
if (args.includes("--draw")) {
  showResults(readResults());
  process.exit();
}
const isChosen = (name: string): boolean =>
  names.length > 0 ? names.includes(name) : !onRequest.has(name) && !(isQuick && slow.includes(name));
const chosen = [...suites, ...onRequest].filter(([name]) => isChosen(name));
for (const [name, run] of chosen) {
  const otherWork = watchMachine();
  const tables: Table[] = [];
  for await (const table of run(isQuick)) {
    tables.push(table);
    console.log(formatTable(table));
  }
  const warning = warningOf(otherWork());
  if (warning !== undefined) console.log(`${warning}\n`);
  const result = { machine: describeMachine(), isQuick, ...(warning !== undefined && { warning }), tables };
  write(freshDirectory(`results/${name}`), { "results.json": JSON.stringify(result) });
  if (args.includes("--write")) writeResults(name, result);
}
