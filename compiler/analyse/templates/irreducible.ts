/**
 * Finds a smallest part of a list that still suffices: without any one of its elements it no longer does.
 * Keeps their order. Returns the whole list if not even that suffices.
 * It tries the last elements first: 1, 2, 4 and so on of them. In the first group that suffices, it searches
 * with QuickXplain (U. Junker, AAAI 2004): if only a few of n elements matter, it calls `suffices` about log
 * n times for each of them.
 * @param suffices must be false for the empty list; and if true for a list, also true for every longer one
 */
export function irreducible<T>(list: readonly T[], suffices: (part: readonly T[]) => boolean): readonly T[] {
  for (let size = 1; size < list.length; size *= 2) {
    const last = list.slice(-size);
    if (suffices(last)) return needed([], last, suffices);
  }
  return suffices(list) ? needed([], list, suffices) : list;
}

/**
 * The candidates that are needed besides `given`, which does not suffice alone. There is at least one
 * candidate.
 */
function needed<T>(
  given: readonly T[],
  candidates: readonly T[],
  suffices: (part: readonly T[]) => boolean,
): readonly T[] {
  if (candidates.length === 1) return candidates;
  const middle = candidates.length >> 1;
  const earlier = candidates.slice(0, middle);
  const later = candidates.slice(middle);
  const withEarlier = [...given, ...earlier];
  const neededLater = suffices(withEarlier) ? [] : needed(withEarlier, later, suffices);
  const withLater = [...given, ...neededLater];
  const neededEarlier = suffices(withLater) ? [] : needed(withLater, earlier, suffices);
  return [...neededEarlier, ...neededLater];
}
