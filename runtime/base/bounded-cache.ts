/** Adds an entry to a cache of at most `limit` entries; the oldest entry makes room. */
export function keep<K, V>(cache: Map<K, V>, limit: number, key: K, value: V): V {
  if (cache.size >= limit) {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, value);
  return value;
}
