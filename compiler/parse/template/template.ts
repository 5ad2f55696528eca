import { nearest } from "../../../runtime/base/nearest.js";
import type { Arguments, DiagnosticName } from "../../diagnostics/catalogue.js";
import { commandAdvice } from "../../diagnostics/foreign-commands.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isTooLong } from "../../diagnostics/text-length.js";
import type { Functions } from "../../language/language.js";
import type { MappedText, Span } from "../../source/source-text.js";
import type { IfBranch, Template, TemplateExpression, TemplatePart } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseXPath } from "../xpath/xpath.js";

/** The deepest nesting of blocks in one template. */
const maxDepth = 100;

/** Parses a template. Commands with errors are reported and left out, so that one run shows all errors. */
export function parseTemplate(text: MappedText, reporter: Reporter, functions: Functions): Template {
  if (!isTooLong(text, reporter)) return new TemplateParser(text, reporter, functions).parse();
  return { ...new TemplateParser(text.slice(0, 0), reporter, functions).parse(), hasErrors: true };
}

type Keyword = "if" | "elseif" | "else" | "end" | "loop" | "with";

const keywords: readonly Keyword[] = ["if", "elseif", "else", "end", "loop", "with"];
const keywordPattern = /^(if|elseif|else|end|loop|with)(?![\p{L}\p{N}_-])/u;
const definitionPattern = /^\$([A-Za-z_][A-Za-z0-9_-]*)\s*:=/;

/** A command `{{…}}`: its offsets, and the text between the braces. */
interface Command {
  readonly start: number;
  readonly end: number;
  readonly inner: MappedText;
}

/** A block whose `{{end}}` has not come yet. */
interface OpenBlock {
  readonly keyword: "if" | "loop" | "with";
  readonly span: Span;
  readonly start: number;
  readonly outer: TemplatePart[];
  readonly branches: IfBranch<TemplatePart>[];
  value: TemplateExpression | undefined;
  branchSpan: Span;
  parts: TemplatePart[];
  /** The parts before `{{else}}`, once the parser has reached it. */
  beforeElse: TemplatePart[] | undefined;
}

class TemplateParser {
  readonly #open: OpenBlock[] = [];
  #parts: TemplatePart[] = [];
  #hasErrors = false;
  /** Tells whether an error makes it unclear where commands and blocks end. */
  #isLost = false;
  /** Tells whether a command was found that may be meant as an expression, so that an `{{end}}` may be another block's. */
  #hasMisplaced = false;

  constructor(
    private readonly text: MappedText,
    private readonly reporter: Reporter,
    private readonly functions: Functions,
  ) {}

  parse(): Template {
    let at = 0;
    for (;;) {
      const command = this.#nextCommand(at);
      this.#addText(at, command?.start ?? this.text.text.length);
      if (command === undefined) break;
      this.#command(command);
      if (this.#isLost) break;
      at = command.end;
    }
    for (let block = this.#open.at(-1); block !== undefined; block = this.#open.at(-1)) {
      if (!this.#isLost && !this.#hasMisplaced) {
        this.#report(block.span, "templateUnclosedBlock", { command: block.keyword });
      }
      this.#close(block, this.text.text.length);
    }
    const span = this.text.span(0, this.text.text.length);
    return { kind: "template", span, parts: this.#parts, hasErrors: this.#hasErrors };
  }

  #report<N extends DiagnosticName>(span: Span, name: N, ...args: Arguments<N>): void {
    this.#hasErrors = true;
    this.reporter.report(span, name, ...args);
  }

  #addText(start: number, end: number): void {
    if (start === end) return;
    const text = this.text.slice(start, end);
    this.#parts.push({ kind: "text", span: this.text.span(start, end), text });
  }

