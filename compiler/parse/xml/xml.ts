import sax from "sax";
import type { Arguments, DiagnosticName } from "../../diagnostics/catalogue.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { MappedText, SourceText, Span } from "../../source/source-text.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";
import { type Entities, firstForbidden, XmlTextBuilder } from "./decode.js";
import { findSections, type Section } from "./sections.js";

/** Elements nest no deeper in flows that people write. Later phases may recurse over elements. */
const maxDepth = 200;

/**
 * Parses an XML file (XML 1.0, fifth edition, without document types and namespaces). References and
 * attributes with errors are reported and left out. Parsing ends at the first error in the structure; then it
 * returns `undefined`.
 */
export function parseXml(source: SourceText, reporter: Reporter): XmlElement | undefined {
  return parseDocument(source, reporter)?.root;
}

interface XmlDocument {
  readonly root: XmlElement;
  /** The places of the comments, in order, including `<!--` and `-->`. */
  readonly comments: readonly Span[];
}

/** Parses an XML file like `parseXml`, and keeps the comments. */
export function parseDocument(source: SourceText, reporter: Reporter): XmlDocument | undefined {
  return read(source, reporter, {});
}

/**
 * Parses an XML file whose elements have text and elements in any order: they are in `content`, and `text` is empty.
 * @param entities the replacement texts of the entities that the file declares
 */
export function parseMixed(
  source: SourceText,
  reporter: Reporter,
  entities?: Entities,
): XmlElement | undefined {
  return read(source, reporter, { entities, isMixed: true })?.root;
}

interface Options {
  readonly isMixed?: true;
  readonly entities?: Entities | undefined;
}

function read(source: SourceText, reporter: Reporter, options: Options): XmlDocument | undefined {
  const forbidden = firstForbidden(source.text);
  if (forbidden !== undefined) {
    const code = `U+${source.text.charCodeAt(forbidden).toString(16).toUpperCase().padStart(4, "0")}`;
    reporter.report(source.span(forbidden, forbidden + 1), "xmlCharacter", { code });
  }
  if (source.lostCharacter !== undefined) reporter.report(source.lostCharacter, "lostCharacter");
  const sections = findSections(source, reporter);
  const root = sections && new TreeBuilder(source, reporter, sections, options).build();
  if (root === undefined) return undefined;
  const comments = sections?.filter(({ kind }) => kind === "comment") ?? [];
  return { root, comments: comments.map(({ start, end }) => source.span(start, end)) };
}

/** Stops sax from within a handler. It is thrown after an error in the file's structure has been reported. */
class Malformed extends Error {}

interface OpenElement {
  readonly name: string;
  readonly nameSpan: Span;
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: XmlElement[];
  readonly text: XmlTextBuilder;
  /** The text behind the last child, if texts are kept apart. */
  run: XmlTextBuilder | undefined;
  readonly content: (XmlElement | MappedText)[];
}

/**
 * Builds the tree of elements. sax finds the tags. Texts and attributes are decoded from the file itself,
 * because sax does not keep their offsets. sax does not get other markup or `&`, but blanks of the same
 * length: it is lax about these, and takes quadratic time for a `<!` that never ends.
 */
class TreeBuilder {
  readonly #parser = sax.parser(true);
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  /** The offset up to which the file is decoded. */
  #done = 0;
  #nextSection = 0;

  constructor(
    private readonly source: SourceText,
    private readonly reporter: Reporter,
    private readonly sections: readonly Section[],
    private readonly options: Options,
  ) {}

