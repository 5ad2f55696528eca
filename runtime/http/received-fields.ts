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
  readonly #raw: string[];

  /** @param raw names and values in turn; the list becomes the owner */
  constructor(raw: string[] = []) {
    this.#raw = raw;
  }

  append(name: string, value: string): void {
    this.#raw.push(name, value);
  }

  get(name: string): string | null {
    return joinedField(this.#raw, name);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  forEach(visit: (value: string, name: string) => void): void {
    eachField(this.#raw, visit);
  }

  getSetCookie(): string[] {
    return cookiesIn(this.#raw);
  }
}

const cookieField = "set-cookie";

function cookiesIn(raw: readonly string[]): string[] {
  return raw.filter((_, index) => index % 2 === 1 && isSameName(raw[index - 1] as string, cookieField));
}

/**
 * Goes through the fields as `Headers` does: by their names in lower case, and each `set-cookie` on its own.
 * @param raw names and values in turn
 */
export function eachField(raw: readonly string[], visit: (value: string, name: string) => void): void {
  const values = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const [before, value] = [values.get(name), raw[index + 1] as string];
    values.set(name, before === undefined ? value : before + separatorOf(name) + value);
  }
  for (const name of [...values.keys()].sort()) {
    if (name === cookieField) for (const cookie of cookiesIn(raw)) visit(cookie, name);
    else visit(values.get(name) ?? "", name);
  }
}

/** What is between the values of several fields of a name, where they are read as one (RFC 9113 §8.2.3). */
function separatorOf(name: string): string {
  return name === "cookie" ? "; " : ", ";
}

/**
 * The values of all fields of the name; `null` if there are none.
 * @param raw names and values in turn
 */
export function joinedField(raw: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (let index = 0; index < raw.length; index += 2) {
    if (!isSameName(raw[index] as string, name)) continue;
    const value = raw[index + 1] as string;
    found = found === null ? value : found + separatorOf(name) + value;
  }
  return found;
}

/** Senders write most names in their own way, so lengths are compared first. */
function isSameName(sent: string, name: string): boolean {
  return sent.length === name.length && (sent === name || sent.toLowerCase() === name.toLowerCase());
}
