import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import type { Environment } from "../node/telemetry-module.js";

/** Which traces are recorded. */
export interface Sampling {
  readonly sampler: Sampler;
  /** Traces that begin here are recorded if the number that they are drawn by is below this one. */
  readonly rootLimit: number;
}

/** The sampling that `OTEL_TRACES_SAMPLER` and its argument ask for; both have been checked. */
export function samplingOf(env: Environment): Sampling {
  const name = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  const root = rootSampling(name.replace("parentbased_", ""), env);
  return name.startsWith("parentbased_")
    ? { ...root, sampler: new ParentBasedSampler({ root: root.sampler }) }
    : root;
}

const allNumbers = 2 ** 32;

function rootSampling(name: string, env: Environment): Sampling {
  if (name === "always_off") return { sampler: new AlwaysOffSampler(), rootLimit: 0 };
  if (name !== "traceidratio") return { sampler: new AlwaysOnSampler(), rootLimit: allNumbers };
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  return {
    sampler: new TraceIdRatioBasedSampler(ratio),
    rootLimit: ratio === 1 ? allNumbers : Math.floor(ratio * (allNumbers - 1)), // as that sampler has it
  };
}
