import type { Node } from "../model/node.js";
import { stringValue } from "../model/string-value.js";
import { type ChildSteps, type Found, type Item, Selection } from "../model/values.js";
import { selectSteps } from "./node-path.js";
import type { Step } from "./step.js";
import { atSteps } from "./value-path.js";

/**
 * A path as a variable holds it. Its value is found at once, as `at` finds it; nodes with parents are made only if
 * somebody asks for them. From `nodes(base)` on, it is nodes that are found.
 */
export function path(base: Found, ...steps: (string | Step)[]): Selection | undefined {
  const found = atSteps(base, steps);
  if (found === undefined) return undefined;
  return found instanceof Selection ? found : new Path(found, base, steps);
}

/** One node of a JSON tree: its value, and the path that leads to it. */
class Path extends Selection {
  constructor(
    private readonly value: Exclude<Found, Selection | undefined>,
    private readonly base: Found,
    private readonly steps: readonly (string | Step)[],
  ) {
    super();
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    return steps.fromValue(this.value, names, from, this.value, from);
  }
  toJson() {
    return this.value;
  }
  toText(): string {
    return stringValue(this.value);
  }
  get size(): number {
    return 1;
  }
  nodes(): readonly Node[] {
    return selectSteps(this.base, this.steps).nodes();
  }
  toItems(): readonly Item[] {
    return [this.value];
  }
}
