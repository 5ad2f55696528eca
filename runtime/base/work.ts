/**
 * How much work a request may do before others get their turn. All that a flow does between two waits happens in one
 * go, and no timer can end it. So whatever loops over data counts its steps here.
 * @module
 */
import { setting, settings } from "./settings.js";

/** How many UTF-16 units a text may have that a function makes or a template writes: more than any honest response. */
const maxText = 67_108_864;

const defaultSteps = settings.MAX_STEPS.otherwise;

/** How much text is made in one step. */
const unitsPerStep = 64;

/** A stretch of work takes more steps than it may, or makes a text that is longer than it may be. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";
}

/** How many steps a stretch may take; `undefined` until the first one begins. */
let limit: number | undefined;

/**
 * How many steps the current stretch may still take; before the first stretch, there is no limit. One counter serves
 * all requests, since only one of them works at a time.
 */
let left = Number.POSITIVE_INFINITY;

/** The length of the longest text that any request has read or made, and the steps of its longest stretch. */
const most = { text: 0, steps: 0 };

/**
 * Begins a stretch: a flow starts, goes on after it waited, or its error is answered.
 * @param bindings the bindings that the platform gave the app; only those of the first call count
 */
export function beginStretch(bindings?: unknown): void {
  limit ??= setting(bindings, "MAX_STEPS");
  noteSteps();
  left = limit;
}

/**
 * Counts steps, of roughly 50 ns each: a node visited, an item taken, some hundred characters read.
 * @throws WorkLimitError if the stretch takes too many
 */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0) exceed();
}

/** Makes something for whoever watches the request; that counts as no work of the request. */
export function aside<T>(make: () => T): T {
  const before = left;
  try {
    return make();
  } finally {
    left = before;
  }
}

/** How many steps the stretch has taken so far, for tests that compare the work of inputs. */
export function stepsTaken(): number {
  return (limit ?? defaultSteps) - left;
}

/** Nothing is left until the next stretch: whoever catches the error cannot go on as if there were more. */
function exceed(): never {
  left = 0;
  throw new WorkLimitError(`More than ${limit ?? defaultSteps} steps without a pause.`);
}

/**
 * Counts the work of making a text, and returns the text.
 * @throws WorkLimitError if it is too long
 */
export function made(text: string): string {
  if (text.length > unitsPerStep) {
    checkLength(text.length);
    spend(text.length / unitsPerStep);
    seen(text);
  }
  return text;
}

/**
 * Counts the work of reading a text that is put together of the texts of nodes, and returns the text. Each ancestor of a
 * text has that text in its own.
 */
export function read(text: string): string {
  if (text.length > unitsPerStep) spend(text.length / unitsPerStep);
  return text;
}

/** Notes the length of a text that came from outside, and returns the text. */
export function seen(text: string): string {
  if (text.length > most.text) most.text = text.length;
  return text;
}

function noteSteps(): void {
  const steps = stepsTaken();
  if (steps > most.steps) most.steps = steps;
}

/** Returns true if some loop may have repeated a text so long, so often, that its JSON is too long. */
export function mayHaveRepeated(): boolean {
  noteSteps();
  return most.steps * most.text > maxText;
}

/** @throws WorkLimitError */
export function checkLength(length: number): void {
  if (length > maxText) throw new WorkLimitError(`A text of more than ${maxText} characters.`);
}

/** The code with which a thread ends that would take too much memory. */
export const tooMuchMemory = 77;
