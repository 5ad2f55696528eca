import type { Reporter } from "../../diagnostics/reporter.js";
import type { ActionParser } from "../../language/action-definition.js";
import type { Functions, TemplateLanguage } from "../../language/language.js";
import { type Files, resolvePath } from "../../source/files.js";
import { MappedText, type SourceText } from "../../source/source-text.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import type { Input, Output, Source, Variable } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import type { XmlAttribute, XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseTemplate } from "../template/template.js";
import { parseXPath } from "../xpath/xpath.js";
import { parseAttributeTemplate } from "./attribute-template.js";
import { checkFile, type LocationContext, parseOutput, parseSource, parseVariable } from "./in-and-out.js";

/** The knowledge of the file around an action. */
type Surroundings = Pick<ActionParser, "nestedFlow" | "isNested" | "app">;

/** The parser with which the definitions of actions read the elements of one flow file. */
export class FlowActionParser implements ActionParser {
  constructor(
    private readonly flow: SourceText,
    private readonly files: Files,
    readonly reporter: Reporter,
    private readonly language: TemplateLanguage,
    private readonly surroundings: Surroundings,
  ) {}

  get #functions(): Functions {
    return this.language.functions;
  }

  get app(): ActionParser["app"] {
    return this.surroundings.app;
  }

  get isNested(): boolean {
    return this.surroundings.isNested;
  }

  nestedFlow(element: XmlElement): string {
    return this.surroundings.nestedFlow(element);
  }

  get #locations(): LocationContext {
    return { from: this.flow.path, files: this.files, reporter: this.reporter, functions: this.#functions };
  }

  expression(text: MappedText): Expression | undefined {
    return parseXPath(text, this.reporter, this.#functions);
  }

  template(element: XmlElement): Template | undefined {
    const src = this.attribute(element, "src");
    if (src === undefined) return parseTemplate(element.text, this.reporter, this.language);
    if (element.text.text.trim() !== "")
      this.reporter.report(element.nameSpan, "templateTwice", { element: element.name });
    const file = this.file(src);
    return file && parseTemplate(MappedText.ofFile(file), this.reporter, this.language);
  }

  attribute(element: XmlElement, name: string): XmlAttribute | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined || !hasBraces(attribute.value.text)) return attribute;
    const { value } = attribute;
    this.reporter.report(value.span(0, value.text.length), "dynamicAttribute", { name });
    return undefined;
  }

  required(element: XmlElement, name: string): XmlAttribute | undefined {
    return this.written(element, name) && this.attribute(element, name);
  }

  attributeTemplate(element: XmlElement, name: string): AttributeTemplate | undefined {
    const attribute = element.attributes.get(name);
    return attribute && parseAttributeTemplate(attribute.value, this.reporter, this.#functions);
  }

  written(element: XmlElement, name: string): XmlAttribute | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined)
      this.reporter.report(element.nameSpan, "missingAttribute", { name, element: element.name });
    return attribute;
  }

  outVariable(element: XmlElement): Variable | undefined {
    const value = this.attribute(element, "out")?.value;
    return value && parseVariable(value, this.reporter);
  }

  output(element: XmlElement): Output | undefined {
    if (!element.attributes.has("out")) return { kind: "content" };
    const value = this.attribute(element, "out")?.value;
    return value && parseOutput(value, this.#locations);
  }

  input(element: XmlElement): Input | undefined {
    const value = element.attributes.get("in")?.value;
    if (value === undefined) return { kind: "content" };
    return value.text.trim() === "" ? { kind: "none" } : parseSource(value, this.#locations);
  }

  source(element: XmlElement): Source | undefined {
    const input = this.input(element);
    if (input?.kind !== "none") return input;
    const value = element.attributes.get("in")?.value;
    this.reporter.report(value?.span(0, value.text.length), "emptyInput", { element: element.name });
    return undefined;
  }

  file(attribute: XmlAttribute): SourceText | undefined {
    const { value } = attribute;
    const span = value.span(0, value.text.length);
    const text = value.text.trim();
    const path = resolvePath(this.flow.path, text);
    if (path === undefined) {
      this.reporter.report(span, "fileOutside", { path: text });
      return undefined;
    }
    return checkFile(path, span, this.#locations) ? this.files.get(path) : undefined;
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

/** Tells whether a text has something in braces. */
function hasBraces(text: string): boolean {
  const open = text.indexOf("{");
  return open >= 0 && text.includes("}", open);
}