  /** The first command from `from` on. No command starts with `{`, so the first brace of `{{{: x}}` is text. */
  #nextCommand(from: number): Command | undefined {
    const input = this.text.text;
    let start = input.indexOf("{{", from);
    if (start < 0) return undefined;
    while (input[start + 2] === "{") start++;
    const close = closingBraces(input, start + 2);
    if (close === undefined) {
      this.#report(this.text.span(start, start + 2), "templateUnclosedCommand");
      this.#isLost = true;
      return undefined;
    }
    return { start, end: close + 2, inner: this.text.slice(start + 2, close) };
  }

  #command(command: Command): void {
    const { inner } = command;
    const span = this.text.span(command.start, command.end);
    this.reporter.joinLines(span);
    const input = inner.text;
    const keyword = keywordPattern.exec(input)?.[1] as Keyword | undefined;
    const definition = definitionPattern.exec(input);
    if (input.startsWith("//")) this.#comment(span);
    else if (input.trim() === "." && input.startsWith(".")) this.#parts.push({ kind: "dot", span });
    else if (input.trim() === "," && input.startsWith(",")) this.#parts.push({ kind: "comma", span });
    else if (input.startsWith(":"))
      this.#withExpression(inner, 1, (value) => ({ kind: "pairs", span, value }));
    else if (definition !== null) {
      const [{ length }, name = ""] = definition;
      this.#withExpression(inner, length, (value) => ({ kind: "define", span, name, value }));
    } else if (keyword !== undefined) this.#block(keyword, command, span);
    else if (/^\s/.test(input)) this.#placeholder(command, span);
    else this.#unknown(inner, span);
  }

  #comment(span: Span): void {
    this.reporter.comment(span);
    this.#parts.push({ kind: "comment", span });
  }

  #placeholder(command: Command, span: Span): void {
    const { inner } = command;
    const misplaced = keywordPattern.exec(inner.text.trimStart())?.[1] as Keyword | undefined;
    // `{{ else }}` can only be a mistake for `{{else}}`; `{{ if }}` could be a property of that name.
    if (
      misplaced !== undefined &&
      /^\s*(?:(?:else|end)\s*$|(?:if|elseif|loop|with)\s+[\w$/@."'(])/.test(inner.text)
    ) {
      this.#report(span, "templateSpaceBeforeKeyword", { command: misplaced });
      this.#hasMisplaced = true;
      const start = inner.text.length - inner.text.trimStart().length;
      // Parses the command as it was meant, so that its `{{end}}` finds its block.
      this.#block(misplaced, { ...command, inner: inner.slice(start, inner.text.length) }, span);
      return;
    }
    this.#withExpression(inner, 0, (value) => ({ kind: "placeholder", span, value }));
  }

  #unknown(inner: MappedText, span: Span): void {
    const text = inner.text.trim();
    if (text === "") this.#report(span, "xpathEmpty");
    else
      this.#report(span, "templateUnknownCommand", {
        text: text.length > 30 ? `${text.slice(0, 30)}…` : text,
        nearest: nearest(/^[a-z]*/i.exec(text)?.[0] ?? "", keywords),
        advice: commandAdvice(text),
      });
  }

  #withExpression(inner: MappedText, skip: number, make: (value: TemplateExpression) => TemplatePart): void {
    const value = this.#expression(inner.slice(skip, inner.text.length));
    if (value !== undefined) this.#parts.push(make(value));
  }

  /** `a ?? b`: the operator splits the text of the command, so it cannot stand inside parentheses or brackets. */
  #expression(text: MappedText): TemplateExpression | undefined {
    const operands: Expression[] = [];
    const { ranges, nested } = splitCoalesce(text.text);
    for (const at of nested) this.#report(text.span(at, at + 2), "templateNestedCoalesce");
    if (nested.length > 0) return undefined;
    for (const [start, end] of ranges) {
      const operand = parseXPath(trimmed(text, start, end), this.reporter, this.functions);
      if (operand === undefined) this.#hasErrors = true;
      else operands.push(operand);
    }
    const [first, ...rest] = operands;
    if (first === undefined || operands.length < ranges.length) return undefined;
    return {
      span: trimmed(text, 0, text.text.length).span(0, text.text.trim().length),
      operands: [first, ...rest],
    };
  }

  #block(keyword: Keyword, command: Command, span: Span): void {
    const rest = command.inner.slice(keyword.length, command.inner.text.length);
    switch (keyword) {
      case "if":
      case "loop":
      case "with":
        this.#openBlock(keyword, command, span, rest);
        break;
      case "elseif":
        this.#elseif(span, rest);
        break;
      case "else":
        this.#else(span, rest);
        break;
      case "end":
        this.#end(command, span, rest);
        break;
      default:
        keyword satisfies never;
    }
  }

  #openBlock(keyword: "if" | "loop" | "with", command: Command, span: Span, rest: MappedText): void {
    if (this.#open.length === maxDepth) {
      this.#report(span, "templateTooDeep", { depth: maxDepth });
      this.#isLost = true;
      return;
    }
    const block: OpenBlock = {
      keyword,
      span,
      start: command.start,
      outer: this.#parts,
      branches: [],
      value: this.#expression(rest),
      branchSpan: span,
      parts: [],
      beforeElse: undefined,
    };
    this.#open.push(block);
    this.#parts = block.parts;
  }

  #elseif(span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    const value = this.#expression(rest);
    if (block?.keyword !== "if" || block.beforeElse !== undefined) {
      this.#report(span, "templateMisplaced", {
        command: "elseif",
        needs: "{{if}}, or stands behind its {{else}}",
      });
      return;
    }
    this.#endBranch(block);
    block.value = value;
    block.branchSpan = span;
    block.parts = this.#parts = [];
  }

  #else(span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    if (rest.text.trim() !== "")
      this.#report(rest.span(0, rest.text.length), "templateExtraText", { command: "else" });
    if (block === undefined || block.keyword === "loop" || block.beforeElse !== undefined) {
      const needs = `{{if}} or {{with}}${block?.beforeElse === undefined ? "" : " that has no other one"}`;
      this.#report(span, "templateMisplaced", { command: "else", needs });
      return;
    }
    if (block.keyword === "if") this.#endBranch(block);
    block.beforeElse = block.parts;
    block.parts = this.#parts = [];
  }

  #end(command: Command, span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    if (rest.text.trim() !== "")
      this.#report(rest.span(0, rest.text.length), "templateExtraText", { command: "end" });
    if (block === undefined) {
      this.#report(span, "templateMisplaced", { command: "end", needs: "{{if}}, {{loop}} or {{with}}" });
      return;
    }
    this.#close(block, command.end);
  }

  #endBranch(block: OpenBlock): void {
    if (block.value !== undefined) {
      block.branches.push({ span: block.branchSpan, test: block.value, parts: block.parts });
    }
  }

  #close(block: OpenBlock, end: number): void {
    this.#open.pop();
    this.#parts = block.outer;
    const span = this.text.span(block.start, end);
    if (block.keyword === "if") {
      if (block.beforeElse === undefined) this.#endBranch(block);
      const otherwise = block.beforeElse === undefined ? undefined : block.parts;
      if (block.branches.length > 0)
        this.#parts.push({ kind: "if", span, branches: block.branches, otherwise });
    } else if (block.value !== undefined) {
      const { value, parts, beforeElse } = block;
      if (block.keyword === "loop") this.#parts.push({ kind: "loop", span, over: value, parts });
      else {
        const otherwise = beforeElse === undefined ? undefined : parts;
        this.#parts.push({ kind: "with", span, context: value, parts: beforeElse ?? parts, otherwise });
      }
    }
  }
}

