import { buildTime } from "./build.js";
import { inProcess, routing } from "./fetch.js";
import { http } from "./http.js";
import { start } from "./start.js";
import { formatTable, type Row } from "./table.js";

interface Suite {
  readonly title: string;
  readonly run: (quick: boolean) => Promise<readonly Row[]>;
}

const suites: ReadonlyMap<string, Suite> = new Map([
  ["http", { title: "http: requests per second", run: http }],
  ["fetch", { title: "fetch: app.fetch in one process", run: inProcess }],
  ["routing", { title: "routing: app.fetch with many endpoints", run: routing }],
  ["build", { title: "build: the command line", run: buildTime }],
  ["start", { title: "start: size and first response", run: start }],
]);

const args = process.argv.slice(2);
const quick = args.includes("quick");
const names = args.filter((name) => name !== "quick");
const unknown = names.find((name) => !suites.has(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}. There are: ${[...suites.keys()].join(", ")}; and quick.`);
  process.exit(2);
}
for (const [name, { title, run }] of suites) {
  if (names.length === 0 || names.includes(name)) console.log(formatTable(title, await run(quick)));
}
