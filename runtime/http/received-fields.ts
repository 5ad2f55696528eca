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
 * Fields as they came, without the checks and the copies of `Headers`: the parser of a client has checked them. Names
 * must be in lower case.
 */
export class FieldList implements ReceivedFields {
  readonly #values = new Map<string, string>();
  readonly #cookies: string[] = [];

  append(name: string, value: string): void {
    const before = this.#values.get(name);
    this.#values.set(name, before === undefined ? value : `${before}, ${value}`);
    if (name === cookieField) this.#cookies.push(value);
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name of [...this.#values.keys()].sort()) {
      if (name === cookieField) for (const cookie of this.#cookies) visit(cookie, name);
      else visit(this.#values.get(name) ?? "", name);
    }
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }
}

const cookieField = "set-cookie";
