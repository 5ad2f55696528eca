import type { Context } from "../context.js";
import { EMPTY, NodeSet } from "../node-set.js";
import { XmlBuilder } from "../xml-builder.js";
import { compilePattern } from "./pattern.js";

/**
 * `split()`: an element `token` for each part of the text between matches; empty parts are left out.
 * @param pattern with the flag `g`; white space if left out
 * @throws TreeLimitError
 */
export function split(text: string, pattern = /[ \t\r\n]+/g): NodeSet {
  const builder = new XmlBuilder();
  builder.element("tokens");
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    addToken(builder, text.slice(end, match.index));
    end = match.index + match[0].length;
  }
  addToken(builder, text.slice(end));
  const tokens = builder.finish().documentElement?.children ?? [];
  return new NodeSet(tokens, true);
}

/** `split()` with a pattern that is known at run time only; one that cannot be used finds no tokens. */
export function splitPattern($: Context, text: string, pattern: string): NodeSet {
  const compiled = compilePattern($, "split", pattern);
  return compiled === undefined ? EMPTY : split(text, compiled.regexp);
}

function addToken(builder: XmlBuilder, text: string): void {
  if (text === "") return;
  builder.element("token");
  builder.text(text);
  builder.close();
}
