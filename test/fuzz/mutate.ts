import type { Random } from "./random.js";
import type { Dictionary } from "./target.js";

/** Characters that end, begin or bend something in most languages. */
const characters = [
  ..."a0 \n\r\t\0\"'`<>&;:=,./\\-_+*?!#$%@()[]{}|~^\u00e9\u{1f600}\ud800\udc00\u0085\u2028\ufeff",
];

/** Characters: short inputs run often, and nothing in a reader needs a long one to be reached. */
const longest = 300;

const character = (random: Random): string =>
  random.oneIn(2) ? random.pick(characters) : String.fromCharCode(random.below(128));

/** The text with some small changes. */
export function mutated(random: Random, text: string, other: string, dictionary: Dictionary): string {
  let result = text;
  for (let times = 1 + random.below(4); times > 0; times--) result = once(random, result, other, dictionary);
  return result.slice(0, longest);
}

function once(
  random: Random,
  text: string,
  other: string,
  { units, pairs = [], samples }: Dictionary,
): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(random.oneIn(4) ? text.length + 1 : 8));
  const insert = (what: string): string => text.slice(0, at) + what + text.slice(at);
  switch (random.below(10)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return insert(text.slice(at, end));
    case 2:
      return insert(text.slice(at, end).repeat(1 + random.below(40)));
    case 3:
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    case 4:
      return insert(character(random));
    case 5:
      return text.slice(0, at) + character(random) + text.slice(at + 1);
    case 6: {
      if (pairs.length === 0) return insert(random.pick(units));
      const [open, close] = random.pick(pairs);
      return text.slice(0, at) + open + text.slice(at, end) + close + text.slice(end);
    }
    case 7:
      return samples.length === 0 ? text : insert(random.pick(samples));
    case 8:
      return (
        text.slice(0, at) +
        String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(7))) +
        text.slice(at + 1)
      );
    default:
      return insert(random.pick(units).replaceAll("{#}", String(random.below(3))));
  }
}
