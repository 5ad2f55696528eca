import { eachField, joinedField } from "../../http/received-fields.js";

/**
 * The header fields of a request as Node's parser found them. Single fields are looked up there; a `Headers` object is
 * made for those alone who want all fields.
 */
export class RequestFields implements Headers {
  readonly #raw: readonly string[];
  #all: Headers | undefined;

  /** @param raw names and values in turn */
  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    return joinedField(this.#raw, name);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  getSetCookie(): string[] {
    return this.#materialized.getSetCookie();
  }

  forEach(visit: (value: string, name: string, parent: Headers) => void): void {
    eachField(this.#raw, (value, name) => visit(value, name, this));
  }

  keys() {
    return this.#materialized.keys();
  }

  values() {
    return this.#materialized.values();
  }

  entries() {
    return this.#materialized.entries();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  append(): never {
    throw received();
  }

  delete(): never {
    throw received();
  }

  set(): never {
    throw received();
  }

  get #materialized(): Headers {
    if (this.#all === undefined) {
      this.#all = new Headers();
      for (let index = 0; index < this.#raw.length; index += 2)
        this.#all.append(this.#raw[index] as string, this.#raw[index + 1] as string);
    }
    return this.#all;
  }
}

function received(): TypeError {
  return new TypeError("The header fields of a request that was received cannot be changed.");
}