  build(): XmlElement | undefined {
    const parser = this.#parser;
    parser.onerror = (error) => this.#malformed(error.message.split("\n", 1)[0] ?? "");
    parser.onopentagstart = (tag) => {
      // sax calls `hasOwnProperty` of this object, which could be an attribute of that name.
      Object.defineProperty(tag.attributes, "hasOwnProperty", { get: () => () => false, set: () => {} });
    };
    parser.onopentag = (tag) => this.#startTag(tag.name, parser.startTagPosition - 1, parser.position);
    parser.onclosetag = () => this.#endTag(parser.startTagPosition - 1, parser.position);
    try {
      parser.write(this.#masked()).close();
      this.#content(this.source.text.length);
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
    if (this.#root === undefined) this.reporter.report(this.source.span(0, 0), "xmlNoRoot");
    return this.#root;
  }

  #masked(): string {
    const { text } = this.source;
    const parts: string[] = [];
    let done = 0;
    for (const { start, end } of this.sections) {
      parts.push(text.slice(done, start), " ".repeat(end - start));
      done = end;
    }
    parts.push(text.slice(done));
    return parts.join("").replaceAll("&", ";");
  }

  #startTag(name: string, start: number, end: number): void {
    this.#content(start);
    this.#noSectionBefore(end);
    const around = this.#open.at(-1);
    if (around !== undefined) this.#endRun(around, end);
    if (this.source.text[start + 1] !== name[0]) this.#stop(start, start + 1, "xmlStrayLessThan");
    this.reporter.joinLines(this.source.span(start, end));
    const nameSpan = this.source.span(start + 1, start + 1 + name.length);
    if (this.#open.length === 0 && this.#root !== undefined) {
      this.#stop(nameSpan.start, nameSpan.end, "xmlSecondRoot", { name });
    }
    if (this.#open.length >= maxDepth)
      this.#stop(nameSpan.start, nameSpan.end, "xmlTooDeep", { limit: maxDepth });
    this.#open.push({
      name,
      nameSpan,
      attributes: this.#attributes(nameSpan.end, end),
      children: [],
      text: this.#textBuilder(end),
      run: this.options.isMixed && this.#textBuilder(end),
      content: [],
    });
    this.#done = end;
  }

