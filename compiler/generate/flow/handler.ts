import { waits } from "../../analyse/expressions/calls.js";
import type { Program } from "../../analyse/program.js";
import { jsonType } from "../../analyse/types/json-type.js";
import {
  $,
  arrowBlock,
  assigned,
  asynchronous,
  awaited,
  block,
  call,
  code,
  flowVariable,
  ifElse,
  ifHead,
  lines,
  quote,
} from "../../code/code.js";
import { at, commentLine, type Doc, lineSuffix, type Part, part } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { ActionGenerator, FlowCode, Input, TemplateCode } from "../../language/action-definition.js";
import type { AssetKind } from "../../language/function-definition.js";
import { changed } from "../../source/changed.js";
import type { FileSet, Files } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import { type Action, type Flow, type IfStatement, nameOf, type Statement } from "../../syntax/flow.js";
import { isHandlerPath, scriptsOf } from "../../syntax/handler.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { isMain, type Output, type Source } from "../../syntax/location.js";
import { isPrimitive } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";
import type { ModuleBuilder } from "../module/module.js";
import type { FlowNames } from "../module/names.js";
import { jsonLiteral, jsonTemplate } from "../template/json.js";
import { textTemplate } from "../template/text.js";
import { asBoolean, asJson, asValue, expressionCode } from "../xpath/conversions.js";
import { expressionWriter } from "../xpath/expression.js";
import { type Focus, Names, type Scope, type VariableCode } from "../xpath/scope.js";
import { FlowComments } from "./comments.js";
import { ContentFocus, InputConstant, noFocus } from "./focus.js";
import { attributeText, inputDocument, inputTree, sourceContent, writeStatement } from "./in-and-out.js";

/** The facts about an app that the code of one flow may ask for. */
export interface CodeFacts {
  readonly program: Program;
  readonly names: FlowNames;
}

/**
 * The function of a flow: `async ($) => { … }`.
 * @param own the name of a flow that has a module of its own
 */
export function flowFunction(
  path: string,
  flow: Flow,
  app: CodeFacts,
  module: ModuleBuilder,
  own?: string,
): Doc {
  const facts = app.program.flowFacts.get(path);
  const comments = new FlowComments(flow);
  comments.before(flow.span.start);
  const writer = new FlowWriter(path, app, module, comments);
  if (own !== undefined) writer.scope.names.imported(own);
  const statements = writer.statements(flow.statements, flow.span.end);
  const readBody = facts?.readsBody === true ? [code`${awaited(call(module.use("readBody"), [$]))};`] : [];
  // A handler says itself whether it waits.
  const isHandler = scriptsOf(flow).size > 0 && readBody.length === 0;
  const isAsync = facts?.isAsync === true && !isHandler;
  const fn = arrowBlock($, [...readBody, ...statements]);
  return part({ form: "function" }, isAsync ? asynchronous(fn) : fn);
}

class FlowWriter implements ActionGenerator {
  readonly #names = new Names();
  readonly scope: Scope;
  /** Actions whose code tells their places, so that no comment has to. */
  readonly #placed = new Set<Statement>();
  readonly files: Files;

  constructor(
    path: string,
    private readonly app: CodeFacts,
    private readonly module: ModuleBuilder,
    private readonly comments: FlowComments,
  ) {
    const { files, slices, dataFlow } = app.program;
    const variables = slices.namesFor(path, app.program.variables);
    this.files = files;
    this.scope = {
      writer: expressionWriter,
      focus: new ContentFocus(this.use),
      names: this.#names,
      use: this.use,
      useType: (name) => this.module.useType(name),
      hasGlobal: (name) => variables.has(name),
      variable: (reference) => this.#variable(reference),
      variables: (reference) => dataFlow.variables.get(reference)?.type ?? "any",
      asset: (path, kind) => this.asset(path, kind),
      files,
    };
  }

  readonly use = (helper: Helper): Doc => this.module.use(helper);

  name(base: string): Doc {
    return this.#names.fresh(base);
  }

