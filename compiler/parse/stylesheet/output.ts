import { isEncoding } from "../../../runtime/xslt/encode.js";
import type { OutputProperties } from "../../../runtime/xslt/output-properties.js";
import type { XmlAttribute } from "../../syntax/xml.js";
import { checkWords } from "./checks.js";
import type { SheetElement } from "./element.js";
import type { ExpressionReader } from "./expressions.js";
import type { Declaration } from "./modules.js";
import { expanded, split, wordsOf } from "./names.js";

/** Merges all `xsl:output` elements: of each attribute, the one of the highest precedence counts, or the last (§16). */
export class OutputReader {
  #found: OutputProperties = {};

  constructor(private readonly expressions: ExpressionReader) {}

  get properties(): OutputProperties {
    return this.#found;
  }

  add({ element }: Declaration): void {
    const method = this.#method(element);
    const text = (name: string) => element.attribute(name)?.value.text;
    const elements = element.attribute("cdata-section-elements");
    checkWords(element, elements, "names", this.expressions.reporter);
    this.#encoding(element.attribute("encoding"));
    const own = {
      method,
      version: text("version"),
      encoding: text("encoding"),
      omitXmlDeclaration: this.#flag(element, "omit-xml-declaration"),
      standalone: this.#flag(element, "standalone"),
      doctypePublic: text("doctype-public"),
      doctypeSystem: text("doctype-system"),
      cdataSectionElements:
        elements &&
        new Set([
          ...(this.#found.cdataSectionElements ?? []),
          ...wordsOf(elements.value.text).map((name) => elementName(name, element)),
        ]),
      indent: this.#flag(element, "indent"),
      mediaType: text("media-type"),
    };
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    this.#found = { ...this.#found, ...(Object.fromEntries(given) as OutputProperties) };
  }

  #method(element: SheetElement): OutputProperties["method"] {
    const attribute = element.attribute("method");
    const method = attribute?.value.text.trim();
    if (attribute === undefined || method === "xml" || method === "html" || method === "text")
      return method as OutputProperties["method"];
    // XHTML is XML, for a processor that does not know the method.
    if (method === "xhtml") return "xml";
    if (!element.isForwards)
      this.expressions.refuse(
        attribute.value.span(0, attribute.value.text.length),
        "the method of the output is xml, html or text.",
      );
    return undefined;
  }

  #encoding(attribute: XmlAttribute | undefined): void {
    const text = attribute?.value.text ?? "utf-8";
    if (isEncoding(text)) return;
    this.expressions.reporter.report(attribute?.value.span(0, text.length), "sheetValue", {
      ...{ name: "encoding", text, what: "an encoding that browsers know, such as UTF-8," },
    });
  }

  #flag(element: SheetElement, name: string): boolean | undefined {
    const attribute = element.attribute(name);
    const value = attribute?.value.text.trim();
    if (attribute === undefined) return undefined;
    if (value === "yes" || value === "no") return value === "yes";
    if (!element.isForwards)
      this.expressions.refuse(attribute.value.span(0, attribute.value.text.length), `${name} is yes or no.`);
    return undefined;
  }
}

/** Names of elements without a prefix are in the default namespace, as nowhere else. */
function elementName(name: string, { scope }: SheetElement): string {
  const [prefix, local] = split(name);
  return expanded(scope.get(prefix) ?? "", local);
}
