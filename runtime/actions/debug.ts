import { type Found, Selection, type Value } from "../data-model/values.js";
import type { Level } from "../debug/settings.js";
import { type Context, state } from "../flow/context.js";
import { fitSerialize } from "../functions/documents/fit-serialize.js";
import { shown } from "../logs/shown-value.js";
import { XmlDocument, XmlElement } from "../xml/node.js";

/** The `debug` action: shows what `subject` yields, if the request is debugged. Only then is it asked. */
export function debug($: Context, channel: string, level: Level, subject: () => Found | Value): void {
  $[state].debug?.say(channel, () => text(subject()), level);
}

/** Markup as XML, anything else as it is shown elsewhere. */
function text(value: Found | Value): string {
  return value instanceof Selection && value.nodes().some(isMarkup) ? fitSerialize(value) : shown(value);
}

function isMarkup(node: unknown): boolean {
  return node instanceof XmlDocument || node instanceof XmlElement;
}

/** Begins what a `debug` attribute stands on: its messages have these topics, too. */
export function tag($: Context, ...topics: string[]): void {
  $[state].debug?.tag(topics);
}

/** Ends it. */
export function untag($: Context): void {
  $[state].debug?.untag();
}
