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
