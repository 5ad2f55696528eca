import type { ActionParser, Input, Variable } from "../actions/definition.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { type Files, resolvePath } from "../files.js";
import { nearest } from "../nearest.js";
import { MappedText, type SourceText } from "../source.js";
import type { Template } from "../syntax/template.js";
import type { XmlAttribute, XmlElement } from "../syntax/xml.js";
import type { Expression } from "../syntax/xpath.js";
import { parseTemplate } from "./template.js";
import { parseXPath } from "./xpath.js";

const MAIN_CONTENT = "fit://request/content";

/** What the actions of one flow file are parsed with. */
export class FlowActionParser implements ActionParser {
  constructor(
    private readonly source: SourceText,
    private readonly files: Files,
    readonly reporter: Reporter,
  ) {}

  expression(text: MappedText): Expression | undefined {
    return parseXPath(text, this.reporter);
  }

  template(element: XmlElement): Template | undefined {
    const src = this.attribute(element, "src");
    if (src === undefined) return parseTemplate(element.text, this.reporter);
    if (element.text.text.trim() !== "")
      this.reporter.report(element.nameSpan, "templateTwice", { element: element.name });
    const file = this.file(src);
    return file === undefined ? undefined : parseTemplate(MappedText.ofFile(file), this.reporter);
  }

  attribute(element: XmlElement, name: string): XmlAttribute | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined || !/\{.*\}/s.test(attribute.value.text)) return attribute;
    const { value } = attribute;
    this.reporter.report(value.span(0, value.text.length), "dynamicAttribute", { name });
    return undefined;
  }

  required(element: XmlElement, name: string): XmlAttribute | undefined {
    if (element.attributes.has(name)) return this.attribute(element, name);
    this.reporter.report(element.nameSpan, "missingAttribute", { name, element: element.name });
    return undefined;
  }

  outVariable(element: XmlElement): Variable | undefined {
    const value = this.attribute(element, "out")?.value;
    const text = value?.text.trim();
    if (value === undefined || text === undefined || text === MAIN_CONTENT) return undefined;
    const span = value.span(0, value.text.length);
    if (text.startsWith("fit:")) {
      this.reporter.report(span, "location", { text, attribute: "out" });
      return undefined;
    }
    const name = /^\$([A-Za-z_][A-Za-z0-9_-]*)$/.exec(text)?.[1];
    if (name === undefined) {
      this.reporter.report(span, "variableName", { text });
      return undefined;
    }
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) this.reporter.report(span, "strictVariableName", { name });
    return { name, span };
  }

  input(element: XmlElement): Input | undefined {
    const value = this.attribute(element, "in")?.value;
    if (value === undefined) return { kind: "content" };
    const text = value.text.trim();
    if (text === "") return { kind: "none" };
    if (text === MAIN_CONTENT) return { kind: "content" };
    const span = value.span(0, value.text.length);
    if (text.startsWith(`${MAIN_CONTENT}/`)) {
      const id: Expression = { kind: "literal", span, value: text.slice(MAIN_CONTENT.length + 1) };
      return {
        kind: "expression",
        expression: { kind: "call", span, name: "content", nameSpan: span, arguments: [id] },
      };
    }
    if (!text.startsWith("$")) {
      this.reporter.report(span, "location", { text, attribute: "in" });
      return undefined;
    }
    const expression = this.expression(value);
    return expression === undefined ? undefined : { kind: "expression", expression };
  }

  file(attribute: XmlAttribute): SourceText | undefined {
    const { value } = attribute;
    const span = value.span(0, value.text.length);
    const text = value.text.trim();
    const path = resolvePath(this.source.path, text);
    if (path === undefined) {
      this.reporter.report(span, "fileOutside", { path: text });
      return undefined;
    }
    const file = this.files.get(path);
    if (file === undefined)
      this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    return file;
  }

  noText(element: XmlElement): void {
    const { text } = element.text;
    if (text.trim() !== "") {
      const start = text.length - text.trimStart().length;
      this.reporter.report(element.text.span(start, text.trimEnd().length), "unexpectedText", {
        element: element.name,
      });
    }
  }
}
