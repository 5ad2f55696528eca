/** `npm run fuzz`: test/fuzz/README.md says what it takes. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CostFinding } from "./cost.js";
import { keep, saveCorpus } from "./findings.js";
import { listen } from "./heart.js";
import type { Job, Report } from "./job.js";
import { buildKnownBad, buildSubject, builtSubject, root, type Subject } from "./subject.js";
import { startUpstream } from "./upstream.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "300" },
    tries: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    /** Findings become files of `test/fuzz/findings/`, and the corpus grows. */
    keep: { type: "boolean", default: false },
    /** Says what it finds as lines of JSON, and nothing else. */
    json: { type: "boolean", default: false },
    /** Counts only; says the same on every machine. */
    untimed: { type: "boolean", default: false },
    /** Takes what was built last. */
    built: { type: "boolean", default: false },
    "known-bad": { type: "boolean", default: false },
  },
});

const modes = ["replay", "cost", "guided"] as const;
const chosen = modes.filter((mode) => positionals.includes(mode));
const words = positionals.filter((word) => !modes.some((mode) => mode === word));

/** Longer than any run that ends, also on a busy machine. */
const patience = 30_000;

const say = (text: string) => values.json || console.log(text);
let found = 0;

const subject = values["known-bad"]
  ? await buildKnownBad()
  : values.built
    ? builtSubject()
    : await buildSubject();
say(`${subject.blocks} blocks; seed ${values.seed}`);
const upstream = await startUpstream();
for (const mode of chosen.length === 0 ? modes : chosen) {
  say(`\n${mode}`);
  await work(mode, subject);
}
upstream.stop();
process.exitCode = found > 0 ? 1 : 0;

/** All targets; after one that never ends, or ends the process, those behind it. */
async function work(mode: Job["mode"], { file, blocks }: Subject): Promise<void> {
  const end = performance.now() + Number(values.seconds) * 1_000;
  for (let from = 0, isDone = false; !isDone; ) {
    const { done, last } = await start({
      subject: file,
      blocks,
      mode,
      words,
      from,
      seconds: (end - performance.now()) / 1_000,
      tries: Number(values.tries),
      seed: Number(values.seed),
      isTimed: !values.untimed,
      upstream: upstream.url,
      heart: `${file}.heart`,
    });
    from += done + 1;
    isDone = last === undefined;
    if (last !== undefined) tell({ kind: "lost", last });
  }
}

/** How many targets were done, and what the worker was at if it did not end by itself. */
function start(job: Job): Promise<{ readonly done: number; readonly last?: string }> {
  const worker = fork(join(root, "test/.tmp/fuzz/worker.js"), [JSON.stringify(job)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let errors = "";
  worker.stderr?.on("data", (text: Buffer) => {
    errors = `${errors}${text}`.slice(0, 600);
  });
  return new Promise((resolve) => {
    let done = 0;
    let before = -1;
    let isEnded = false;
    const watch = setInterval(() => {
      const { beats } = listen(job.heart);
      if (beats === before) worker.kill("SIGKILL");
      before = beats;
    }, patience);
    worker.on("message", (message: Report) => {
      if (message.kind === "done") done++;
      else if (message.kind === "end") isEnded = true;
      else tell(message);
    });
    worker.on("close", () => {
      clearInterval(watch);
      resolve(isEnded ? { done } : { done, last: `${listen(job.heart).last}\n${errors.trim()}` });
    });
  });
}

function tell(message: Report | { readonly kind: "lost"; readonly last: string }): void {
  if (values.json && message.kind !== "end") {
    const { corpus, ...rest } = { corpus: undefined, ...message };
    console.log(JSON.stringify(rest));
  }
  switch (message.kind) {
    case "cost": {
      found++;
      const { target, recipe, error } = message.finding;
      say(`\n${table(message.finding)}`);
      if (values.keep) say(keep({ target, note: error ?? growth(message.finding), recipe }));
      break;
    }
    case "guided": {
      found++;
      const { target, input, error } = message.finding;
      say(`\n${target}: ${error}\n  ${JSON.stringify(input)}`);
      if (values.keep) say(keep({ target, note: error.split("\n")[0] ?? "", input }));
      break;
    }
    case "covered":
      say(
        `${message.target}: ${message.runs} runs, ${message.covered} blocks, ${message.corpus.length} inputs`,
      );
      if (values.keep) saveCorpus(message.target, message.corpus);
      break;
    case "back":
      found++;
      say(`${message.target}: is back: ${message.note}`);
      break;
    case "lost":
      found++;
      say(`\nNever ends, or ends the process: ${message.last}`);
      break;
    case "done":
    case "end":
      break;
    default:
      message satisfies never;
  }
}

function growth({ kind, exponent }: CostFinding): string {
  const subject = kind === "time" ? "Time" : "Work";
  return exponent === undefined
    ? `${subject} is too much.`
    : `${subject} grows like n^${exponent.toFixed(2)}.`;
}

function table(finding: CostFinding): string {
  const { target, recipe, measurements, error } = finding;
  const rows = measurements.map(
    ({ size, work, milliseconds, isOver }) =>
      `  ${String(size).padStart(8)} characters ${isOver ? ">" : " "}${String(work).padStart(12)} steps ${String(milliseconds).padStart(7)} ms`,
  );
  return [`${target}: ${error ?? growth(finding)}`, `  ${JSON.stringify(recipe)}`, ...rows].join("\n");
}
