import { expressionWriter } from "../../compiler/generate/xpath/expression.js";
import type { TokenPart } from "../../compiler/syntax/json-tokens.js";
import { anyType, type StaticType } from "../../compiler/syntax/static-type.js";
/** Expressions as the compiler compiles them, ready to be called. */

import { transformSync } from "esbuild";
import { climbs } from "../../compiler/analyse/expressions/climbs.js";
import { checkExpressions } from "../../compiler/analyse/rules/expressions.js";
import { analyseTemplate } from "../../compiler/analyse/templates/index.js";
import { staticType } from "../../compiler/analyse/types/static-type.js";
import { type Doc, rawText } from "../../compiler/code/doc.js";
import { printDoc } from "../../compiler/code/print-doc.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { jsonTemplate } from "../../compiler/generate/template/json.js";
import { textTemplate } from "../../compiler/generate/template/text.js";
import { asJson, asValue, expressionCode } from "../../compiler/generate/xpath/conversions.js";
import { nodeSet } from "../../compiler/generate/xpath/path.js";
import { CallbackFocus, Names, type Scope } from "../../compiler/generate/xpath/scope.js";
import { parseTemplate } from "../../compiler/parse/template/template.js";
import { parseXPath } from "../../compiler/parse/xpath/xpath.js";
import { MappedText, SourceText } from "../../compiler/source/source-text.js";
import type { JsonNode, JsonScope } from "../../compiler/syntax/json-template.js";
import type { Expression } from "../../compiler/syntax/xpath.js";
import { beginStretch } from "../../runtime/base/work.js";
import type { Found, JsonValue, Value } from "../../runtime/data/model/values.js";
import * as runtime from "../../runtime/index.js";
import type { VariableName } from "./expressions.js";

export type Variables = Readonly<Record<VariableName, Value>>;

type Run<T> = (item: Found, $: Variables) => T;

export interface Compiled {
  readonly type: StaticType;
  /** True if its context must be a node; otherwise plain JSON will do. */
  readonly climbs: boolean;
  /** The generated code, for the message of a failing test. */
  readonly code: string;
  /** As an operand: plain JSON where that will do. */
  readonly natural: Run<Found>;
  /** As a variable holds it. */
  readonly value: Run<Value>;
  /** As nodes; only for node-sets. */
  readonly nodes: Run<Found> | undefined;
  /** As a placeholder writes it. */
  readonly json: Run<JsonValue>;
}

export type VariableTypes = Readonly<Record<VariableName, StaticType>>;

/** @throws Error with the diagnostics, if there are any */
export function compileExpression(source: string, types: VariableTypes): Compiled {
  const expression = parse(source);
  const type = expression.kind === "variable" ? "any" : staticType(expression, anyType);
  const natural = generate((scope) => expressionCode(expression, scope).doc, types);
  return {
    type,
    climbs: climbs(expression),
    code: natural,
    natural: run(natural),
    value: run(generate((scope) => asValue(expression, scope).doc, types)),
    nodes: type === "nodes" ? run(generate((scope) => nodeSet(expression, scope), types)) : undefined,
    json: run(generate((scope) => asJson(expression, scope).doc, types)),
  };
}

function parse(source: string): Expression {
  const reporter = new Reporter();
  const expression = parseXPath(
    MappedText.ofFile(new SourceText("expression", source)),
    reporter,
    language.functions,
  );
  if (expression !== undefined)
    checkExpressions([expression], {
      reporter,
      files: undefined,
      typeOf: (argument) => staticType(argument, anyType),
    });
  if (expression === undefined || reporter.hasErrors)
    throw new Error(`${source}: ${reporter.sorted().map(({ message }) => message)}`);
  return expression;
}

export interface CompiledTemplate {
  readonly code: string;
  /** Written as text, command by command, and not as a JSON literal. */
  readonly isText: boolean;
  readonly run: Run<JsonValue>;
}

/** @throws Error with the diagnostics, if there are errors */
export function compileTemplate(source: string): CompiledTemplate {
  const reporter = new Reporter();
  const text = MappedText.ofFile(new SourceText("template", source));
  const facts = analyseTemplate(parseTemplate(text, reporter, language), reporter);
  if (reporter.hasErrors || facts.kind === "empty")
    throw new Error(`${source}: ${reporter.sorted().map(({ message }) => message)}`);
  const code = facts.kind === "json" ? shapeCode(facts.scope) : textCode(facts.parts);
  return { code, isText: facts.kind === "text", run: run(javaScript(code)) };
}

function shapeCode(shape: JsonScope<JsonNode>): string {
  const { definitions, value } = jsonTemplate(shape, outerScope(untyped));
  return `{ ${definitions.map(printed).join("\n")} return ${printed(value)}; }`;
}

function textCode(parts: readonly TokenPart[]): string {
  const { statements, name } = textTemplate(parts, outerScope(untyped));
  return `{ ${statements.map(printed).join("\n")} return JSON.parse(${printed(name)}.toString()); }`;
}

/** Constants of templates have type annotations. */
const javaScript = (block: string): string =>
  transformSync(`function body() ${block}`, { loader: "ts" }).code.replace(/^function body\(\)/, "");

export const untyped: VariableTypes = {
  number: "any",
  string: "any",
  boolean: "any",
  nodes: "any",
  unset: "any",
};

const printed = (doc: Doc) => printDoc(doc).text;

function generate(make: (scope: Scope) => Doc, types: VariableTypes): string {
  return printed(make(outerScope(types)));
}

function outerScope(types: VariableTypes): Scope {
  const names = new Names(["$"]);
  const known = ({ name }: { name: string }) => types[name as VariableName] ?? "any";
  return {
    writer: expressionWriter,
    focus: new CallbackFocus(names, (item) => rawText(`documentRoot(${printed(item)})`)),
    names,
    use: (helper) => rawText(helper),
    useType: (name) => rawText(name),
    hasGlobal: () => true,
    variable: (reference) => ({
      doc: rawText(`$.${reference.name}`),
      type: known(reference),
      narrowing: "assignment",
    }),
    variables: known,
  };
}

// The log messages of toJson beside its result are not of interest here.
const helpers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(runtime),
  ["toJson", (_: unknown, value: Value) => runtime.json(value)],
]);

/** The helpers are in scope by their names, as if imported; the focus is node 1 of 1. */
function run<T>(code: string): Run<T> {
  // Only what the code may name: a function of all of them takes longer to make than what it does.
  const names = [...new Set(code.match(/[\w$]+/g))].filter((name) => helpers.has(name));
  const make = new Function(...names, `return (item, $, position = 1, last = 1) => ${code}`);
  const evaluate = make(...names.map((name) => helpers.get(name))) as Run<T>;
  return (...focus) => {
    beginStretch({});
    return evaluate(...focus);
  };
}
