/**
 * Finds all of many texts in another one, in time that grows with the length of that one alone, however the texts are
 * like each other: an automaton of Aho and Corasick. Libraries for it keep an object for each character, miss texts that
 * overlap, or list all that end at one place.
 */
class Automaton {
  /** The number of characters of all texts. */
  readonly size: number;
  /** The node after another one, by that node and the next character. */
  readonly #next = new Map<number, number>();
  /** For each node, that of the longest end of its text with which a text begins. */
  readonly #fallback: Int32Array;
  /** For each node, the length of the longest text that ends there; 0 if none does. */
  readonly #ends: Int32Array;
  readonly #depths: Int32Array;
  /** Which characters, by their last bits, texts begin with. */
  readonly #starts = new Uint8Array(256);

  constructor(readonly texts: readonly string[]) {
    this.size = texts.reduce((sum, { length }) => sum + length, 0);
    this.#fallback = new Int32Array(this.size + 1);
    this.#ends = new Int32Array(this.size + 1);
    this.#depths = new Int32Array(this.size + 1);
    for (const text of texts) this.#starts[text.charCodeAt(0) & 255] = 1;
    let open = texts.map((text) => ({ text, node: 0 }));
    // Character by character of all texts, so that fallbacks, which are less deep, are there before.
    for (let depth = 1; open.length > 0; depth++) {
      open = open.filter(({ text }) => text.length >= depth);
      for (const each of open) {
        each.node = this.#child(each.node, each.text.charCodeAt(depth - 1), depth);
        if (each.text.length === depth) this.#ends[each.node] = depth;
      }
    }
  }

  #child(parent: number, code: number, depth: number): number {
    const key = parent * 65_536 + code;
    const known = this.#next.get(key);
    if (known !== undefined) return known;
    const node = this.#next.size + 1;
    const fallback = parent === 0 ? 0 : this.#after(this.#fallback[parent] as number, code);
    this.#next.set(key, node);
    this.#fallback[node] = fallback;
    this.#depths[node] = depth;
    this.#ends[node] = this.#ends[fallback] as number;
    return node;
  }

  #after(from: number, code: number): number {
    for (let node = from; ; node = this.#fallback[node] as number) {
      const next = this.#next.get(node * 65_536 + code);
      if (next !== undefined) return next;
      if (node === 0) return 0;
    }
  }

  /** The places of texts, in their order, and how many characters at the end may be the beginning of one. */
  find(text: string): { readonly found: readonly Range[]; readonly begun: number } {
    const found: Range[] = [];
    let node = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (node === 0 && this.#starts[code & 255] === 0) continue;
      node = this.#after(node, code);
      const length = this.#ends[node] as number;
      if (length > 0) addRange(found, at + 1 - length, at + 1);
    }
    return { found, begun: this.#depths[node] as number };
  }
}

interface Range {
  start: number;
  readonly end: number;
}

/** Adds a range that ends behind the others. Those that it overlaps become one with it. */
function addRange(ranges: Range[], from: number, end: number): void {
  let start = from;
  for (let last = ranges.at(-1); last !== undefined && last.end > start; last = ranges.at(-1)) {
    start = Math.min(start, last.start);
    ranges.pop();
  }
  ranges.push({ start, end });
}

/** How many secrets are known, and characters of all of them. */
const maxSecrets = 1_000;
const maxCharacters = 262_144;

/** Secrets, each in every form in which it may be written, and the text that stands in place of each. */
export class KnownSecrets {
  readonly #standIns = new Map<string, string>();
  /** Secrets that no automaton has. */
  #fresh: string[] = [];
  /** Each is larger than the next one, so that they are few, and a secret is in few new ones. */
  readonly #automata: Automaton[] = [];
  #characters = 0;
  /** The length of the longest one. */
  longest = 0;
  /** True if there are more than can be known. */
  isFull = false;

  get count(): number {
    return this.#standIns.size;
  }

  /** Returns true if adding it would change nothing. */
  knows(secret: string): boolean {
    return this.isFull || this.#standIns.has(secret);
  }

  add(secret: string, standIn: string): void {
    if (this.knows(secret)) return;
    this.#characters += secret.length;
    this.isFull = this.#standIns.size >= maxSecrets || this.#characters > maxCharacters;
    if (this.isFull) return;
    this.#standIns.set(secret, standIn);
    this.#fresh.push(secret);
    this.longest = Math.max(this.longest, secret.length);
  }

  /**
   * The text with stand-ins.
   * @param isCut true if more of the text follows, which nobody has: without the beginning of a secret at its end
   */
  replaced(text: string, isCut: boolean, standIn: (secret: string) => string): string {
    if (this.#standIns.size === 0) return text;
    this.#settle();
    const all = this.#automata.map((automaton) => automaton.find(text));
    const found = all.flatMap((each) => each.found);
    const begun = all.reduce((most, each) => Math.max(most, each.begun), 0);
    if (isCut && begun >= 4) found.push({ start: text.length - begun, end: text.length });
    if (found.length === 0) return text;
    const ranges: Range[] = [];
    for (const { start, end } of found.sort((a, b) => a.end - b.end)) addRange(ranges, start, end);
    const parts: string[] = [];
    let done = 0;
    for (const { start, end } of ranges) {
      const secret = text.slice(start, end);
      parts.push(text.slice(done, start), this.#standIns.get(secret) ?? standIn(secret));
      done = end;
    }
    return parts.join("") + text.slice(done);
  }

  #settle(): void {
    if (this.#fresh.length === 0) return;
    let texts = this.#fresh;
    this.#fresh = [];
    let size = texts.reduce((sum, { length }) => sum + length, 0);
    for (
      let last = this.#automata.at(-1);
      last !== undefined && last.size <= size;
      last = this.#automata.at(-1)
    ) {
      texts = [...last.texts, ...texts];
      size += last.size;
      this.#automata.pop();
    }
    this.#automata.push(new Automaton(texts));
  }
}
