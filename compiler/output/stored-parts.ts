import type { Store } from "../source/store.js";
import type { LinkedPart } from "./link.js";

/** So many parts that were linked since all were written stand beside them: writing all takes as long as reading them. */
const mostBeside = 8;

/** The parts of a bundle in a store, with their keys. */
export class StoredParts {
  readonly #lines = new Map<string, string>();
  readonly #written = new Set<string>();
  #isRead = false;

  constructor(
    private readonly store: Store,
    private readonly purpose: string,
  ) {}

  get(key: string): LinkedPart | undefined {
    this.#read();
    const line = this.#lines.get(key);
    return line === undefined ? undefined : (JSON.parse(line) as LinkedPart);
  }

  keep(parts: readonly LinkedPart[]): void {
    this.#read();
    const fresh = parts.filter(({ key }) => !this.#written.has(key));
    if (fresh.length === 0) return;
    if (this.#written.size > 0 && fresh.length <= mostBeside)
      this.store.set(`${this.#name} since`, text(fresh));
    else {
      this.store.set(this.#name, text(parts));
      this.#written.clear();
      for (const { key } of parts) this.#written.add(key);
    }
  }

  get #name(): string {
    return `linked of ${this.purpose}`;
  }

  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const all = this.store.get(this.#name) ?? "";
    this.#note(all);
    for (const key of this.#lines.keys()) this.#written.add(key);
    this.#note(this.store.get(`${this.#name} since`) ?? "");
  }

  #note(text: string): void {
    const lines = text.split("\n");
    for (let index = 1; index < lines.length; index += 2)
      this.#lines.set(lines[index - 1] ?? "", lines[index] ?? "");
  }
}

/** A line with the key of each part, and one with the part. */
const text = (parts: readonly LinkedPart[]): string =>
  parts.map((part) => `${part.key}\n${JSON.stringify(part)}`).join("\n");
