import type {
  ActionEvent,
  FlowEvent,
  Trace,
  TraceEvent,
} from "../../../../../runtime/observe/trace/index.js";
import { type Position, positionOf } from "../shared/place.js";

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
  /** The events before the first step, such as an error of a validation. */
  readonly before: readonly TraceEvent[];
  readonly steps: readonly Step[];
  readonly flows: readonly FlowOfRequest[];
  /** True if the trace knows actions. One from production may know only what happened in them. */
  readonly hasActions: boolean;
}

/** Reads a trace, which may still grow. */
export function readPassage(trace: Trace): Passage {
  const events = inOrder(trace.events);
  const hasActions = events.some(({ kind }) => kind === "action");
  const starts = hasActions ? isAction : isStop;
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

/** A message of the log about a request as a whole is no step in it. */
const isStop = ({ kind, place }: TraceEvent): boolean =>
  kind !== "flow" && (kind !== "message" || place !== undefined);

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
  const errors = events.filter(({ kind }) => kind === "error").map(({ at }) => at);
  const began = events.find((event) => event.kind === "flow" && event.file === trace.flow)?.at;
  const roleOf = (file: string, at: number): FlowOfRequest["role"] => {
    if (file === trace.flow) return "operation";
    if (isCalled(at, steps, errors)) return "sub-flow";
    if (at >= (errors[0] ?? Number.POSITIVE_INFINITY)) return "error flow";
    return at < (began ?? 0) ? "init" : "flow";
  };
  const flows = new Map<string, { -readonly [K in keyof FlowOfRequest]: FlowOfRequest[K] }>();
  const enter = (file: string, role: FlowOfRequest["role"], times: number) => {
    const flow = flows.get(file) ?? { file, role, times: 0, firstStep: undefined };
    flow.times += times;
    flows.set(file, flow);
    return flow;
  };
  const entered = events.filter((event): event is FlowEvent => event.kind === "flow");
  let next = 0;
  for (const { index, position, at, parent } of steps) {
    for (; next < entered.length && (entered[next] as FlowEvent).at <= at; next++) {
      const flow = entered[next] as FlowEvent;
      enter(flow.file, roleOf(flow.file, flow.at), 1);
    }
    if (position === undefined) continue;
    const { file } = position;
    const role = file === trace.flow ? "operation" : parent === undefined ? "flow" : "sub-flow";
    const flow = flows.get(file) ?? enter(file, role, 1);
    flow.firstStep ??= index;
  }
  for (const { file, at } of entered.slice(next)) enter(file, roleOf(file, at), 1);
  for (const { file } of trace.ran) if (!flows.has(file)) enter(file, "flow", 1);
  if (trace.flow !== "" && !flows.has(trace.flow)) enter(trace.flow, "operation", 0);
  return [...flows.values()];
}

/** Returns true if a flow began while an action ran: the action called it. */
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
function stepAt(at: number, steps: readonly Step[]): Step | undefined {
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
