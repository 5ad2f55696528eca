/**
 * Keeps results of builds for later ones, also of other processes. Whatever it returns has been stored under the same
 * key before. It may lose anything at any time.
 */
export interface Store {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

/** Begins the keys of results that no flow directory counts for: all directories may share them. */
export const everywhere = "everywhere ";

/** A store of this process, which holds the entries that were used last. */
export function recentlyUsed(size: number): Store {
  const entries = new Map<string, string>();
  const put = (key: string, text: string) => {
    entries.delete(key);
    entries.set(key, text);
  };
  return {
    get(key) {
      const text = entries.get(key);
      if (text !== undefined) put(key, text);
      return text;
    },
    set(key, text) {
      put(key, text);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** The same store, of which only what is set from now on is returned. */
export function onlyNew(store: Store): Store {
  const own = recentlyUsed(100);
  return {
    get: own.get,
    set(key, text) {
      own.set(key, text);
      store.set(key, text);
    },
  };
}
