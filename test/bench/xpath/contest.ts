import type { Evaluate, Evaluation, Load } from "../evaluate.js";
import { type Helper, startHelper } from "../processes.js";
import { type EngineName, engineNames } from "./engines.js";
import { expressions, type Shape } from "./expressions.js";

/** Microseconds per evaluation, or why there are none. */
export type Time = number | "too slow" | "fails" | "differs";

/** One expression over one document. */
export interface Result {
  readonly name: string;
  readonly isChildPath: boolean;
  readonly times: Readonly<Partial<Record<EngineName, Time>>>;
}

export interface Effort {
  readonly rounds: number;
  /** Of a measurement, in which an expression is evaluated again and again. */
  readonly milliseconds: number;
  /** Milliseconds of the measurements before, until the code is compiled. */
  readonly warmUp: number;
  /** Milliseconds after which an engine is given up for an expression. */
  readonly limit: number;
}

/** Microseconds from which on one measurement has to do. */
const slow = 500_000;

/** All expressions over one document: each engine in a process of its own, in turn, each round in another order. */
export async function contest(
  shape: Shape,
  bytes: number,
  generated: string,
  effort: Effort,
  names: readonly EngineName[] = engineNames,
): Promise<readonly Result[]> {
  const contestants = names.map(
    (engine) => new Contestant({ engine, shape, bytes, generated }, effort.limit),
  );
  try {
    const results: Result[] = [];
    for (const [index, { name, isChildPath }] of expressions.entries()) {
      results.push({ name, isChildPath, times: await compete(contestants, index, effort) });
    }
    return results;
  } finally {
    await Promise.all(contestants.map((one) => one.stop()));
  }
}

/** The best of several rounds, since whatever else the machine does can only add to a time. */
async function compete(
  contestants: readonly Contestant[],
  index: number,
  { rounds, milliseconds, warmUp }: Effort,
): Promise<Result["times"]> {
  const times = new Map<EngineName, Time>();
  let running: Contestant[] = [];
  let expected: string | undefined;
  for (const one of contestants) {
    const first = await one.evaluate({ index, milliseconds: warmUp });
    if (typeof first === "string") {
      times.set(one.engine, first);
      continue;
    }
    expected ??= first.digest;
    times.set(one.engine, first.digest === expected ? first.microseconds : "differs");
    if (first.digest === expected && first.microseconds < slow) running.push(one);
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of running) {
      const evaluation = await one.evaluate({ index, milliseconds });
      const best = times.get(one.engine);
      if (typeof best === "number" && typeof evaluation !== "string")
        times.set(one.engine, Math.min(best, evaluation.microseconds));
    }
    running = [...running.slice(1), ...running.slice(0, 1)];
  }
  return Object.fromEntries(times) as Result["times"];
}

/** The process of an engine; started anew after it had to be stopped. */
class Contestant {
  readonly engine: EngineName;
  #helper: Promise<Helper> | undefined;

  constructor(
    private readonly load: Load,
    private readonly limit: number,
  ) {
    this.engine = load.engine;
  }

  async evaluate(message: Evaluate): Promise<Evaluation | "too slow" | "fails"> {
    this.#helper ??= start(this.load);
    const helper = await this.#helper;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"too slow">((resolve) => {
      timer = setTimeout(() => resolve("too slow"), this.limit);
    });
    const evaluation = helper.ask<Evaluation>(message).catch(() => "fails" as const);
    const outcome = await Promise.race([evaluation, timeout]);
    clearTimeout(timer);
    if (outcome === "too slow") await this.stop();
    return outcome;
  }

  async stop(): Promise<void> {
    const helper = await this.#helper;
    this.#helper = undefined;
    await helper?.stop();
  }
}

async function start(load: Load): Promise<Helper> {
  const helper = startHelper("evaluate", {}, ["--max-old-space-size=4096"]);
  await helper.ask(load);
  return helper;
}
