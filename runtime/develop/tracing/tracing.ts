import { keepVariables } from "../../base/environment-variables.js";
import { piecesOf } from "../../http/body-bytes.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { PassingBody } from "../../observe/trace/kept-message.js";
import { type Context, type State, state, subscribe } from "../../request/context.js";
import { type Harness, putAround } from "../../request/harness.js";
import { givenPlaces } from "../../server/node/source-places.js";
import { answeredKeySet, answeredPlan } from "./answers.js";
import { mockedChecks, startMocking } from "./mocked.js";
import { passing, watchedStream } from "./passing.js";
import { countPoint } from "./points.js";
import { TraceMaker } from "./trace-maker.js";
import type { TracingOptions } from "./tracing-options.js";

/** One app is in a bundle, so there is one who watches it. */
let watching: TracingOptions | undefined;

/** @param isWatched leaves out requests; those of apps that are tested have a harness of their own */
export function startTracing(options: TracingOptions, isWatched?: ($: Context) => boolean): void {
  if (watching === undefined)
    subscribe(($) => {
      if (watching === undefined || isWatched?.($) === false) return undefined;
      const recorder = new TraceMaker($[state], watching);
      recorders.set($[state], recorder);
      return recorder;
    });
  watching = options;
  if (isWatched === undefined) putAround(traced);
  if (options.environment !== undefined) keepVariables(options.environment);
  startMocking(options.mocks ?? []);
  if (options.sourceMap !== undefined) findPlacesWith(givenPlaces(options.sourceMap));
}

const traced: Harness = {
  checks: mockedChecks,
  passing,
  /** The same plan. If it sends a stream, a copy of the beginning is kept. */
  planned($, id, asked) {
    const plan = watching?.answer === undefined ? asked : answeredPlan(id, asked, watching.answer);
    if (!(plan.body instanceof ReadableStream)) return plan;
    const seen = new PassingBody();
    recorderOf($)?.sends(id, seen);
    return { ...plan, body: watchedStream(piecesOf(plan.body), seen) };
  },
  keySet: ($, url, init) =>
    watching?.answer === undefined ? fetch(url, init) : answeredKeySet($, url, init, watching.answer),
};

const recorders = new WeakMap<State, TraceMaker>();

function recorderOf($: Context): TraceMaker | undefined {
  return recorders.get($[state]);
}

/** An action begins. */
export function $step($: Context, point: number): void {
  countPoint(point);
  recorderOf($)?.step(point);
}

/** It has ended. */
export function $done($: Context, point: number): void {
  recorderOf($)?.done(point);
}

/** Some code runs. */
export function $way($: Context, point: number): void {
  countPoint(point);
  recorderOf($)?.count(point);
}
