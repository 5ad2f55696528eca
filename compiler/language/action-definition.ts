import type { Doc } from "../code/doc.js";
import type { Helper } from "../code/helpers.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../source/files.js";
import type { MappedText, SourceText, Span } from "../source/source-text.js";
import type { AttributeTemplate } from "../syntax/attribute-template.js";
import type { Action } from "../syntax/flow.js";
import type { Named } from "../syntax/handler.js";
import type { ObjectNode } from "../syntax/json-template.js";
import type { Input, Output, Source, Variable } from "../syntax/location.js";
import type { Template } from "../syntax/template.js";
import type { TemplateFacts } from "../syntax/template-facts.js";
import type { XmlAttribute, XmlElement } from "../syntax/xml.js";
import type { Expression } from "../syntax/xpath.js";
import type { Editing } from "./editing.js";
import type { AssetKind } from "./function-definition.js";

export type { Input, Output, Source, Variable } from "../syntax/location.js";

/** A stylesheet, and the place of the attribute that names it. */
export interface StylesheetUse {
  readonly source: SourceText;
  readonly span: Span;
}

/** An action: everything about it but the runtime's part. A new one is a file like this and a line in actions/index.ts. */
export interface ActionDefinition<N extends Action> {
  /** The name of its element. */
  readonly element: N["element"];
  /** Beside `if` and `debug`, which every action has. */
  readonly attributes: readonly string[];
  /** Elements that it may contain, and their attributes; "any" where `parse` checks them. */
  readonly children?: Readonly<Record<string, readonly string[]>> | "any";
  /** Completions and help that editors offer inside it. */
  readonly editing?: Editing;
  /** Where it may stand, if not in flows: in `conf/config.xml`, in tests of flows, or in place of a handler. */
  readonly standsIn?: "config" | "tests" | "handlers";
  /** Streams the body of its upstream response: always, or where a later action passes it to the client. */
  readonly streams?: "always" | "if-passed";
  /** Passes the body of an upstream response to the client. */
  readonly passesBody?: true;
  /** Sets a variable and does nothing else. Debugging takes it for the setter of a variable where nothing else is said. */
  readonly isUsualSetter?: true;
  /** Is an assertion. */
  readonly judges?: true;
  /** Its JSON has names of fields for the access log. */
  readonly logs?: true;
  /** Only reports values to a person, so an empty value is worth showing. */
  readonly onlyTells?: true;
  /** Works on the document that it reads as a whole, HTML included. */
  readonly takesDocument?: true;
  /** The node, without what all actions have in common; `undefined` after an error that leaves nothing to go on with. */
  parse(element: XmlElement, parser: ActionParser): Omit<N, keyof Action> | undefined;
  /** The reads, writes and effects of a node. */
  facts?(node: N): ActionFacts;
  /** The upstream requests that it sends. */
  requests?(node: N, facts: (template: Template) => TemplateFacts): readonly UpstreamRequest[];
  /** All that may be the name of an option of these requests, where these do not say it; `undefined` if they do. */
  optionNames?(node: N): readonly Named[] | undefined;
  /** The status that it gives the response, and its place; `undefined` if it sets none. */
  setsStatus?(node: N, facts: (template: Template) => TemplateFacts): StatusSetting | undefined;
  /** The media type that it gives the response, and its place; `undefined` if it sets none. */
  setsMediaType?(node: N, facts: (template: Template) => TemplateFacts): MediaTypeSetting | undefined;
  /** The path of the flow file that it calls. */
  calls?(node: N): string | undefined;
  /** The path of a flow that it only keeps, and that runs later. */
  registers?(node: N): string;
  /** The stylesheet that the build has to compile, and where the flow names it. */
  stylesheet?(node: N): StylesheetUse;
  /** Reports mistakes in a node before it runs. */
  check?(node: N, checker: ActionChecker): void;
  /** The statements that carry it out. */
  generate(node: N, generator: ActionGenerator): readonly Doc[];
}

/** A definition whose nodes are only ever its own: made by its `parse`. */
export type AnyActionDefinition = ActionDefinition<Action>;

export interface StatusSetting {
  /** `undefined` if it is only known at run time. */
  readonly code: number | undefined;
  readonly span: Span;
}

export interface MediaTypeSetting {
  /** `undefined` if it is only known at run time. */
  readonly text: string | undefined;
  readonly span: Span;
  /** It is a header field, which stays where other content follows. */
  readonly isField: boolean;
}

/** The reads, writes and effects of an action; it has none of those that are left out. */
export interface ActionFacts {
  /** Its XPath expressions, but for those in templates and conditions. */
  readonly expressions?: readonly Expression[];
  readonly templates?: readonly Template[];
  /** Those of its expressions that have to be true. */
  readonly conditions?: readonly Expression[];
  /** Comparisons that it asserts, beside those: no mistake where they are false. */
  readonly asserts?: readonly Expression[];
  /** The place that it works on, where the paths of its templates start. */
  readonly reads?: Input;
  readonly writes?: Writing | undefined;
  /** Variables that it sets beside what it writes. */
  readonly sets?: readonly VariableSetting[];
  /** The IDs of requests that it may have sent, without being the action that sends them; `undefined` for one that is computed. */
  readonly sent?: readonly (string | undefined)[];
  /** It waits for something, so the generated function is asynchronous. */
  readonly waits?: boolean;
  /** The action ends the request, or the flow by an error. The code of "maybe-request" returns what ends a request. */
  readonly ends?: "nothing" | "request" | "maybe-request" | "flow";
  /** The main content after it, unless it writes that: as before, the response to its request, or not known. */
  readonly mainContent?: "kept" | "response" | "unknown";
  /** It looks at bodies of responses or of the client's request itself, and not only by its expressions and templates. */
  readonly readsBodies?: boolean;
}

