/** A longer name gets no suggestion: the time to compare two names grows with the square of their length. */
const maxLength = 200;

/** The most candidates that are compared, among those of about the same length. */
const maxCompared = 1000;

/** The name that the author of a mistyped one most likely meant: at most a third of the letters differ. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return closest(name, candidates, (length) => Math.floor(length / 3));
}

/** The name of which a name is surely no other, but a misspelling: a letter differs, or the case. */
export function misspelt(name: string, candidates: Iterable<string>): string | undefined {
  return closest(name, candidates, (length) => (length > 5 ? 1 : 0));
}

/**
 * Two swapped letters, which happen most often, count less than a letter that is wrong; so they do in names of two or
 * three letters, in which one wrong letter may make any other name.
 */
const swap = 0.5;

function closest(
  name: string,
  candidates: Iterable<string>,
  limit: (length: number) => number,
): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  let compared = 0;
  for (const candidate of candidates) {
    const most = Math.max(swap, limit(Math.max(name.length, candidate.length)));
    if (candidate === name || Math.abs(candidate.length - name.length) > most) continue;
    if (++compared > maxCompared) break;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance > most || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The distance of Damerau and Levenshtein of two names. It keeps three rows of the table at a time. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] as number) + swap : Number.POSITIVE_INFINITY;
      next.push(Math.min(substitution, (row[j] as number) + 1, (next[j - 1] as number) + 1, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
