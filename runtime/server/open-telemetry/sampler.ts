import type { TraceParent } from "../../observe/telemetry/trace-parent.js";
import type { Environment } from "../node/telemetry-module.js";

/** Which traces are recorded. */
export interface Sampling {
  /** True if the client decides, where it names a trace. */
  readonly isParentBased: boolean;
  /** Other traces are recorded if the number that they are drawn by is below this one. */
  readonly limit: number;
}

/** The sampling that `OTEL_TRACES_SAMPLER` and its argument ask for; both have been checked. */
export function samplingOf(env: Environment): Sampling {
  const name = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  return { isParentBased: name.startsWith("parentbased_"), limit: limitOf(name, env) };
}

/** Returns true if a request is recorded that belongs to the client's span. */
export function isRecordedBelow(
  { traceID, flags }: TraceParent,
  { isParentBased, limit }: Sampling,
): boolean {
  return isParentBased ? (flags & 1) === 1 : drawnBy(traceID) < limit;
}

/** All systems draw a trace by the same number from 0 to 2^32 - 1: the four parts of its ID, by exclusive or. */
function drawnBy(traceID: string): number {
  const part = (start: number) => Number.parseInt(traceID.slice(start, start + 8), 16);
  return (part(0) ^ part(8) ^ part(16) ^ part(24)) >>> 0;
}

const allNumbers = 2 ** 32;

function limitOf(name: string, env: Environment): number {
  if (name.endsWith("always_off")) return 0;
  if (!name.endsWith("traceidratio")) return allNumbers;
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  return ratio === 1 ? allNumbers : Math.floor(ratio * (allNumbers - 1)); // as the SDK has it
}
