/**
 * The work that an app counts is the work that it does: a step takes about as long whatever a flow repeats, and
 * whatever its texts are like. The cases follow from the registries, so that a new function that forgets to count is
 * found. A built app is asked, in a process of its own; its time of the processor is compared with its own counter.
 */
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { type Measured, type MeasuredProcess, serveMeasured } from "../support/measured.js";
import { budgetFiles, heavyRuns, leftOut, missing, type Run, runs, waitingRuns } from "./targets/budget.js";

/** So that no case runs for long, and most do for some milliseconds. */
const maxSteps = 300_000;

/** How much longer than the median a step may take, at least once in some tries. */
const mostTimes = 5;
const tries = 4;

/** What fewer steps take is mostly the request itself. */
const leastSteps = maxSteps / 3;

/** Milliseconds of the processor for a request of less than 100 KB. */
const most = 1000;

/** Programs that share caches and memory with the app can make it take twice as long. */
const busy = 2;

/** One stops a request soon, the other after as many steps as by default. */
let server: MeasuredProcess;
let patient: MeasuredProcess;

beforeAll(async () => {
  const { files, diagnostics } = await new Session().build(inputOf(budgetFiles));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ span, message }) => `${span?.source.path}: ${message}`)).toEqual([]);
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const start = (env: Readonly<Record<string, string>>): Promise<MeasuredProcess> => {
    const directory = scratchDirectory("fuzz-budget");
    writeFiles(directory, files);
    return serveMeasured(directory, {
      FUZZ_PRIVATE_KEY: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
      FUZZ_PUBLIC_KEY: String(keys.publicKey.export({ type: "spki", format: "pem" })),
      ...env,
    });
  };
  server = await start({ FLOW_MAX_STEPS: String(maxSteps) });
  patient = await start({});
}, 300_000);

afterAll(async () => {
  await server?.stop();
  await patient?.stop();
});

test("there is a case for every function and instruction of the registries", () => {
  expect(missing, `no case has them; left out are ${JSON.stringify(leftOut)}`).toEqual([]);
});

/** Compiling, garbage and other programs only make a request take longer: the least time of some tries counts. */
async function leastTime(measure: () => Promise<Measured>, enough: number): Promise<Measured> {
  let least = await measure();
  for (let count = 1; least.time > enough && count < tries; count++) {
    const next = await measure();
    if (next.time < least.time) least = next;
  }
  return least;
}

const ask = (to: MeasuredProcess, { path, texts: [a, b] }: Run): Promise<Measured> =>
  to.measure(path, { a, b });

/** Nanoseconds for each step that the app has counted. */
const perStep = ({ time, steps }: Measured): number => (time * 1e6) / Math.max(steps, leastSteps);

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

test("a step takes about as long, whatever is counted", async () => {
  // The documents are read, and the way of requests is compiled.
  for (const run of runs.slice(0, 20)) await ask(server, run);
  const measured: { readonly run: Run; readonly first: Measured }[] = [];
  for (const run of runs) measured.push({ run, first: await ask(server, run) });
  expect([...new Set(measured.map(({ first }) => first.status))].sort(), "no internal errors").toEqual([
    200, 503,
  ]);
  // Each case counts once, with the shape that takes longest: what reads texts has many shapes, and most are cheap.
  const slowest = new Map<string, number>();
  for (const { run, first } of measured)
    slowest.set(run.path, Math.max(slowest.get(run.path) ?? 0, perStep(first)));
  const mostOfStep = mostTimes * median([...slowest.values()]);
  const slow: string[] = [];
  for (const { run, first } of measured) {
    let time = perStep(first);
    for (let count = 1; time > mostOfStep && count < tries; count++)
      time = Math.min(time, perStep(await ask(server, run)));
    if (time > mostOfStep)
      slow.push(`${run.name}: ${time.toFixed()} ns, and ${mostOfStep.toFixed()} ns are the most`);
    if (process.env.FUZZ_TIMES) appendFileSync(process.env.FUZZ_TIMES, `${time.toFixed()} ${run.name}\n`);
  }
  expect(
    slow,
    "These work without counting. Give the helper to counted() of runtime/base/counted.ts with what a text costs, or " +
      "spend() the steps where it visits nodes, searches and makes texts.",
  ).toEqual([]);
}, 900_000);

/** Those of the requests that took too long, or ended with an internal error. */
async function tooLong(
  requests: readonly {
    readonly name: string;
    readonly most?: number;
    readonly measure: () => Promise<Measured>;
  }[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, most: bound = most, measure } of requests) {
    const { status, time } = await leastTime(measure, bound);
    if (time > busy * bound || status === 500) found.push(`${name}: ${time.toFixed()} ms, status ${status}`);
    if (process.env.FUZZ_TIMES) appendFileSync(process.env.FUZZ_TIMES, `${time.toFixed()} ms ${name}\n`);
  }
  return found;
}

test("the steps that a request has by default are over within a second", async () => {
  const requests = heavyRuns.map((run) => ({ ...run, measure: () => ask(patient, run) }));
  expect(await tooLong(requests)).toEqual([]);
}, 120_000);

test("functions that wait take no long texts for long", async () => {
  const requests = waitingRuns.map((run) => ({ ...run, measure: () => ask(patient, run) }));
  expect(await tooLong(requests)).toEqual([]);
}, 120_000);