/**
 * The offset of the `}}` that ends a command: the first one outside of string literals. In a comment it is
 * simply the first one.
 */
function closingBraces(input: string, from: number): number | undefined {
  if (input.startsWith("//", from)) {
    const close = input.indexOf("}}", from);
    return close < 0 ? undefined : close;
  }
  for (let at = from; at < input.length; at++) {
    const character = input[at];
    if (character === '"' || character === "'") {
      const quote = input.indexOf(character, at + 1);
      // The expression parser reports an unpaired quote, at its place.
      if (quote < 0) return orUndefined(input.indexOf("}}", at));
      at = quote;
    } else if (character === "}" && input[at + 1] === "}") return at;
  }
  return undefined;
}

function orUndefined(index: number) {
  return index < 0 ? undefined : index;
}

/** The ranges between the `??` of a command, and the offsets of each `??` inside parentheses or brackets. */
function splitCoalesce(input: string): { ranges: [start: number, end: number][]; nested: number[] } {
  if (!input.includes("??")) return { ranges: [[0, input.length]], nested: [] };
  const ranges: [number, number][] = [];
  const nested: number[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < input.length; at++) {
    const character = input[at];
    if (character === '"' || character === "'") {
      const quote = input.indexOf(character, at + 1);
      if (quote < 0) break;
      at = quote;
    } else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (character === "?" && input[at + 1] === "?") {
      if (depth > 0) nested.push(at);
      ranges.push([start, at]);
      start = at + 2;
      at++;
    }
  }
  ranges.push([start, input.length]);
  return { ranges, nested };
}

function trimmed(text: MappedText, start: number, end: number): MappedText {
  const inner = text.text.slice(start, end);
  const from = end - inner.trimStart().length;
  return text.slice(from, from + inner.trim().length);
}
