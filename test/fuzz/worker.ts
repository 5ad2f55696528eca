/** Fuzzes in a process of its own, so that what never ends can be ended, and what ends it is seen. */
import { generateKeyPairSync } from "node:crypto";
import { pathToFileURL } from "node:url";
import { isExpected, proven, searchCost } from "./cost.js";
import { corpusOf, keptFindings } from "./findings.js";
import { searchGuided } from "./guided.js";
import { Heart } from "./heart.js";
import type { Job, Report } from "./job.js";
import { installMeter, measure } from "./meter.js";
import { wrapNatives } from "./natives.js";
import { hash } from "./random.js";
import { selected, type Target } from "./target.js";

const job = JSON.parse(process.argv[2] ?? "") as Job;
const heart = new Heart(job.heart);
const report = (message: Report) => process.send?.(message);

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
process.env.FUZZ_PRIVATE_KEY = String(keys.privateKey.export({ type: "pkcs8", format: "pem" }));
process.env.FUZZ_PUBLIC_KEY = String(keys.publicKey.export({ type: "spki", format: "pem" }));
process.env.FUZZ_UPSTREAM = job.upstream;
// Events of the app; there are millions of them.
console.log = console.error = console.warn = () => {};

installMeter(job.blocks);
const { targets } = (await import(pathToFileURL(job.subject).href)) as {
  readonly targets: readonly Target[];
};
wrapNatives();

if (job.mode === "replay") await replay();
else await search(selected(targets, job.words).slice(job.from));
report({ kind: "end" });
process.disconnect();

async function search(chosen: readonly Target[]): Promise<void> {
  const end = performance.now() + job.seconds * 1_000;
  for (const [index, target] of chosen.entries()) {
    const now = performance.now();
    const until = now + (end - now) / (chosen.length - index);
    const seed = job.seed ^ hash(target.name);
    heart.beat(target.name);
    if (job.mode === "cost") {
      const finding = await searchCost(target, {
        seed,
        until,
        tries: job.tries,
        isTimed: job.isTimed,
        onRun: ({ name }, recipe, size) => heart.beat(JSON.stringify({ name, recipe, size })),
      });
      if (finding !== undefined) report({ kind: "cost", finding });
    } else {
      const { runs, covered, corpus, finding } = await searchGuided(target, {
        seed,
        until,
        runs: job.tries,
        corpus: corpusOf(target.name),
        onRun: ({ name }, input) => heart.beat(JSON.stringify({ name, input })),
      });
      if (finding !== undefined) report({ kind: "guided", finding });
      report({ kind: "covered", target: target.name, runs, covered, corpus });
    }
    report({ kind: "done", target: target.name });
  }
}

/** Faults that were found once must not come back. */
async function replay(): Promise<void> {
  const effort = { seed: 1, until: Number.POSITIVE_INFINITY, tries: 1, isTimed: false };
  for (const { target: name, note, recipe, input } of keptFindings()) {
    const target = targets.find((one) => one.name === name);
    if (target === undefined) {
      report({ kind: "back", target: name, note: `There is no such target any more. ${note}` });
      continue;
    }
    heart.beat(JSON.stringify({ name, recipe, input }));
    if (recipe !== undefined && (await proven(target, recipe, effort)) !== undefined) {
      report({ kind: "back", target: name, note });
    }
    if (input === undefined) continue;
    const { isOver, thrown } = await measure(() => target.run(input), 10_000_000);
    if (isOver || (thrown !== undefined && !isExpected(target, thrown)))
      report({ kind: "back", target: name, note });
  }
}
