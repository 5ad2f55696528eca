/** Values by texts that say all about them: for the same text, the same object. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();

  get(text: string, make: () => Value): Value {
    const known = this.#values.get(text);
    if (known !== undefined || this.#values.has(text)) return known as Value;
    if (this.#values.size >= mostRemembered) this.#values.clear();
    const made = make();
    this.#values.set(text, made);
    return made;
  }
}

const mostRemembered = 10_000;

/** A function of objects that never change: it computes each result once, and forgets it with the object. */
export function oncePer<Of extends object, Value>(compute: (of: Of) => Value): (of: Of) => Value {
  const values = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const known = values.get(of) ?? { value: compute(of) };
    values.set(of, known);
    return known.value;
  };
}
