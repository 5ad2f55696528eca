import { isToken } from "./field-syntax.js";

/** Header fields of a response, by lower-case name. `Headers` has all of it. */
export interface ReceivedFields {
  /** The values of all fields of the name; `null` if there are none. */
  get(name: string): string | null;
  has(name: string): boolean;
  /** Goes through the fields by their names; each `set-cookie` comes on its own. */
  forEach(visit: (value: string, name: string) => void): void;
  getSetCookie(): string[];
}

/**
 * Fields as they came, without the checks and the copies of `Headers`: the parser of a client has checked them. Only a
 * few of them are read, so they are looked up where they are.
 */
export class FieldList implements ReceivedFields {
  readonly raw: readonly string[];
  readonly #names: FieldNames;

  /** @param raw names and values in turn */
  constructor(raw: readonly string[]) {
    this.raw = raw;
    this.#names = namesOf(raw);
  }

  /** Returns true if all names are such as a `Headers` object takes. A lenient parser accepts others. */
  get areNamed(): boolean {
    return this.#names.areTokens;
  }

  get(name: string): string | null {
    const field = this.#names.field(name);
    return field === undefined ? null : this.#valueOf(field);
  }

  has(name: string): boolean {
    return this.#names.field(name) !== undefined;
  }

  /** Goes through the fields as `Headers` does: by their names in lower case, and each `set-cookie` on its own. */
  forEach(visit: (value: string, name: string) => void): void {
    for (const field of this.#names.sorted)
      if (field.name === cookieField) for (const cookie of this.getSetCookie()) visit(cookie, field.name);
      else visit(this.#valueOf(field), field.name);
  }

  getSetCookie(): string[] {
    return (this.#names.field(cookieField)?.places ?? []).map((place) => this.raw[place] as string);
  }

  /** The values of several fields of a name are read as one (RFC 9113 §8.2.3). */
  #valueOf({ name, places }: Field): string {
    const [place = 0] = places;
    if (places.length === 1) return this.raw[place] as string;
    return places.map((each) => this.raw[each]).join(name === "cookie" ? "; " : ", ");
  }
}

const cookieField = "set-cookie";

/** The fields of a name, which is in lower case, and where their values are. */
interface Field {
  readonly name: string;
  readonly places: number[];
}

/**
 * The names of fields. Senders write the same ones in the same order again and again, so they are looked through once. To
 * compare texts takes less.
 */
class FieldNames {
  readonly areTokens: boolean;
  readonly #names: readonly string[];
  readonly #fields = new Map<string, Field>();
  #sorted: readonly Field[] | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.areTokens = names.every(isToken);
    names.forEach((sent, index) => {
      const name = sent.toLowerCase();
      const field = this.#fields.get(name);
      if (field === undefined) this.#fields.set(name, { name, places: [2 * index + 1] });
      else field.places.push(2 * index + 1);
    });
  }

  areIn(raw: readonly string[]): boolean {
    const names = this.#names;
    if (2 * names.length !== raw.length) return false;
    for (let index = 0; index < names.length; index++) if (names[index] !== raw[2 * index]) return false;
    return true;
  }

  field(name: string): Field | undefined {
    return this.#fields.get(name) ?? this.#fields.get(name.toLowerCase());
  }

  get sorted(): readonly Field[] {
    this.#sorted ??= [...this.#fields.keys()].sort().flatMap((name) => this.#fields.get(name) ?? []);
    return this.#sorted;
  }
}

/** The names that came last, by their length together. More fields than these have not been honest for long. */
const latestNames: (FieldNames | undefined)[] = [];
const mostKept = 64;
const longestKept = 1024;

function namesOf(raw: readonly string[]): FieldNames {
  let length = 0;
  for (let index = 0; index < raw.length; index += 2) length += (raw[index] as string).length;
  const latest = latestNames[length];
  if (latest?.areIn(raw)) return latest;
  const names = new FieldNames(raw.filter((_, index) => index % 2 === 0));
  if (raw.length <= 2 * mostKept && length <= longestKept) latestNames[length] = names;
  return names;
}