export interface Writing {
  readonly to: Output;
  /** The value that is written, where the flow itself gives it. */
  readonly value?: Expression | Template | undefined;
  /** The file that is written as it is. */
  readonly file?: string | undefined;
}

/** A variable that an action sets. */
export interface VariableSetting {
  readonly name: string;
  readonly value?: Writing["value"] | undefined;
  /** Its value is the content of this file. */
  readonly file?: string | undefined;
}

/** A request to an upstream server. What is undefined is only known at run time. */
export interface UpstreamRequest {
  readonly id: string | undefined;
  readonly config: ObjectNode | undefined;
  /** The attribute `url`, which counts where the configuration sets none. */
  readonly url: AttributeTemplate | undefined;
  /** The client's request decides on the method and the path. */
  readonly isProxied: boolean;
  /** It is a GET without options, so that its answer is all that it is for. */
  readonly onlyAsks?: boolean;
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
  /** The location in `out`: the main content where it is missing. */
  output(element: XmlElement): Output | undefined;
  /** The location in `in`: the main content where it is missing, and nothing where it is empty. */
  input(element: XmlElement): Input | undefined;
  /** The same where there has to be something. */
  source(element: XmlElement): Source | undefined;
  /** A file that an attribute names, relative to the flow file. */
  file(attribute: XmlAttribute): SourceText | undefined;
  /** Reports text where none is taken. */
  noText(element: XmlElement): void;
  /** Tells whether what is read stands in a flow of its own within a test. */
  readonly isNested: boolean;
  /** The statements in an element as a flow of its own. Returns its path, which no file can have. */
  nestedFlow(element: XmlElement): string;
  /** In tests: the app that they are of. */
  readonly app: TestedApp;
}

/** Facts about an app that the readers of its tests use. */
export interface TestedApp {
  /** The variables that its flows set. */
  readonly variables: ReadonlySet<string>;
  /** The IDs of its upstream requests; `undefined` if some are only known at run time. */
  readonly requests: ReadonlySet<string> | undefined;
  /** The environment variables that it may read. */
  readonly environment: ReadonlySet<string>;
  /** It reads variables only by names that are written. */
  readonly namesEnvironment: boolean;
  /** The fields that its flows log, and other names in them; `undefined` if some are only known at run time. */
  readonly logged: ReadonlySet<string> | undefined;
  /** Why no flow can answer a request; `undefined` if one may. */
  unanswered(path: string, method: string | undefined): Unanswered | undefined;
}

/** What an app lacks for a request. */
export type Unanswered =
  | { readonly kind: "path"; readonly nearest: string | undefined }
  | { readonly kind: "method"; readonly methods: readonly string[] };

export interface ActionChecker {
  readonly reporter: Reporter;
  readonly files: Files;
  /** The actions of the flow behind the one that is checked. */
  following(): Iterable<Action>;
  facts(template: Template): TemplateFacts;
}

/** Makes the code of an action. */
export interface ActionGenerator {
  /** A helper of the runtime, imported. */
  use(helper: Helper): Doc;
  /** A name that no other binding of the function has: `base`, or with a number. */
  name(base: string): Doc;
  /** An expression, in the form that takes least to compute. */
  expression(expression: Expression): Doc;
  /** The same as what a variable holds: node-sets keep their parents and identity. */
  value(expression: Expression): Doc;
  /** The same as JSON. */
  json(expression: Expression): Doc;
  /** A string. */
  attributeText(template: AttributeTemplate): Doc;
  /** Content for an action that cannot do without: at run time it is logged that there is none. */
  content(source: Source, action: string): Doc;
  /** The document at a location, or what a variable holds, or the text of what is no document. */
  tree(input: Input, action: string): Doc;
  /** Tells whether its evaluation waits for something. */
  waits(expression: Expression): boolean;
  /** The statement that writes content to a location; in a variable it is a text if `asText` says so. */
  write(output: Output, content: Doc, asText?: boolean): Doc;
  /** An object that is known before any request. */
  object(config: ObjectNode): Doc;
  template(template: Template, input: Input): TemplateCode;
  /** A constant of the module, which is made before any request. */
  constant(base: string, value: Doc): Doc;
  /** The results of analysing a template. */
  facts(template: Template): TemplateFacts;
  /** Segments `.` and `..`, and backslashes, that the flow itself writes in URLs of an upstream request. */
  detours(node: Action): number;
  /** Tells whether only the client reads the response to an upstream request. */
  isStreamed(node: Action): boolean;
  /** The function of another flow, imported. */
  flow(path: string): FlowCode;
  /** A handler of the flow directory, imported. */
  handler(path: string): Doc;
  /** Imports the data of a file of the flow directory, which has a module of its own. */
  asset(path: string, kind: AssetKind): Doc;
  /** Where an element stands, for the log: `orders.xml:12`. */
  place(node: Action): Doc;
  /** The flow directory. */
  readonly files: Files;
}

export interface TemplateCode {
  readonly before: readonly Doc[];
  /** JSON; of a template that is written as text, the writer. */
  readonly value: Doc;
  readonly isText: boolean;
  /** JSON that may be null. */
  readonly isNullable: boolean;
  /** JSON that is the same for all requests, and takes time to make. */
  readonly isLongConstant: boolean;
}

export interface FlowCode {
  readonly doc: Doc;
  readonly isAsync: boolean;
  readonly mayEnd: boolean;
  readonly isRecursive: boolean;
}
