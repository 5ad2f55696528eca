import { isToken } from "../../http/field-syntax.js";
import { eachField, joinedField } from "../../http/received-fields.js";

/**
 * The header fields of a request as Node's parser found them. Single fields are looked up there; a `Headers` object is
 * made for those alone who want all fields.
 */
export class RequestFields implements Headers {
  readonly #raw: readonly string[];
  readonly #names: FieldNames;
  #all: Headers | undefined;

  /** @param raw names and values in turn */
  constructor(raw: readonly string[]) {
    this.#raw = raw;
    this.#names = namesOf(raw);
  }

  /** Returns true if all names are such as a `Headers` object takes. A lenient parser accepts others. */
  get areNamed(): boolean {
    return this.#names.areTokens;
  }

  get(name: string): string | null {
    const place = this.#names.place(name);
    if (place === several) return joinedField(this.#raw, name);
    return place === nowhere ? null : (this.#raw[place] as string);
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

/** The place of a field that is not there, and of one that is there several times. */
const nowhere = -1;
const several = -2;

/**
 * The names of a request's fields. Clients send the same ones in the same order again and again, so they are checked and
 * looked through once. To compare texts takes less.
 */
class FieldNames {
  readonly areTokens: boolean;
  readonly #names: readonly string[];
  /** Where the values of fields are that somebody has asked for. */
  readonly #places = new Map<string, number>();

  constructor(names: readonly string[]) {
    this.#names = names;
    this.areTokens = names.every(isToken);
  }

  areIn(raw: readonly string[]): boolean {
    const names = this.#names;
    for (let index = 0; index < names.length; index++) if (names[index] !== raw[2 * index]) return false;
    return true;
  }

  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const lowerName = name.toLowerCase();
    const found = this.#names.flatMap((sent, index) =>
      sent.toLowerCase() === lowerName ? 2 * index + 1 : [],
    );
    const place = found.length > 1 ? several : (found[0] ?? nowhere);
    if (this.#places.size < maxPlaces) this.#places.set(name, place);
    return place;
  }
}

const maxPlaces = 100;

/** The names that came last, by their number. More fields than these have not been honest for long. */
const latestNames: (FieldNames | undefined)[] = [];
const mostKept = 64;

function namesOf(raw: readonly string[]): FieldNames {
  const count = raw.length / 2;
  const latest = latestNames[count];
  if (latest?.areIn(raw)) return latest;
  const names = new FieldNames(raw.filter((_, index) => index % 2 === 0));
  if (count <= mostKept) latestNames[count] = names;
  return names;
}

function received(): TypeError {
  return new TypeError("The header fields of a request that was received cannot be changed.");
}
