import { made, spend } from "../../base/work.js";
import { emptySet, NodeSet } from "../../data/model/node-set.js";
import { XmlBuilder } from "../../data/xml/builder.js";
import { BoundedPattern, type Pattern } from "../../pattern/bounded-pattern.js";

/** `matches()`: whether the pattern matches some part of the text. */
export function matches(text: string, pattern: RegExp | Pattern): boolean {
  return made(text).search(pattern) >= 0;
}

/**
 * `replace()`: the text with every match replaced.
 * @param pattern with the flag `g`
 * @param replacement as JavaScript writes it, made by `replacement()`
 */
export function replace(text: string, pattern: RegExp | Pattern, replacement: string): string {
  return made(made(text).replace(pattern, replacement));
}

const stepsPerReference = 8;

/**
 * Returns the text that replaces a match, as JavaScript writes it. `$n` and `${n}` stand for what the group
 * captured; a group that does not exist captured nothing.
 * @param groups JavaScript's numbers of the pattern's groups, from 1 on
 */
export function replacement(text: string, ...groups: number[]): string {
  spend(1 + text.length / 16);
  const written = text.replace(/\$(?:(\d{1,2})|\{(\d{1,2})\})|\$/g, (_, digits?: string, braced?: string) => {
    spend(stepsPerReference);
    const number = digits ?? braced;
    if (number === undefined) return "$$";
    if (Number(number) === 0) return "$&";
    const group = groups[Number(number) - 1];
    return group === undefined || group > 99 ? "" : `$${String(group).padStart(2, "0")}`;
  });
  // A second digit is needed only if another digit follows.
  return written.replace(/\$\$|\$0(\d)(?!\d)/g, (found, digit?: string) =>
    digit === undefined ? found : `$${digit}`,
  );
}

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
