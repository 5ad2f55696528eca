/** A text that is taken from left to right, by code points. */
export class TextReader {
  #at = 0;

  constructor(readonly text: string) {}

  /** How many UTF-16 units are taken. */
  get position(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** The next character; `undefined` at the end. */
  get next(): string | undefined {
    const code = this.text.codePointAt(this.#at);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  /** Takes the next character; empty at the end. */
  skip(): string {
    const character = this.next ?? "";
    this.#at += character.length;
    return character;
  }

  /** Whether the text goes on like this; then it is taken. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** Takes what the expression, which must be sticky, matches here. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }

  /** What comes next, without taking it. */
  ahead(length: number): string {
    return this.text.slice(this.#at, this.#at + length);
  }

  /** Takes the text before `end`, and `end`; `undefined` where there is no such end. */
  until(end: string): string | undefined {
    const at = this.text.indexOf(end, this.#at);
    if (at < 0) return undefined;
    const before = this.text.slice(this.#at, at);
    this.#at = at + end.length;
    return before;
  }

  /** Takes all that is left. */
  rest(): string {
    const text = this.text.slice(this.#at);
    this.#at = this.text.length;
    return text;
  }
}
