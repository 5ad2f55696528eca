/** Adds a value to the list of a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Adds a value to the set of a key. */
export function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

/** How many items, from the first on, something holds for that holds for none behind them. */
export function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like `map`, for a list of which the type knows that it is not empty. */
export function mapAll<T, Result>(
  [first, ...others]: readonly [T, ...T[]],
  make: (item: T) => Result,
): [Result, ...Result[]] {
  return [make(first), ...others.map(make)];
}
