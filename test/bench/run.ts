import { builds, start } from "./builds.js";
import { expressions } from "./expressions.js";
import { flowTests } from "./flow-tests.js";
import { garbage } from "./garbage.js";
import { describeMachine, watchMachine } from "./machine.js";
import { opponents } from "./opponents.js";
import { plainText, type Table, writeResults } from "./page.js";
import { latencies, requests, telemetry, warmUp } from "./requests.js";
import { otherRuntimes } from "./runtimes.js";
import { requireWrk } from "./wrk.js";

type Suite = (isQuick: boolean) => Promise<readonly Table[]>;

const suites: ReadonlyMap<string, Suite> = new Map([
  ["requests", requests],
  ["garbage", garbage],
  ["opponents", opponents],
  ["latencies", latencies],
  ["warm-up", warmUp],
  ["telemetry", telemetry],
  ["expressions", expressions],
  ["builds", builds],
  ["tests", flowTests],
  ["start", start],
  ["runtimes", otherRuntimes],
]);

const words = ["quick", "--write"];
const args = process.argv.slice(2);
const names = args.filter((name) => !words.includes(name));
const unknown = names.find((name) => !suites.has(name));
if (unknown !== undefined) {
  const known = [...suites.keys(), ...words].join(", ");
  console.error(`There is no benchmark ${unknown}. There are: ${known}.`);
  process.exit(2);
}
requireWrk();
for (const [name, measure] of suites) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(name);
  const otherWork = watchMachine();
  const tables = await measure(args.includes("quick"));
  const machine = describeMachine(otherWork());
  console.log([machine, ...tables.map(plainText)].join("\n"));
  if (args.includes("--write")) writeResults(name, { machine, tables });
}
