import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base";
import type { Environment } from "../node/telemetry-module.js";

/** The sampler that `OTEL_TRACES_SAMPLER` and its argument name; both have been checked. */
export function createSampler(env: Environment): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  const root = rootSampler(name.replace("parentbased_", ""), env);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, env: Environment): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(Number(env.OTEL_TRACES_SAMPLER_ARG || 1));
  return new AlwaysOnSampler();
}
