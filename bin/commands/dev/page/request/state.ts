import type { ShownValue, TraceEvent } from "../../../../../runtime/observe/trace/index.js";
import { parsedJson } from "../../../../shared/values.js";
import type { Passage } from "./steps.js";

/** A variable, or what was written. */
export interface ShownState {
  readonly name: string;
  readonly value: ShownValue;
  /** The value before the step; `undefined` if there was none. */
  readonly before: ShownValue | undefined;
  /** True if the step set it. */
  readonly isSet: boolean;
  /** True if the step set it to another value. */
  readonly isChanged: boolean;
}

interface StateAtStep {
  /** Variables that the step set come first, then by name. */
  readonly variables: readonly ShownState[];
  /** In the order in which they were written last. Header fields are together. */
  readonly outputs: readonly ShownState[];
}

/** Returns all that a flow has set and written when a step is over. */
export function stateAfter({ before, steps }: Passage, index: number): StateAtStep {
  const variables = new Map<string, ShownValue>();
  const outputs = new Map<string, ShownValue>();
  const apply = (event: TraceEvent): void => {
    if (event.kind === "variable") variables.set(event.name, event.value);
    else if (event.kind === "error") variables.set("error", event.error);
    else if (event.kind === "output") {
      const before = event.to === "headers" ? outputs.get(event.to) : undefined;
      outputs.delete(event.to);
      outputs.set(event.to, before === undefined ? event.value : joinedFields(before, event.value));
    }
  };
  before.forEach(apply);
  for (const step of steps.slice(0, index)) step.events.forEach(apply);
  const [earlierVariables, earlierOutputs] = [new Map(variables), new Map(outputs)];
  const here = steps[index]?.events ?? [];
  here.forEach(apply);
  const written = new Set(here.map((event) => (event.kind === "output" ? event.to : undefined)));
  const states = statesOf(variables, earlierVariables, new Set(here.map(nameSet)));
  return {
    variables: states.toSorted(
      (one, other) => Number(other.isSet) - Number(one.isSet) || compare(one.name, other.name),
    ),
    outputs: statesOf(outputs, earlierOutputs, written),
  };
}

function statesOf(
  values: ReadonlyMap<string, ShownValue>,
  earlier: ReadonlyMap<string, ShownValue>,
  set: ReadonlySet<string | undefined>,
): readonly ShownState[] {
  return [...values].map(([name, value]) => {
    const before = earlier.get(name);
    const isSet = set.has(name);
    return {
      name,
      value,
      before,
      isSet,
      isChanged: isSet && (before === undefined || !isSame(before, value)),
    };
  });
}

/** Joins the fields that several actions set: a later field replaces an earlier one. */
function joinedFields(before: ShownValue, after: ShownValue): ShownValue {
  const fields = new Map<string, readonly [name: string, value: unknown]>();
  for (const { text } of [before, after]) {
    const members = membersOf(text);
    if (members === undefined) return after;
    for (const [name, value] of members) fields.set(name.toLowerCase(), [name, value]);
  }
  return { type: "json", text: JSON.stringify(Object.fromEntries(fields.values())) };
}

function membersOf(text: string): readonly (readonly [string, unknown])[] | undefined {
  const value = parsedJson(text);
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

function nameSet(event: TraceEvent): string | undefined {
  if (event.kind === "variable") return event.name;
  return event.kind === "error" ? "error" : undefined;
}

const isSame = (one: ShownValue, other: ShownValue): boolean =>
  one.type === other.type && one.text === other.text && one.cutFrom === other.cutFrom;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
