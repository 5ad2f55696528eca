/**
 * Values that several parts of the page show.
 * @module
 */
import { useEffect, useState } from "preact/hooks";

interface Store<T> {
  readonly value: T;
  set(value: T): void;
  /** Answers a function that ends it. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get value() {
      return value;
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of the store; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState({});
  useEffect(() => {
    const before = store.value;
    const stop = store.subscribe(() => draw({}));
    // It may have changed between drawing and now.
    if (!Object.is(before, store.value)) draw({});
    return stop;
  }, [store]);
  return store.value;
}
