import { noXmlCharacter } from "../../../runtime/base/xml-name.js";
import { characterReference } from "../../../runtime/data/xml/character-reference.js";
import { predefined } from "../../../runtime/data/xml/references.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { MappedText, type Piece, type SourceText } from "../../source/source-text.js";

/** The texts that the entities of a file stand for. */
export type Entities = Pick<ReadonlyMap<string, string>, "get">;

/** An entity or character reference, such as `&amp;`, `&#65;` or `&#x41;`. */
const reference = /&(?:(#[0-9]+|#x[0-9A-Fa-f]+)|([\p{L}_:][\p{L}\p{N}_:.·-]*));/uy;

/**
 * Decodes ranges of an XML file one after another, and joins them to a text that knows the place of each
 * character in the file. It follows XML 1.0, sections 2.11 (line ends), 3.3.3 (attribute values) and 4.1
 * (references).
 */
export class XmlTextBuilder {
  readonly #parts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  /** @param start the place of the text in the file if it is empty */
  constructor(
    private readonly source: SourceText,
    private readonly reporter: Reporter,
    private readonly start: number,
    private readonly entities: Entities = predefined,
  ) {}

  /** Character data between tags. */
  addText(start: number, end: number): void {
    this.#add(start, end, /[&\r]|\]\]>/g, (raw) => raw);
  }

  /** The inside of a CDATA section. */
  addCdata(start: number, end: number): void {
    this.#add(start, end, /\r/g, (raw) => raw);
  }

  /** An attribute's value, without its quotes. */
  addAttribute(start: number, end: number): void {
    this.#add(start, end, /[&\r<]/g, (raw) => raw.replace(/[\t\n\r]/g, " "));
  }

  build(): MappedText {
    const pieces = this.#pieces.length > 0 ? this.#pieces : [verbatim(0, this.start, this.start)];
    return new MappedText(this.#parts.join(""), this.source, pieces.slice());
  }

  #add(start: number, end: number, special: RegExp, normalise: (raw: string) => string): void {
    const raw = this.source.text.slice(start, end);
    let done = 0;
    const copy = (to: number) => {
      if (to > done)
        this.#push(normalise(raw.slice(done, to)), verbatim(this.#length, start + done, start + to));
      done = to;
    };
    for (let match = special.exec(raw); match !== null; match = special.exec(raw)) {
      const at = match.index;
      switch (match[0]) {
        case "&": {
          copy(at);
          const length = this.#addReference(raw, at, start);
          done += length;
          special.lastIndex = at + Math.max(1, length);
          break;
        }
        case "\r":
          copy(at);
          // Each line end becomes one line feed. In CR LF it is there already, so that only the CR is
          // dropped.
          if (raw[at + 1] === "\n") done = at + 1;
          else this.#push(normalise("\n"), verbatim(this.#length, start + at, start + at + 1));
          done = at + 1;
          break;
        case "<":
          this.reporter.report(this.source.span(start + at, start + at + 1), "xmlAttributeLessThan");
          break;
        default:
          this.reporter.report(this.source.span(start + at, start + at + 3), "xmlCdataEnd");
      }
    }
    copy(raw.length);
  }

  /**
   * Adds the characters that the reference at `at` stands for, and returns its length. Returns 0 if it is
   * wrong; then it stays as it is.
   */
  #addReference(raw: string, at: number, start: number): number {
    reference.lastIndex = at;
    const match = reference.exec(raw);
    if (match === null) {
      const isDoubled = raw.startsWith("&&", at);
      const span = this.source.span(start + at, start + at + (isDoubled ? 2 : 1));
      // The first of several has said it.
      if (raw[at - 1] !== "&") this.reporter.report(span, "xmlStrayAmpersand", { isDoubled });
      return 0;
    }
    const [whole, number, name] = match;
    const span = this.source.span(start + at, start + at + whole.length);
    const text = number === undefined ? this.#entity(name as string) : characterReference(number);
    if (text === undefined) {
      if (name === undefined) this.reporter.report(span, "xmlCharacterReference", { reference: whole });
      else this.reporter.report(span, "xmlUndefinedEntity", { name });
      return 0;
    }
    this.#push(text, { at: this.#length, start: span.start, end: span.end, verbatim: false });
    return whole.length;
  }

  #entity(name: string): string | undefined {
    return predefined.get(name) ?? this.entities.get(name);
  }

  #push(text: string, piece: Piece): void {
    this.#parts.push(text);
    this.#pieces.push(piece);
    this.#length += text.length;
  }
}

function verbatim(at: number, start: number, end: number): Piece {
  return { at, start, end, verbatim: true };
}

/**
 * The offset of the first character that XML 1.0, section 2.2, does not allow. Half of a surrogate pair is
 * such a character.
 */
export function firstForbidden(text: string): number | undefined {
  const at = text.search(noXmlCharacter);
  return at < 0 ? undefined : at;
}
