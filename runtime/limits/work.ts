/**
 * How much work a request may do before others get their turn. Everything that a flow does between two waits happens in
 * one go, and no timer can end it; so what loops over data counts its steps here.
 * @module
 */
import { numberSetting } from "../environment/settings.js";

/** UTF-16 units that a text may have which a function makes or a template writes: more than any honest response. */
const maxText = 67_108_864;

/** Steps of one stretch where `FLOW_MAX_STEPS` says nothing: about a second of the processor. */
const defaultSteps = 20_000_000;

/** How much text is made in one step. */
const unitsPerStep = 64;

/** A stretch of work takes more steps than it may, or makes a text that is longer than it may be. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";
}

/** Steps that a stretch may take; `undefined` until the first begins. */
let limit: number | undefined;

/**
 * What is left of the stretch; before the first, nothing is limited. One counter serves all requests, since only one of
 * them works at a time.
 */
let left = Number.POSITIVE_INFINITY;

/** Units of the longest text that was read or made so far, and steps of the longest stretch, by whatever request. */
const most = { text: 0, steps: 0 };

/**
 * Begins a stretch: a flow starts, or goes on after it waited.
 * @param bindings what the runtime gave the app; only the first counts
 */
export function beginStretch(bindings?: unknown): void {
  limit ??= numberSetting(bindings, "MAX_STEPS", 0) || defaultSteps;
  noteSteps();
  left = limit;
}

/**
 * Counts steps: nodes visited, items taken, some hundred characters read; roughly 50 ns each.
 * @throws WorkLimitError where the stretch takes too many
 */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0) exceed();
}

/** How many steps the stretch has taken so far, for tests that compare the work of inputs. */
export function stepsTaken(): number {
  return (limit ?? defaultSteps) - left;
}

function exceed(): never {
  const exceeded = limit ?? defaultSteps;
  left = exceeded; // what answers the error has work to do, too
  throw new WorkLimitError(`More than ${exceeded} steps without a pause.`);
}

/** Counts the work of making a text, and returns it. @throws WorkLimitError where it is too long */
export function made(text: string): string {
  if (text.length > unitsPerStep) {
    checkLength(text.length);
    spend(text.length / unitsPerStep);
    seen(text);
  }
  return text;
}

/** Takes note of a text that came from outside, and returns it. */
export function seen(text: string): string {
  if (text.length > most.text) most.text = text.length;
  return text;
}

function noteSteps(): void {
  const steps = stepsTaken();
  if (steps > most.steps) most.steps = steps;
}

/** Whether a loop may have repeated so long a text so often, now or before a wait, that JSON of it would be too long. */
export function mayHaveRepeated(): boolean {
  noteSteps();
  return most.steps * most.text > maxText;
}

/** @throws WorkLimitError */
export function checkLength(length: number): void {
  if (length > maxText) throw new WorkLimitError(`A text of more than ${maxText} characters.`);
}
