import type { Level } from "../../base/debug-settings.js";
import { type Found, Selection, type Value } from "../../data/model/values.js";
import { XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import { type Context, state } from "../../request/context.js";
import { fitSerialize } from "../functions/xml-functions.js";

/** The `debug` action: if the request is debugged, shows what `subject` yields. Otherwise `subject` is not called. */
export function debug($: Context, channel: string, level: Level, subject: () => Found | Value): void {
  $[state].events?.say(channel, () => readable(subject()), level);
}

/** Markup is shown as XML, anything else as usual. */
function readable(value: Found | Value): Found | Value {
  return value instanceof Selection && value.nodes().some(isMarkup) ? fitSerialize(value) : value;
}

function isMarkup(node: unknown): boolean {
  return node instanceof XmlDocument || node instanceof XmlElement;
}

/** Begins an element with a `debug` attribute: all messages inside it have these topics, too. */
export function tag($: Context, ...topics: string[]): void {
  $[state].events?.tag(topics);
}

/** Ends that element. */
export function untag($: Context): void {
  $[state].events?.untag();
}
