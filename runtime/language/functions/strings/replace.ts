import { made } from "../../../base/work.js";
import type { Pattern } from "../../../pattern/bounded-pattern.js";

/**
 * `replace()`: the text with every match replaced.
 * @param pattern with the flag `g`
 * @param replacement as JavaScript writes it, made by `replacement()`
 */
export function replace(text: string, pattern: RegExp | Pattern, replacement: string): string {
  return made(made(text).replace(pattern, replacement));
}

/**
 * What replaces a match, as JavaScript writes it. `$n` and `${n}` stand for what the group captured; a group that does
 * not exist captured nothing.
 * @param groups JavaScript's numbers of the pattern's groups, from 1 on
 */
export function replacement(text: string, ...groups: number[]): string {
  const written = text.replace(/\$(?:(\d{1,2})|\{(\d{1,2})\})|\$/g, (_, digits?: string, braced?: string) => {
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
