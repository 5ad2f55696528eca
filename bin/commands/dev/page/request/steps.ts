import type { ActionEvent, FlowEvent, Trace, TraceEvent } from "../../../../../runtime/trace/format.js";
import { type Position, positionOf } from "./place.js";

/** A stop for somebody who goes through a request: an action and what happened until the next one began. */
export interface Step {
  readonly index: number;
  /** The name of the action; what happened, in a trace without actions. */
  readonly name: string;
  readonly position: Position | undefined;
  readonly at: number;
  readonly took: number | undefined;
  readonly depth: number;
  /** The step of the action that it is in. */
  readonly parent: number | undefined;
  readonly state: "done" | "running" | "failed";
  /** In the order in which they happened. The action itself is not among them. */
  readonly events: readonly TraceEvent[];
}

export interface FlowOfRequest {
  readonly file: string;
  readonly role: "init" | "operation" | "sub-flow" | "error flow" | "flow";
  /** How often it was entered. */
  readonly times: number;
  /** The first step in it. `undefined` if nothing ran in it. */
  readonly firstStep: number | undefined;
}

export interface Passage {
  /** What happened before the first step, such as an error of a validation. */
  readonly before: readonly TraceEvent[];
  readonly steps: readonly Step[];
  readonly flows: readonly FlowOfRequest[];
  /** Whether the trace knows actions. One from production may know only what happened in them. */
  readonly hasActions: boolean;
}

/** Reads a trace, which may still grow. */
export function readPassage(trace: Trace): Passage {
  const events = inOrder(trace.events);
  const hasActions = events.some(({ kind }) => kind === "action");
  const starts = hasActions ? isAction : isPlaced;
  const steps: (Omit<Step, "events"> & { readonly events: TraceEvent[] })[] = [];
  const before: TraceEvent[] = [];
  const open: number[] = [];
  const byPlace = new Map<string, number>();
  const lastError = events.findLast(({ kind }) => kind === "error")?.at;
  for (const event of events) {
    if (starts(event)) {
      const depth = event.kind === "action" ? event.depth : 0;
      while (open.length > 0 && (steps[open.at(-1) as number]?.depth ?? 0) >= depth) open.pop();
      const index = steps.length;
      steps.push({
        index,
        name: nameOf(event),
        position: event.place === undefined ? undefined : positionOf(event.place),
        at: event.at,
        took: event.kind === "action" ? event.took : undefined,
        depth,
        parent: open.at(-1),
        state: event.kind === "action" ? stateOf(event, trace, lastError) : "done",
        events: [],
      });
      open.push(index);
      if (event.place !== undefined) byPlace.set(event.place, index);
    }
    if (event.kind === "action") continue;
    // Requests may be sent long after their action began, while others run.
    const owner = event.kind === "upstream" ? byPlace.get(event.place ?? "") : undefined;
    (steps[owner ?? steps.length - 1]?.events ?? before).push(event);
  }
  return { before, steps, flows: flowsOf(trace, events, steps), hasActions };
}

/** An exchange may be told of when it is over, with the time when it began. */
function inOrder(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const isSorted = events.every(({ at }, index) => index === 0 || (events[index - 1] as TraceEvent).at <= at);
  return isSorted ? events : events.toSorted((one, other) => one.at - other.at);
}

const isAction = (event: TraceEvent): boolean => event.kind === "action";

const isPlaced = (event: TraceEvent): boolean => event.kind !== "flow";

function nameOf(event: TraceEvent): string {
  switch (event.kind) {
    case "action":
      return event.name;
    case "variable":
      return `$${event.name}`;
    case "output":
      return event.to;
    case "upstream":
      return `request ${event.id}`;
    case "message":
      return event.topic;
    case "flow":
    case "error":
      return event.kind;
    default:
      return event satisfies never;
  }
}

function stateOf({ at, took }: ActionEvent, trace: Trace, lastError: number | undefined): Step["state"] {
  if (took !== undefined) return "done";
  if (lastError !== undefined && lastError >= at) return "failed";
  return trace.duration === undefined ? "running" : "done";
}

/** The flows that were entered, in their order; then files with code that ran, such as templates. */
function flowsOf(
  trace: Trace,
  events: readonly TraceEvent[],
  steps: readonly Step[],
): readonly FlowOfRequest[] {
  const flows = new Map<
    string,
    { role: FlowOfRequest["role"]; times: number; firstStep: number | undefined }
  >();
  const entered = events.filter((event): event is FlowEvent => event.kind === "flow");
  const errors = events.filter(({ kind }) => kind === "error").map(({ at }) => at);
  const main = entered.findIndex(({ file }) => file === trace.flow);
  for (const [index, { file, at }] of entered.entries()) {
    const known = flows.get(file);
    if (known !== undefined) {
      known.times++;
      continue;
    }
    const role =
      file === trace.flow
        ? "operation"
        : isCalled(at, steps, errors)
          ? "sub-flow"
          : at >= (errors[0] ?? Number.POSITIVE_INFINITY)
            ? "error flow"
            : main > index
              ? "init"
              : "flow";
    flows.set(file, { role, times: 1, firstStep: undefined });
  }
  for (const { index, position } of steps) {
    if (position === undefined) continue;
    const known = flows.get(position.file);
    const role = position.file === trace.flow ? "operation" : "flow";
    if (known === undefined) flows.set(position.file, { role, times: 1, firstStep: index });
    else known.firstStep ??= index;
  }
  for (const { file } of trace.ran)
    if (!flows.has(file)) flows.set(file, { role: "flow", times: 1, firstStep: undefined });
  if (trace.flow !== "" && !flows.has(trace.flow))
    flows.set(trace.flow, { role: "operation", times: 0, firstStep: undefined });
  return [...flows].map(([file, flow]) => ({ file, ...flow }));
}

/** Whether a flow began while an action ran: the action called it. */
function isCalled(at: number, steps: readonly Step[], errors: readonly number[]): boolean {
  for (let step = stepAt(at, steps); step !== undefined; step = steps[step.parent ?? -1])
    if (at < endOf(step, errors)) return true;
  return false;
}

function endOf({ at, took, state }: Step, errors: readonly number[]): number {
  if (took !== undefined) return at + took;
  const error = state === "failed" ? errors.find((each) => each >= at) : undefined;
  return error ?? Number.POSITIVE_INFINITY;
}

/** The last step that began at a moment or before it. */
export function stepAt(at: number, steps: readonly Step[]): Step | undefined {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] as Step).at <= at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1];
}

/** The steps of the actions that a step is in, from the outside. */
export function callersOf(step: Step, steps: readonly Step[]): readonly Step[] {
  const callers: Step[] = [];
  for (let each = steps[step.parent ?? -1]; each !== undefined; each = steps[each.parent ?? -1])
    callers.unshift(each);
  return callers;
}
