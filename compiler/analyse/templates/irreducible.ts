/**
 * A part of the list, in its order, that suffices and of which nothing can be left out; all of it if not even that suffices.
 * It is looked for among the last ones first, and there by QuickXplain (U. Junker, AAAI 2004): where few of n matter,
 * that asks about log n times for each of them.
 * @param suffices not of the empty list; and where it does of a list, then of every longer one
 */
export function irreducible<T>(list: readonly T[], suffices: (part: readonly T[]) => boolean): readonly T[] {
  for (let size = 1; size < list.length; size *= 2) {
    const last = list.slice(-size);
    if (suffices(last)) return needed([], last, suffices);
  }
  return suffices(list) ? needed([], list, suffices) : list;
}

/** What of the candidates, which may not be none, is needed beside what is given, which does not suffice alone. */
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
