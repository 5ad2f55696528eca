import { isXmlName } from "../../base/xml-name.js";

/** How much of a document a message may repeat. */
const maxReason = 200;

/** The text is no well-formed XML with namespaces; the message says where. */
export class XmlSyntaxError extends Error {
  override readonly name = "XmlSyntaxError";
  readonly reason: string;

  /** `line` and `column` count from 1. */
  constructor(
    reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    const short = reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason;
    super(`${short} at line ${line}, column ${column}`);
    this.reason = short;
  }

  /** The error at an offset in the text, which counts UTF-16 units. */
  static at(text: string, offset: number, reason: string): XmlSyntaxError {
    const lines = text.slice(0, offset).split("\n");
    return new XmlSyntaxError(reason, lines.length, (lines.at(-1)?.length ?? 0) + 1);
  }
}

/** By code: whether an ASCII character can be part of a name. All others can, as far as finding its end goes. */
const inName = new Uint8Array(128);
for (const character of "-.:_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
  inName[character.charCodeAt(0)] = 1;

/** A text of XML, with line feeds only, that is read from left to right. */
export class Scanner {
  at = 0;

  /** @param outer where the text is referred to, if it is that of an entity */
  constructor(
    readonly text: string,
    private readonly outer?: Scanner,
  ) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  /** Takes what the expression matches here. The expression must be sticky. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.at = expression.lastIndex;
    return found;
  }

  /** Takes white space (XML 1.0 §2.3); false if there is none. */
  space(): boolean {
    const { text } = this;
    const start = this.at;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x09) break;
      at++;
    }
    this.at = at;
    return at > start;
  }

  /** Takes what might be a name; empty if nothing might. */
  name(): string {
    const { text } = this;
    const start = this.at;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (!(code >= 128 || inName[code] === 1)) break;
      at++;
    }
    this.at = at;
    return text.slice(start, at);
  }

  /**
   * Takes the text before `end`, and `end` itself.
   * @param mark what began at the offset `start`
   */
  until(end: string, mark: string, start = this.at - mark.length): string {
    const from = this.at;
    const at = this.text.indexOf(end, from);
    if (at < 0) this.fail(`Unclosed ${mark}`, start);
    this.at = at + end.length;
    return this.text.slice(from, at);
  }

  /** XML 1.0 §2.5, from behind `<!--` on. */
  comment(): string {
    const content = this.until("-->", "<!--");
    const dashes = `${content}-`.indexOf("--");
    if (dashes >= 0) this.fail("-- within a comment", this.at - "-->".length - content.length + dashes);
    return content;
  }

  /** XML 1.0 §2.6, from behind `<?` on. */
  instruction(): readonly [target: string, content: string] {
    const start = this.at - "<?".length;
    const target = this.name();
    const hasContent = this.space();
    const content = this.until("?>", "<?", start);
    if (!isXmlName(target) || target.toLowerCase() === "xml" || (content !== "" && !hasContent))
      this.fail("Invalid processing instruction", start);
    return [target, content];
  }

  fail(reason: string, at = this.at): never {
    if (this.outer !== undefined) this.outer.fail(reason);
    throw XmlSyntaxError.at(this.text, at, reason);
  }
}
