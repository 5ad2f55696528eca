/**
 * True of two different names that look like one that someone meant to write twice: letters swapped, or one too few or too
 * many, or the same letters in another case and with other separators. Digits, and an `s` at the end of a word, differ
 * on purpose.
 */
export function isSlip(a: string, b: string): boolean {
  if (a === b || a.length > maxLength || b.length > maxLength) return false;
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  if (lettersOf(one) === lettersOf(other)) return true;
  if (one.length === other.length) return isSwapped(one, other);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length === short.length + 1 && isOneMore(short, long);
}

const maxLength = 200;

function lettersOf(name: string): string {
  return name.replace(/[_-]/g, "");
}

/** True if two neighbouring letters have changed places. */
function isSwapped(a: string, b: string): boolean {
  const at = firstDifference(a, b);
  const swapped = `${a.charAt(at + 1)}${a.charAt(at)}`;
  return /^[a-z]{2}$/.test(swapped) && b.slice(at, at + 2) === swapped && a.slice(at + 2) === b.slice(at + 2);
}

/** True if a longer name has a letter more, in a word of at least four letters. */
function isOneMore(short: string, long: string): boolean {
  const at = firstDifference(short, long);
  const letter = long.charAt(at);
  if (!/[a-z]/.test(letter) || short.slice(at) !== long.slice(at + 1)) return false;
  const start = Math.max(long.lastIndexOf("_", at), long.lastIndexOf("-", at)) + 1;
  const end = long.slice(at).search(/[_-]|$/) + at;
  const isPlural = letter === "s" && at === end - 1;
  return end - start >= 4 && !isPlural;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
