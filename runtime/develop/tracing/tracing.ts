import { keepVariables } from "../../base/environment-variables.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { type Context, state } from "../../request/context.js";
import { givenPlaces } from "../../server/node/source-places.js";
import type { AnswerUpstream } from "./answers.js";
import { startMocking } from "./mocked.js";
import { Recorder } from "./recorder.js";
import type { TracingOptions } from "./tracing-options.js";

/** One app is in a bundle, so there is one who watches it. */
let watching: TracingOptions | undefined;

export function startTracing(options: TracingOptions): void {
  watching = options;
  if (options.environment !== undefined) keepVariables(options.environment);
  startMocking(options.mocks ?? []);
  if (options.sourceMap !== undefined) findPlacesWith(givenPlaces(options.sourceMap));
}

export function answering(): AnswerUpstream | undefined {
  return watching?.answer;
}

export function recorderFor($: Context): Recorder | undefined {
  return watching && new Recorder($[state], watching);
}

export function recorderOf($: Context): Recorder | undefined {
  const watcher = $[state].debug?.watcher;
  return watcher instanceof Recorder ? watcher : undefined;
}

/** An action begins. */
export function $step($: Context, point: number): void {
  recorderOf($)?.step(point);
}

/** It has ended. */
export function $done($: Context, point: number): void {
  recorderOf($)?.done(point);
}

/** Some code runs. */
export function $way($: Context, point: number): void {
  recorderOf($)?.count(point);
}
