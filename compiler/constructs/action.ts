import type { TemplateFacts } from "../analyse/templates/index.js";
import type { Doc } from "../code/doc.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { AssetKind } from "../generate/names.js";
import type { Focus, Scope } from "../generate/scope.js";
import type { Files } from "../source/files.js";
import type { MappedText, SourceText } from "../source/source-text.js";
import type { AttributeTemplate } from "../syntax/attribute-template.js";
import type { ActionBase } from "../syntax/flow.js";
import type { JsonNode } from "../syntax/json-template.js";
import type { ContentLocation, FileSet, Input, Output, Source, Variable } from "../syntax/location.js";
import type { Template } from "../syntax/template.js";
import type { XmlAttribute, XmlElement } from "../syntax/xml.js";
import type { Expression } from "../syntax/xpath.js";

export type { FileSet, Input, Output, Source, Variable } from "../syntax/location.js";

/** An action: everything about it but the runtime's part. A new one is a file like this and a line in index.ts. */
export interface ActionDefinition<N extends ActionBase> {
  readonly kind: N["kind"];
  /** Beside `if` and `debug`, which every action has. */
  readonly attributes: readonly string[];
  /** Elements that it may contain, and their attributes; "any" where `parse` checks them. */
  readonly children?: Readonly<Record<string, readonly string[]>> | "any";
  /** The node, without what all actions have in common; `undefined` after an error that leaves nothing to go on with. */
  parse(element: XmlElement, parser: ActionParser): Omit<N, keyof ActionBase> | undefined;
  /** What analysis needs to know of a node. */
  facts(node: N): ActionFacts;
  /** The IDs of the upstream requests that it sends; `undefined` stands for one that is computed. */
  requestIds?(node: N, facts: (template: Template) => TemplateFacts): readonly (string | undefined)[];
  /** The values that become URLs of upstream requests, or parts of them. */
  urls?(node: N, facts: (template: Template) => TemplateFacts): readonly UrlValue[];
  /** What can be said against a node before it runs. */
  check?(node: N, checker: ActionChecker): void;
  /** The statements that carry it out. */
  generate(node: N, generator: ActionGenerator): readonly Doc[];
}

/** A value that a request goes by. */
export interface UrlValue {
  /** A URL, what comes before the client's path, or the name of a server to connect to in place of the URL's. */
  readonly part: "url" | "path" | "server";
  readonly value: JsonNode | AttributeTemplate;
}

export interface ActionFacts {
  /** Its XPath expressions, but for those in templates and conditions. */
  readonly expressions?: readonly Expression[];
  readonly templates?: readonly Template[];
  /** It waits for something: the generated function is asynchronous. */
  readonly awaits?: boolean;
  /** It reads the body of the client's request, beside what its expressions do. */
  readonly readsBody?: boolean;
  readonly sets?: VariableSetting;
  /** Content that it reads, beside what its expressions do. */
  readonly readsContent?: ContentLocation;
  /** The ID of content that it writes, as an upstream request with that ID would. */
  readonly writesContent?: string;
  /** It ends the request ("break"), or the flow by an error ("error"). */
  readonly ends?: "break" | "error";
  /** It can end the request, but need not: its code then returns "break". */
  readonly mayBreak?: true;
  /** The flow file that it calls. */
  readonly calls?: string;
}

/** A variable that an action sets. */
export interface VariableSetting {
  readonly name: string;
  /** What it is set to, where that is what the flow says. */
  readonly value?: Expression | Template;
}

export interface ActionParser {
  readonly reporter: Reporter;
  /** An XPath expression; errors are reported. */
  expression(text: MappedText): Expression | undefined;
  /** The template in the file that `src` names, or else the element's text. */
  template(element: XmlElement): Template | undefined;
  attribute(element: XmlElement, name: string): XmlAttribute | undefined;
  /** Reports where it is missing. */
  required(element: XmlElement, name: string): XmlAttribute | undefined;
  /** As it is written, whatever braces it has. Reports where it is missing. */
  written(element: XmlElement, name: string): XmlAttribute | undefined;
  /** Text in which expressions may stand in braces. */
  attributeTemplate(element: XmlElement, name: string): AttributeTemplate | undefined;
  /** The variable that `out` names. */
  outVariable(element: XmlElement): Variable | undefined;
  /** What `out` names: the main content where it is missing. */
  output(element: XmlElement): Output | undefined;
  /** What `in` names: the main content where it is missing, and nothing where it is empty. */
  input(element: XmlElement): Input | undefined;
  /** The same where there has to be something. */
  source(element: XmlElement): Source | undefined;
  /** A file that an attribute names, relative to the flow file. */
  file(attribute: XmlAttribute): SourceText | undefined;
  /** Reports text where none is taken. */
  noText(element: XmlElement): void;
}

export interface ActionChecker {
  readonly reporter: Reporter;
  readonly files: Files;
  facts(template: Template): TemplateFacts;
}

export interface ActionGenerator {
  /** For expressions that stand in the flow itself. */
  readonly scope: Scope;
  use(helper: string): Doc;
  template(template: Template, input: Input): TemplateCode;
  /** What analysis knows of a template. */
  facts(template: Template): TemplateFacts;
  focus(input: Input): InputFocus;
  /** Segments `.` and `..`, and backslashes, that the flow itself writes in URLs of an upstream request. */
  detours(node: ActionBase): number;
  /** Whether nothing but the client reads the response to an upstream request. */
  isStreamed(node: ActionBase): boolean;
  /** The function of another flow, imported. */
  flow(path: string): FlowCode;
  /** What a module of its own exports for a file of the flow directory. */
  asset(path: string, kind: AssetKind): Doc;
  /** The same for all files of a set, by path. */
  fileSet(files: FileSet): Doc;
}

export interface TemplateCode {
  readonly before: readonly Doc[];
  /** JSON; of a template that is written as text, the writer. */
  readonly value: Doc;
  readonly isText: boolean;
  /** JSON that may be null. */
  readonly isNullable: boolean;
}

/** A focus, and the constant for its item, once it has been used. */
export interface InputFocus {
  readonly focus: Focus;
  definitions(): readonly Doc[];
}

export interface FlowCode {
  readonly doc: Doc;
  readonly isAsync: boolean;
  readonly mayBreak: boolean;
  readonly isRecursive: boolean;
}
