import type { Found, Value } from "../../data/model/values.js";
import type { Told } from "../telemetry/request-events.js";
import type { EventBase, Place, TraceEvent } from "./format.js";
import type { Masks } from "./masks.js";
import { shown } from "./shown-value.js";
import { shownValue } from "./traced-values.js";

/** How many characters of a message are kept. */
const maxMessage = 16_384;

/** Returns the trace event for something that was told. */
export function eventOf(
  what: Told,
  at: number,
  place: Place | undefined,
  topic: string,
  level: string,
  masks: Masks,
): TraceEvent {
  const base: EventBase = place === undefined ? { at } : { at, place };
  switch (what.kind) {
    case "flow":
      return { ...base, kind: "flow", file: what.file };
    case "variable":
      return {
        ...base,
        kind: "variable",
        name: what.name,
        value: shownValue(() => what.value, masks, what.name),
      };
    case "output":
      return { ...base, kind: "output", to: what.to, value: shownValue(what.value, masks) };
    case "error":
      return { ...base, kind: "error", error: shownValue(() => what.error, masks), ...statusOf(what.error) };
    case "message":
    case "alert":
      return { ...base, kind: "message", level, topic, text: shownText(what.value, masks) };
    default:
      return what satisfies never;
  }
}

function statusOf({ status }: Extract<Told, { kind: "error" }>["error"]): { readonly status?: number } {
  return typeof status === "number" ? { status } : {};
}

/** A fault of a message must not become an error of the flow. */
function shownText(value: () => Found | Value, masks: Masks): string {
  const { text } = shownValue(() => shown(value(), masks), masks);
  return text.slice(0, maxMessage);
}
