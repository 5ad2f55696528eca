import { FieldList } from "../../http/received-fields.js";

/** The header fields of a request as Node's parser found them; a `Headers` object is made for those who want all of that. */
export class RequestFields extends FieldList implements Headers {
  #all: Headers | undefined;

  override forEach(visit: (value: string, name: string, parent: Headers) => void): void {
    super.forEach((value, name) => {
      visit(value, name, this);
    });
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
      for (let index = 0; index < this.raw.length; index += 2)
        this.#all.append(this.raw[index] as string, this.raw[index + 1] as string);
    }
    return this.#all;
  }
}

function received(): TypeError {
  return new TypeError("The header fields of a request that was received cannot be changed.");
}
