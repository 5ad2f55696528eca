/** A map that can take changes back. It remembers the values that they replaced: a copy would cost its whole size each time. */
export class ScopedMap<K, V> extends Map<K, V> {
  readonly #replaced: { readonly key: K; readonly had: boolean; readonly value: V | undefined }[] = [];

  override set(key: K, value: V): this {
    this.#remember(key);
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (this.has(key)) this.#remember(key);
    return super.delete(key);
  }

  #remember(key: K): void {
    this.#replaced.push({ key, had: this.has(key), value: this.get(key) });
  }

  /** Returns a function that takes back all changes from here on. */
  kept(): () => void {
    const { length } = this.#replaced;
    return () => {
      for (const { key, had, value } of this.#replaced.splice(length).reverse())
        if (had) super.set(key, value as V);
        else super.delete(key);
    };
  }
}
