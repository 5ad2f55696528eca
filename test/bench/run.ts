import { buildTime } from "./build.js";
import { inProcess, routing } from "./fetch.js";
import { http } from "./http.js";
import { jwt } from "./jwt.js";
import { proxy } from "./proxy.js";
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
  ["http", compared("http: requests per second", http)],
  ["jwt", compared("jwt: requests per second with a token", jwt)],
  ["proxy", compared("proxy: requests per second through a proxy", proxy)],
  ["serve", compared("serve: requests per second of files", serve)],
  ["validation", compared("validation: requests per second, validated", validation)],
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
  for await (const table of run(quick)) console.log(formatTable(table));
}
