import type { ErrorEvent, Trace } from "../../../../../runtime/observe/trace/index.js";
import { memberOf, parsedJson } from "../../../../shared/values.js";
import { type Position, positionOf } from "../shared/place.js";
import { errorMessage } from "./marks.js";
import { callersOf, type FlowOfRequest, type Passage, type Step } from "./steps.js";

/** How an error came to the answer. */
export interface ErrorChain {
  readonly event: ErrorEvent;
  readonly message: string;
  /** The rest of what `$error` says. */
  readonly info: readonly string[];
  readonly position: Position | undefined;
  /** The step that it happened in. */
  readonly step: Step | undefined;
  /** The steps of the actions that had called the flow, from the outside. */
  readonly callers: readonly Step[];
  /** The error flow, if one began afterwards. */
  readonly handler: FlowOfRequest | undefined;
  /** The status of the answer, if this was the last error. */
  readonly answer: number | undefined;
}

export function readErrors(trace: Trace, passage: Passage): readonly ErrorChain[] {
  const errors = trace.events.filter((event): event is ErrorEvent => event.kind === "error");
  return errors.map((event, index): ErrorChain => {
    const step = passage.steps.find(({ events }) => events.includes(event));
    const info = memberOf(parsedJson(event.error.text), "info");
    const isLast = index === errors.length - 1;
    const entered = trace.events.find((each) => each.kind === "flow" && each.at >= event.at);
    const file = entered?.kind === "flow" ? entered.file : undefined;
    return {
      event,
      message: errorMessage(event.error.text),
      info: Array.isArray(info) ? info.filter((each) => typeof each === "string") : [],
      position: event.place === undefined ? step?.position : positionOf(event.place),
      step,
      callers: step === undefined ? [] : callersOf(step, passage.steps),
      handler: passage.flows.find((flow) => flow.file === file),
      answer: isLast ? trace.response?.status : undefined,
    };
  });
}
