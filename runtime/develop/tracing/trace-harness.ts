import { piecesOf } from "../../http/body-bytes.js";
import { Debugging } from "../../observe/debug/debugging.js";
import { PassingBody } from "../../observe/trace/bodies.js";
import { type Context, state } from "../../request/context.js";
import type { Harness } from "../../request/harness.js";
import type { RequestPlan } from "../../upstream/plan/request-plan.js";
import { answeredKeySet, answeredPlan } from "./answers.js";
import { mockedChecks } from "./mocked.js";
import { passing, watchedStream } from "./passing.js";
import { answering, recorderFor, recorderOf } from "./tracing.js";

// This module stands in place of `request/harness.ts`.

export const harness: Harness = {
  planned,
  checks: mockedChecks,
  passing,
  keySet(_: Context, url: URL, init: RequestInit) {
    const answer = answering();
    return answer === undefined ? fetch(url, init) : answeredKeySet(url, init, answer);
  },
};

/** The same plan. If it sends a stream, a copy of the beginning is kept. */
function planned($: Context, id: string, asked: RequestPlan): RequestPlan {
  const answer = answering();
  const plan = answer === undefined ? asked : answeredPlan(id, asked, answer);
  if (!(plan.body instanceof ReadableStream)) return plan;
  const seen = new PassingBody();
  recorderOf($)?.sends(id, seen);
  return { ...plan, body: watchedStream(piecesOf(plan.body), seen) };
}

export function begun($: Context): Context {
  const recorder = recorderFor($);
  if (recorder !== undefined) $[state].debug = new Debugging($[state].requestID, undefined, recorder);
  return $;
}
