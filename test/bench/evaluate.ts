/** Evaluates expressions with one of the implementations, in a process of its own. */
import { createHash } from "node:crypto";
import { answer } from "./processes.js";
import { makeValue } from "./xpath/documents.js";
import { type EngineName, engines, type Outcome } from "./xpath/engines.js";
import { expressions, type Shape } from "./xpath/expressions.js";

export interface Load {
  readonly engine: EngineName;
  readonly shape: Shape;
  readonly bytes: number;
  readonly generated: string;
}

export interface Evaluate {
  readonly index: number;
  /** For how long it is evaluated again and again; once at least. */
  readonly milliseconds: number;
}

export interface Evaluation {
  /** Per evaluation. */
  readonly microseconds: number;
  /** The same for equal results. */
  readonly digest: string;
}

interface Prepared {
  readonly run: () => unknown;
  readonly digest: string;
}

const prepared = new Map<number, Prepared>();
let prepare: (index: number) => Prepared;

answer(async (message: Load | Evaluate): Promise<Evaluation | undefined> => {
  if ("engine" in message) return load(message);
  const { index, milliseconds } = message;
  const known = prepared.get(index) ?? prepare(index);
  prepared.set(index, known);
  return { microseconds: measure(known.run, milliseconds), digest: known.digest };
});

async function load({ engine, shape, bytes, generated }: Load): Promise<undefined> {
  const { compile, outcome } = await engines[engine](shape, makeValue(shape, bytes), generated);
  prepare = (index) => {
    const expression = expressions[index];
    if (expression === undefined) throw new Error(`There is no expression ${index}.`);
    const run = compile(expression, index);
    return { run, digest: digestOf(outcome(run())) };
  };
}

function digestOf(outcome: Outcome): string {
  const text = JSON.stringify(outcome);
  return text.length < 100 ? text : `${text.length}:${createHash("sha256").update(text).digest("hex")}`;
}

/** Where results go, so that no engine leaves an evaluation out. */
export let sink: unknown;

function measure(run: () => unknown, milliseconds: number): number {
  const start = performance.now();
  let evaluations = 0;
  for (let batch = 1; ; ) {
    for (let index = 0; index < batch; index++) sink = run();
    evaluations += batch;
    const elapsed = performance.now() - start;
    if (elapsed >= milliseconds) return (elapsed * 1000) / evaluations;
    const left = Math.ceil(((milliseconds - elapsed) * evaluations) / Math.max(elapsed, 0.001));
    batch = Math.max(1, Math.min(batch * 2, left));
  }
}
