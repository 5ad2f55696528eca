/**
 * Counts what instrumented code does: one for each block of it that runs, and for each native that reads text or moves
 * items as much as it looks at. The same input gives the same count on every machine.
 */

/** A run did more than it may; instrumented code throws it again and again until it ends. */
export class OverLimit extends Error {
  override readonly name = "OverLimit";
}

/** How often each block ran, by its number; for coverage. */
let blocks = new Uint32Array(0);

let work = 0;
let limit = 0;
let isOn = false;

/** Instrumented code calls this as `__m(17)`. */
function block(index: number): void {
  if (!isOn) return;
  blocks[index] = (blocks[index] as number) + 1;
  if (++work > limit) throw new OverLimit();
}

/** Counts what a native looks at. */
export function count(units: number): void {
  if (!isOn) return;
  work += units;
  if (work > limit) throw new OverLimit();
}

/** Returns the value that is spread, as it was; `...x` becomes `...__s(x)`. */
function spread<T>(value: T): T {
  if (!isOn) return value;
  if (Array.isArray(value) || typeof value === "string") count(value.length);
  else if (value instanceof Map || value instanceof Set) count(value.size);
  else if (typeof value === "object" && value !== null && !(Symbol.iterator in value)) {
    count(Object.keys(value).length);
  }
  return value;
}

/** The name under which instrumented code finds this. */
export const globalName = "__flowcMeter";

/** For code with that many blocks. */
export function installMeter(blockCount: number): void {
  blocks = new Uint32Array(blockCount);
  Object.assign(globalThis, { [globalName]: { block, spread } });
}

export interface Measured {
  readonly work: number;
  /** The run was ended because it did more than it may. */
  readonly isOver: boolean;
  /** The value that it threw, unless that is because it was ended. */
  readonly thrown?: unknown;
  /** Milliseconds. For what no count sees: the steps of a regular expression. */
  readonly time: number;
}

/** Runs it alone, counting. Several at a time would count for one another. */
export async function measure(run: () => unknown, most: number): Promise<Measured> {
  blocks.fill(0);
  work = 0;
  limit = most;
  const start = performance.now();
  let thrown: unknown;
  isOn = true;
  try {
    const result = run();
    if (result instanceof Promise) await result;
  } catch (error) {
    thrown = error;
  } finally {
    isOn = false;
  }
  const time = performance.now() - start;
  const isOver = work > most;
  return {
    work: Math.min(work, most + 1),
    isOver,
    time,
    ...(isOver || thrown === undefined ? {} : { thrown }),
  };
}

/** How often each block ran in the last run. */
export const lastBlocks = (): Uint32Array => blocks;