  /** @param end where the element ends that they stand in */
  statements(statements: readonly Statement[], end: number): readonly Doc[] {
    const written = statements.flatMap((statement) => this.#statement(statement));
    return [...written, ...this.comments.before(end).map(commentLine)];
  }

  #statement(statement: Statement): readonly Doc[] {
    if (statement.kind === "if") {
      const comments = this.comments.before(statement.span.start).map(commentLine);
      return [...comments, ...this.#if(statement)];
    }
    return [...this.comments.of(statement.span), ...this.#single(statement)];
  }

  #single(statement: Exclude<Statement, IfStatement>): readonly Doc[] {
    const { span } = statement;
    const name = nameOf(statement);
    // A proxy has no element.
    const hasOwnPlace = span.source.text.startsWith("<", span.start) || isHandlerPath(span.source.path);
    const action = hasOwnPlace ? { name, span } : undefined;
    if (statement.condition === undefined) {
      const written = this.#unconditional(statement);
      return located(statement.span, this.#placed.has(statement) ? undefined : name, written, action);
    }
    const condition = asBoolean(statement.condition, this.scope).doc;
    const branch = { span, kind: "condition", hasOther: true } as const;
    const body = part({ form: "block", branch, action }, block(this.#unconditional(statement)));
    return located(span, name, [code`${ifHead(condition)}${body}`]);
  }

  #unconditional(statement: Exclude<Statement, IfStatement>): readonly Doc[] {
    if (statement.kind === "break") return [code`return ${this.use("requestEnded")};`];
    if (statement.kind === "return") return [code`return;`];
    const definition = definitionOf(statement);
    const statements = definition.generate(statement, this);
    if (statement.topics.length === 0) return statements;
    const tag = call(this.use("tag"), [$, ...statement.topics.map(quote)]);
    const { ends } = factsOf(statement);
    const goesOn = ends === "nothing" || ends === "maybe-request";
    const untag = goesOn ? [code`${call(this.use("untag"), [$])};`] : [];
    return [code`${tag};`, ...statements, ...untag];
  }

  #if({ span, branches, otherwise }: IfStatement): readonly Doc[] {
    const written = branches.map((branch, index) => ({
      span: branch.span,
      test: asBoolean(branch.test, this.scope).doc,
      body: [
        ...this.comments.before(branch.span.start).map(commentLine),
        ...this.statements(branch.statements, branch.span.end),
      ],
      ...(index > 0 && { comment: lineSuffix(place(branch.span, "elseif")) }),
    }));
    const others = otherwise && this.statements(otherwise, span.end);
    return located(span, "if", [ifElse("if", written, others)]);
  }

  #variable(reference: VariableReference): VariableCode {
    const fact = this.app.program.dataFlow.variables.get(reference);
    return {
      doc: flowVariable(reference.name),
      type: this.scope.variables(reference),
      narrowing: fact?.isAssigned === true ? "assignment" : "none",
    };
  }

  expression(expression: Expression): Doc {
    return expressionCode(expression, this.scope).doc;
  }

  value(expression: Expression): Doc {
    return asValue(expression, this.scope).doc;
  }

  json(expression: Expression): Doc {
    return asJson(expression, this.scope).doc;
  }

  waits(expression: Expression): boolean {
    return waits(expression);
  }

  attributeText(template: AttributeTemplate): Doc {
    return attributeText(template, this.scope);
  }

  content(source: Source, action: string): Doc {
    return sourceContent(source, action, this);
  }

  tree(input: Input, action: string): Doc {
    return inputTree(input, action, this);
  }

  write(output: Output, content: Doc, asText = false): Doc {
    return writeStatement(output, content, this.use, asText);
  }

  object(config: ObjectNode): Doc {
    return jsonLiteral(config, this.scope);
  }

  detours(node: Action): number {
    return this.app.program.detours.get(node) ?? 0;
  }

  isStreamed(node: Action): boolean {
    return this.app.program.streamed.has(node);
  }

  facts(template: Template): TemplateFacts {
    const facts = this.app.program.templates.get(template);
    if (facts === undefined) throw new Error("A template was not analysed.");
    return facts;
  }

  constant(base: string, initializer: Doc): Doc {
    const name = this.#names.constant(base);
    this.module.declare({ kind: "statement", statement: code`const ${name} =${assigned(initializer)};` });
    return name;
  }

  template(template: Template, input: Input): TemplateCode {
    const facts = this.facts(template);
    const { focus, definitions: inputDefinitions } = this.#focus(input);
    const scope: Scope = changed(this.scope, { focus });
    if (facts.kind === "json") {
      const { definitions, value } = jsonTemplate(facts.scope, scope);
      const { content } = facts.scope;
      return {
        before: [...inputDefinitions(), ...definitions],
        value,
        isText: false,
        isNullable: isNullable(content, scope),
        isLongConstant: isConstant(content) && content.span.end - content.span.start > longConstant,
      };
    }
    const writer = textTemplate(facts.kind === "text" ? facts.parts : [], scope);
    return {
      before: [...inputDefinitions(), ...writer.statements],
      value: writer.name,
      isText: true,
      isNullable: true,
      isLongConstant: false,
    };
  }

  #focus(input: Input): InputFocus {
    if (input.kind === "none") return { focus: noFocus, definitions: () => [] };
    const focus = new InputConstant(this.#names, this.use, () => inputDocument(input, this), isMain(input));
    return { focus, definitions: () => focus.definitions() };
  }

  flow(path: string): FlowCode {
    const facts = this.app.program.flowFacts.get(path);
    const { module, name } = this.app.names.shared(path);
    return {
      doc: this.#import(module, name),
      isAsync: facts?.isAsync ?? true,
      mayEnd: facts?.mayEnd ?? true,
      isRecursive: facts?.isRecursive ?? true,
    };
  }

  place(node: Action): Doc {
    const { source, start } = node.span;
    this.#placed.add(node);
    return quote(`${source.path}:${source.place(start).line}`);
  }

  fileSet(files: FileSet): Doc {
    const { module, name } = this.app.names.fileSet(files);
    return this.#import(module, name);
  }

  asset(path: string, kind: AssetKind): Doc {
    const { module, name } = this.app.names.asset(path, kind);
    return this.#import(module, name);
  }

  handler(path: string): Doc {
    const { module, name } = this.app.names.handler(path);
    return this.module.importFrom(module, "default", name);
  }

  #import(module: string, name: string): Doc {
    return this.module.importFrom(module, name, this.#names.imported(name));
  }
}

/** A focus, and the constant for its item, once it has been used. */
interface InputFocus {
  readonly focus: Focus;
  definitions(): readonly Doc[];
}

/** Where a statement came from, at the end of its first line. */
function located(
  span: Span,
  what: string | undefined,
  [first, ...rest]: readonly Doc[],
  action?: Part["action"],
): readonly Doc[] {
  if (first === undefined) return [];
  const head = what === undefined ? first : code`${lineSuffix(place(span, what))}${first}`;
  const others = rest.map((doc) => part({ form: "statement" }, at(span, doc)));
  return [part({ form: "statement", action }, lines([at(span, head), ...others]))];
}

function place(span: Span, what: string): string {
  const { line, column } = span.source.place(span.start);
  return `${span.source.path}:${line}:${column} ${what}`;
}

/** Tells whether a template may yield `null`. */
/** Characters in the flow. Shorter JSON takes no time to make, and is read best where it is used. */
const longConstant = 100;

/** Tells whether the JSON is the same for all requests. */
function isConstant(json: JsonNode): boolean {
  if (json.kind === "object")
    return json.members.every(
      (each) => each.kind === "member" && typeof each.name === "string" && isConstant(each.value),
    );
  if (json.kind === "array")
    return json.items.every((each) => each.kind === "item" && isConstant(each.value));
  return json.kind === "constant";
}

function isNullable(json: JsonNode, scope: Scope): boolean {
  switch (json.kind) {
    case "object":
    case "array":
      return false;
    case "constant":
      return json.value === null;
    default:
      return !isPrimitive(jsonType(json, scope.variables));
  }
}
