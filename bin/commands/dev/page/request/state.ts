import type { OutputEvent, ShownValue, TraceEvent } from "../../../../../runtime/trace/format.js";
import type { Passage } from "./steps.js";

export interface VariableState {
  readonly name: string;
  readonly value: ShownValue;
  /** The value before the step; `undefined` if there was none. */
  readonly before: ShownValue | undefined;
  /** Whether the step set it to another value. */
  readonly isChanged: boolean;
  /** Whether the step set it. */
  readonly isSet: boolean;
}

export interface OutputState {
  readonly to: string;
  readonly value: ShownValue;
  readonly isNew: boolean;
}

export interface StateAtStep {
  /** What the step set comes first, then by name. */
  readonly variables: readonly VariableState[];
  /** In the order in which they were written; of what can be written once only, the last. */
  readonly outputs: readonly OutputState[];
}

/** What a flow has set and written when a step is over. */
export function stateAfter({ before, steps }: Passage, index: number): StateAtStep {
  const variables = new Map<string, ShownValue>();
  const outputs = new Map<string, OutputEvent>();
  const apply = (event: TraceEvent): void => {
    if (event.kind === "variable") variables.set(event.name, event.value);
    else if (event.kind === "error") variables.set("error", event.error);
    else if (event.kind === "output") {
      outputs.delete(event.to);
      outputs.set(event.to, event);
    }
  };
  before.forEach(apply);
  for (const step of steps.slice(0, index)) step.events.forEach(apply);
  const earlier = new Map(variables);
  const here = steps[index]?.events ?? [];
  here.forEach(apply);
  const set = new Set(here.map(nameSet));
  const states = [...variables].map(([name, value]): VariableState => {
    const was = earlier.get(name);
    const isSet = set.has(name);
    return {
      name,
      value,
      before: was,
      isSet,
      isChanged: isSet && (was === undefined || !isSame(was, value)),
    };
  });
  const written = new Set<TraceEvent>(here);
  return {
    variables: states.sort(
      (one, other) => Number(other.isSet) - Number(one.isSet) || compare(one.name, other.name),
    ),
    outputs: [...outputs.values()].map((event) => ({
      to: event.to,
      value: event.value,
      isNew: written.has(event),
    })),
  };
}

function nameSet(event: TraceEvent): string | undefined {
  if (event.kind === "variable") return event.name;
  return event.kind === "error" ? "error" : undefined;
}

const isSame = (one: ShownValue, other: ShownValue): boolean =>
  one.type === other.type && one.text === other.text && one.cutFrom === other.cutFrom;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
