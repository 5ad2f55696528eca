import { buildTime } from "./build.js";
import { inProcess, routing } from "./fetch.js";
import { http, upstreams } from "./http.js";
import { jwt } from "./jwt.js";
import { warningOf, watchMachine } from "./machine.js";
import { serve } from "./serve.js";
import { start } from "./start.js";
import { comparison, formatTable, type Row, type Table } from "./table.js";
import { validation } from "./validation.js";
import { xpath } from "./xpath.js";

type Suite = (quick: boolean) => AsyncIterable<Table>;

const compared = (title: string, run: (quick: boolean) => Promise<readonly Row[]>): Suite =>
  async function* (quick) {
    yield comparison(title, await run(quick));
  };

const suites: ReadonlyMap<string, Suite> = new Map([
  ["http", http],
  ["upstreams", upstreams],
  ["jwt", jwt],
  ["serve", serve],
  ["validation", validation],
  ["fetch", compared("fetch: app.fetch in one process", inProcess)],
  ["routing", compared("routing: app.fetch with many endpoints", routing)],
  ["build", compared("build: the command line", buildTime)],
  ["start", compared("start: size and first response", start)],
  ["xpath", xpath],
]);

const args = process.argv.slice(2);
const quick = args.includes("quick");
const names = args.filter((name) => name !== "quick");
const unknown = names.find((name) => !suites.has(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. There are: ${[...suites.keys()].join(", ")}; and quick.`);
  process.exit(2);
}
for (const [name, run] of suites) {
  if (names.length > 0 && !names.includes(name)) continue;
  const otherWork = watchMachine();
  for await (const table of run(quick)) console.log(formatTable(table));
  const warning = warningOf(otherWork());
  if (warning !== undefined) console.log(`${warning}\n`);
}
