import { builds, start } from "./builds.js";
import { expressions } from "./expressions.js";
import { flowTests } from "./flow-tests.js";
import { garbage } from "./garbage.js";
import { handlers } from "./handlers.js";
import { describeMachine, watchMachine } from "./machine.js";
import { opponents } from "./opponents.js";
import { plainText, type Table, writeResults } from "./page.js";
import { proof } from "./proof.js";
import { latencies, requests, telemetry, warmUp } from "./requests.js";
import { otherRuntimes } from "./runtimes.js";
import { requireWrk } from "./wrk.js";

type Suite = (isQuick: boolean) => Promise<readonly Table[]>;

const suites: ReadonlyMap<string, Suite> = new Map([
  ["requests", requests],
  ["garbage", garbage],
  ["handlers", handlers],
  ["opponents", opponents],
  ["latencies", latencies],
  ["warm-up", warmUp],
  ["telemetry", telemetry],
  ["expressions", expressions],
  ["builds", builds],
  ["tests", flowTests],
  ["start", start],
  ["runtimes", otherRuntimes],
  ["proof", proof],
]);

/** A suite of its own, as each of the others begins with it. */
const onlyIfNamed = new Set(["proof"]);

const words = ["quick", "--write"];
const args = process.argv.slice(2);
const names = args.filter((name) => !words.includes(name));
const unknown = names.find((name) => !suites.has(name));
if (unknown !== undefined) {
  const known = [...suites.keys(), ...words].join(", ");
  console.error(`There is no benchmark ${unknown}. There are: ${known}.`);
  process.exit(2);
}
if (names.some((name) => !onlyIfNamed.has(name)) || names.length === 0) requireWrk();
for (const [name, measure] of suites) {
  if (names.length > 0 ? !names.includes(name) : onlyIfNamed.has(name)) continue;
  console.log(name);
  const otherWork = watchMachine();
  const tables = await measure(args.includes("quick"));
  const machine = describeMachine(otherWork());
  console.log([machine, ...tables.map(plainText)].join("\n"));
  const above = tables.flatMap(({ rows }) => rows.flatMap((row) => row.above ?? []));
  if (above.length > 0) console.log(["Above a target of ours:", ...above].join("\n  "));
  if (args.includes("--write")) writeResults(name, { machine, tables });
}
