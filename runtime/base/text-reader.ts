/** Reads a text from left to right, by code points. */
export class TextReader {
  #at = 0;

  constructor(readonly text: string) {}

  /** How many UTF-16 units have been taken. */
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

  /** Takes the expected text if it comes next; false if it does not. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** Takes what the expression matches here. The expression must be sticky. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }

  /** Returns the next text, without taking it. */
  ahead(length: number): string {
    return this.text.slice(this.#at, this.#at + length);
  }

  /** Takes the text before `end`, and `end` itself; `undefined` if there is no such end. */
  until(end: string): string | undefined {
    const at = this.text.indexOf(end, this.#at);
    if (at < 0) return undefined;
    const before = this.text.slice(this.#at, at);
    this.#at = at + end.length;
    return before;
  }

  /** Takes the rest. */
  rest(): string {
    const text = this.text.slice(this.#at);
    this.#at = this.text.length;
    return text;
  }
}
