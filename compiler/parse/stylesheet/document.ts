import { TreeLimitError } from "../../../runtime/base/tree-limits.js";
import { DoctypeReader } from "../../../runtime/data/xml/doctype.js";
import { References, reference } from "../../../runtime/data/xml/references.js";
import { Scanner, XmlSyntaxError } from "../../../runtime/data/xml/scanner.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { SourceText } from "../../source/source-text.js";
import type { XmlElement } from "../../syntax/xml.js";
import { parseMixed } from "../xml/xml.js";

/** A module of a stylesheet. */
export interface SheetDocument {
  readonly source: SourceText;
  readonly root: XmlElement;
}

/**
 * Parses a module of a stylesheet. Unlike flows, it may have a document type declaration with entities of its own:
 * `nbsp`, say. Returns `undefined` after reporting errors.
 */
export function parseSheetDocument(source: SourceText, reporter: Reporter): XmlElement | undefined {
  const start = doctypeStart(source.text);
  if (start === undefined) return parseMixed(source, reporter);
  try {
    const { text } = source;
    // Carriage returns are white space here; the offsets stay.
    const scanner = new Scanner(text.replaceAll("\r", " "));
    scanner.at = start + doctypeMark.length;
    const references = new References();
    new DoctypeReader(references, false).read(scanner);
    const blank = text.slice(start, scanner.at).replace(/[^\r\n]/g, " ");
    // The same places, with blanks for the declaration.
    const masked = text.slice(0, start) + blank + text.slice(scanner.at);
    return parseMixed(new SourceText(source.path, masked), reporter, new EntityTexts(references, scanner));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    reporter.report(source.span(start, start + doctypeMark.length), "stylesheet", { reason });
    return undefined;
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof XmlSyntaxError) return "its document type declaration is malformed.";
  return error instanceof TreeLimitError
    ? error.message.replace("The entities of the document", "its entities")
    : undefined;
}

const doctypeMark = "<!DOCTYPE";

/** Where the document type declaration starts, behind white space, comments and processing instructions. */
function doctypeStart(text: string): number | undefined {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : undefined;
    if (end === undefined) return text.startsWith(doctypeMark, at) ? at : undefined;
    const close = text.indexOf(end, at);
    if (close < 0) return undefined;
    at = close + end.length;
  }
}

/** The texts that the entities of a module stand for. They count together, however often each is used. */
class EntityTexts {
  constructor(
    private readonly references: References,
    private readonly scanner: Scanner,
  ) {}

  /**
   * `undefined` if there is no such entity here, or if it has markup.
   * @throws TreeLimitError
   */
  get(name: string): string | undefined {
    try {
      return this.#textOf(name);
    } catch (error) {
      if (error instanceof XmlSyntaxError) return undefined;
      throw error;
    }
  }

  #textOf(name: string): string | undefined {
    const { references, scanner } = this;
    let found: string | undefined;
    references.inContent(name, scanner, (value) => {
      if (value.includes("<")) scanner.fail("Markup in an entity");
      found = value.replace(reference, (_, inner: string | undefined) => {
        const unknown = () => scanner.fail("An entity that is not here");
        if (inner === undefined) return unknown();
        return references.character(inner, scanner) ?? this.#textOf(inner) ?? unknown();
      });
    });
    return found;
  }
}
