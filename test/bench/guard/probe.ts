/** Loaded into a process before what is measured: tells what it has done so far. */
import { Session } from "node:inspector";
import { getHeapStatistics } from "node:v8";

/** The answer of a process when it is asked. */
export interface Reading {
  /** Bytes on the heap and in buffers. */
  readonly bytes: number;
  /** Functions, branches and bodies of loops entered since the question before; 0 until they are counted. */
  readonly blocks: number;
}

export type Question = "read" | "collect garbage" | "count blocks";

const session = new Session();
let isCounting = false;

process.on("message", (question: Question | object) => {
  if (question === "read") process.send?.(read());
  if (question === "collect garbage") {
    globalThis.gc?.();
    process.send?.({});
  }
  if (question === "count blocks") {
    session.connect();
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    isCounting = true;
    process.send?.({});
  }
});

function read(): Reading {
  const bytes = getHeapStatistics().used_heap_size + process.memoryUsage().arrayBuffers;
  return { bytes, blocks: isCounting ? blocks() : 0 };
}

function blocks(): number {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (_, { result }) => {
    for (const { functions } of result) {
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
  });
  return sum;
}
