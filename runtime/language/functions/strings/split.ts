import { made } from "../../../base/work.js";
import { emptySet, NodeSet } from "../../../data/model/node-set.js";
import { XmlBuilder } from "../../../data/xml/builder.js";
import { BoundedPattern, type Pattern } from "../../../pattern/bounded-pattern.js";

/**
 * `split()`: an element `token` for each part of the text between matches; empty parts are left out. No elements for a
 * text that is too long for the pattern.
 * @param pattern with the flag `g`; without a pattern, white space separates
 * @throws TreeLimitError
 */
export function split(text: string, pattern: RegExp | Pattern = /[ \t\r\n]+/g): NodeSet {
  if (pattern instanceof BoundedPattern && pattern.refuses(text)) return emptySet;
  made(text);
  const builder = new XmlBuilder();
  builder.element("tokens");
  let end = 0;
  for (const match of pattern[Symbol.matchAll](text)) {
    const { 0: found, index = 0 } = match;
    addToken(builder, text.slice(end, index));
    end = index + found.length;
  }
  addToken(builder, text.slice(end));
  const tokens = builder.finish().documentElement?.children ?? [];
  return new NodeSet(tokens, true);
}

function addToken(builder: XmlBuilder, text: string): void {
  if (text === "") return;
  builder.element("token");
  builder.text(text);
  builder.close();
}
