import { Debugging } from "../debug/debugging.js";
import { type Context, state } from "../flow/context.js";
import type { Harness } from "../flow/harness.js";
import type { RequestPlan } from "../upstream/plan/request.js";
import { mockedChecks } from "./mocked.js";
import { recorderFor } from "./tracing.js";

// This module stands in place of `flow/harness.ts`.

export const harness: Harness = {
  planned: (_: Context, __: string, plan: RequestPlan) => plan,
  checks: mockedChecks,
  keySet: (_: Context, url: URL, init: RequestInit) => fetch(url, init),
};

export function begun($: Context): Context {
  const recorder = recorderFor($);
  if (recorder !== undefined) $[state].debug = new Debugging($[state].requestID, undefined, recorder);
  return $;
}
