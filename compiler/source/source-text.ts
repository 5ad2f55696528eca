import { countWhile } from "./lists.js";

/**
 * One input file. `path` is relative to the flow directory, with `/`, so that output does not depend on the
 * machine.
 */
export class SourceText {
  readonly #lineStarts: readonly number[];

  constructor(
    readonly path: string,
    readonly text: string,
    /** The path from which the paths in it start. */
    readonly base = path,
  ) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** The text of a line without its line ending. Lines count from 1. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1] ?? this.text.length;
    const end = this.#lineStarts[number] ?? this.text.length;
    return this.text.slice(start, end).replace(/\r?\n$/, "");
  }

  /** The line and column of an offset. Both count from 1; columns count UTF-16 units. */
  place(offset: number): Place {
    const line = Math.max(
      1,
      countWhile(this.#lineStarts, (start) => start <= offset),
    );
    return { line, column: offset - (this.#lineStarts[line - 1] as number) + 1 };
  }

  /** The offset of a place, which lies within the text or at its end. */
  offset({ line, column }: Place): number {
    return (this.#lineStarts[line - 1] ?? this.text.length) + column - 1;
  }

  span(start: number, end: number): Span {
    return { source: this, start, end };
  }

  /** The first U+FFFD. Decoders put it where bytes are no UTF-8. */
  get lostCharacter(): Span | undefined {
    const at = this.text.indexOf("\ufffd");
    return at < 0 ? undefined : this.span(at, at + 1);
  }

  /** The character at a place, or the end of the line if there is none. */
  spanAt({ line, column }: Place): Span {
    const start = this.#lineStarts[line - 1] ?? this.text.length;
    const at = start + Math.min(column - 1, this.line(line).length);
    return this.span(at, Math.min(at + 1, this.text.length));
  }
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A range of one input file, in UTF-16 offsets. */
export interface Span {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** The line of a span, as a message about `reader` names it: `line 3`, or `line 3 of other.xml`. */
export function lineText({ source, start }: Span, reader: SourceText): string {
  const { line } = source.place(start);
  return source.path === reader.path ? `line ${line}` : `line ${line} of ${source.path}`;
}

/** The text of a span as it is written. */
export function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/**
 * A text as a parser reads it, after XML decoding, that knows where each character is in the file. `&lt;` is
 * one character here and four in the file. Comments and the delimiters of CDATA sections are missing here.
 */
export class MappedText {
  /**
   * @param pieces cover a text in order. A piece with `verbatim` maps character by character, any other one
   * as a whole.
   * @param from where `text` begins in the text that they cover
   */
  constructor(
    readonly text: string,
    readonly source: SourceText,
    private readonly pieces: readonly Piece[],
    private readonly from = 0,
  ) {}

  /** A whole file, unchanged. */
  static ofFile(source: SourceText): MappedText {
    return new MappedText(source.text, source, [
      { at: 0, start: 0, end: source.text.length, verbatim: true },
    ]);
  }

  span(start: number, end: number): Span {
    const from = this.#offset(start, false);
    return this.source.span(from, Math.max(from, this.#offset(end, true)));
  }

  /** The part from `start` to `end` as a separate text. */
  slice(start: number, end: number): MappedText {
    if (start >= end) {
      const at = this.#offset(start, false);
      return new MappedText("", this.source, [{ at: 0, start: at, end: at, verbatim: true }]);
    }
    return new MappedText(this.text.slice(start, end), this.source, this.pieces, this.from + start);
  }

  #offset(at: number, isEnd: boolean): number {
    const { from, pieces } = this;
    // An end belongs to the piece before it, so that a span does not include a comment that follows.
    const last = Math.max(0, this.text.length - 1);
    const within = from + Math.min(isEnd && at > 0 ? at - 1 : at, last);
    const piece = pieces[Math.max(0, countWhile(pieces, (one) => one.at <= within) - 1)];
    if (piece === undefined) return 0;
    if (piece.verbatim) return Math.min(piece.start + (from + at - piece.at), piece.end);
    return isEnd ? piece.end : piece.start;
  }
}

export interface Piece {
  /** The offset in the decoded text. */
  readonly at: number;
  /** The range in the file. */
  readonly start: number;
  readonly end: number;
  readonly verbatim: boolean;
}
