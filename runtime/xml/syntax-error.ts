/** The text is no well-formed XML with namespaces; the message says where. */
export class XmlSyntaxError extends Error {
  override readonly name = "XmlSyntaxError";

  /** `line` and `column` count from 1. */
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`${reason} at line ${line}, column ${column}`);
  }

  /** The error at an offset in the text, which counts UTF-16 units. */
  static at(text: string, offset: number, reason: string): XmlSyntaxError {
    const lines = text.slice(0, offset).split("\n");
    return new XmlSyntaxError(reason, lines.length, (lines.at(-1)?.length ?? 0) + 1);
  }
}
