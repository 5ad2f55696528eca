import type { Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";

/** The place of an attribute's value in the start tag of an action; without it, the start tag. */
export function attributePlace({ span: { source, start, end } }: Action, name: string): Span {
  const text = source.text.slice(start, end);
  const match = new RegExp(`\\s${name}\\s*=\\s*["']([^"'<>]*)["']`, "d").exec(text);
  const [from, to] = match?.indices?.[1] ?? [0, /[>\s]/.exec(text)?.index ?? text.length];
  return source.span(start + from, start + to);
}