  #endTag(start: number, end: number): void {
    // The end tag of `<a/>` is its start tag, which has been read already.
    if (start >= this.#done) {
      this.#content(start);
      this.#noSectionBefore(end);
    }
    this.#done = end;
    const open = this.#open.pop();
    if (open === undefined) return;
    this.#endRun(open, end);
    const element: XmlElement = {
      kind: "element",
      name: open.name,
      span: this.source.span(open.nameSpan.start - 1, end),
      nameSpan: open.nameSpan,
      attributes: open.attributes,
      children: open.children,
      text: open.text.build(),
      content: this.options.isMixed ? open.content : undefined,
    };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else {
      parent.children.push(element);
      if (this.options.isMixed) parent.content.push(element);
    }
  }

  #textBuilder(start: number): XmlTextBuilder {
    return new XmlTextBuilder(this.source, this.reporter, start, this.options.entities);
  }

  /** Notes the text since the last child; the next one begins at `end`. */
  #endRun(open: OpenElement, end: number): void {
    if (open.run === undefined) return;
    const text = open.run.build();
    if (text.text !== "") open.content.push(text);
    open.run = this.#textBuilder(end);
  }

  /** Adds text, comments and CDATA sections up to the tag at `end`. */
  #content(end: number): void {
    const open = this.#open.at(-1);
    let text = open?.run ?? open?.text;
    for (
      let section = this.#section();
      section !== undefined && section.start < end;
      section = this.#section()
    ) {
      text?.addText(this.#done, section.start);
      if (section.kind === "cdata") {
        if (text === undefined) this.#stop(section.start, section.end, "xmlOutsideRoot");
        text?.addCdata(section.start + "<![CDATA[".length, section.end - "]]>".length);
      } else if (open?.run !== undefined) {
        // The texts before and behind a comment are two: white space alone may be one of them.
        this.#endRun(open, section.end);
        text = open.run;
      }
      this.#done = section.end;
      this.#nextSection++;
    }
    text?.addText(this.#done, end);
    this.#done = end;
  }

  #section(): Section | undefined {
    return this.sections[this.#nextSection];
  }

  #noSectionBefore(end: number): void {
    const section = this.#section();
    if (section === undefined || section.start >= end) return;
    const mark = section.kind === "cdata" ? "A CDATA section" : "A comment";
    this.#stop(section.start, section.end, "xmlMarkupInTag", { mark });
  }

  /** Reads the attributes of a tag that sax has accepted, from the end of its name to the end of the tag. */
  #attributes(start: number, end: number): ReadonlyMap<string, XmlAttribute> {
    const attributes = new Map<string, XmlAttribute>();
    const tag = this.source.text.slice(start, end);
    for (const match of tag.matchAll(/[ \t\r\n]+([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/gy)) {
      const [whole, name = "", quoted = ""] = match;
      const nameStart = start + match.index + whole.search(/[^ \t\r\n]/);
      const nameSpan = this.source.span(nameStart, nameStart + name.length);
      const valueEnd = start + match.index + whole.length - 1;
      const valueStart = valueEnd - (quoted.length - 2);
      const value = this.#textBuilder(valueStart);
      value.addAttribute(valueStart, valueEnd);
      if (attributes.has(name)) this.reporter.report(nameSpan, "xmlDuplicateAttribute", { name });
      else attributes.set(name, { name, nameSpan, value: value.build() });
    }
    return attributes;
  }

  /**
   * Reports what sax found in our own words and at the right place. It recognizes messages by their text,
   * which is constant in sax.
   */
  #malformed(message: string): never {
    const { text } = this.source;
    const after = this.#parser.position;
    const at = after - 1;
    const tagStart = (this.#parser.startTagPosition ?? 1) - 1;
    // Some messages end with a colon and a name.
    switch (message.split(":", 1)[0]) {
      case "Unexpected close tag": {
        const found = text.slice(tagStart + 2, at).trim();
        const open = this.#open.at(-1);
        if (open === undefined) return this.#stop(tagStart, after, "xmlStrayEndTag", { name: found });
        const { line } = this.source.place(open.nameSpan.start);
        return this.#stop(tagStart, after, "xmlTagMismatch", { found, open: open.name, line });
      }
      case "Unmatched closing tag":
        return this.#stop(tagStart, after, "xmlStrayEndTag", { name: text.slice(tagStart + 2, at).trim() });
      case "Unencoded <":
        return this.#stop(tagStart, tagStart + 1, "xmlStrayLessThan");
      case "Attribute without value": {
        const { start, end } = this.#wordBefore(at);
        return this.#stop(start, end, "xmlAttributeWithoutValue", { name: text.slice(start, end) });
      }
      case "Unquoted attribute value":
        return this.#stop(at, after, "xmlAttributeUnquoted");
      case "No whitespace between attributes":
        return this.#stop(at, after, "xmlAttributeSpace");
      case "Non-whitespace before first tag.":
      case "Text data outside of root node.":
        return this.#stop(at, after, "xmlOutsideRoot");
      case "Unclosed root tag":
      case "Unexpected end":
        return this.#unexpectedEnd(tagStart);
      default:
        return this.#stop(at, after, "xmlUnexpectedCharacter", { found: text.slice(at, after) });
    }
  }

  #unexpectedEnd(tagStart: number): never {
    if (tagStart >= this.#done)
      this.#stop(tagStart, tagStart + 1, "xmlUnclosedMarkup", { mark: "<", end: ">" });
    const open = this.#open.at(-1);
    const span = open?.nameSpan ?? this.source.span(tagStart, tagStart + 1);
    return this.#stop(span.start, span.end, "xmlUnclosedElement", { name: open?.name ?? "" });
  }

  #wordBefore(offset: number): Span {
    const { text } = this.source;
    const isSpace = (at: number) => " \t\r\n".includes(text[at] ?? "");
    let end = offset;
    while (end > 0 && isSpace(end - 1)) end--;
    let start = end;
    while (start > 0 && !isSpace(start - 1)) start--;
    return this.source.span(start, end);
  }

  #stop<N extends DiagnosticName>(start: number, end: number, name: N, ...args: Arguments<N>): never {
    this.reporter.report(this.source.span(start, end), name, ...args);
    throw new Malformed();
  }
}
