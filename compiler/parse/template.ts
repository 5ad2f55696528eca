import type { Reporter } from "../diagnostics/reporter.js";
import type { MappedText, Span } from "../source.js";
import type { Template, TemplateBranch, TemplateExpression, TemplatePart } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";
import { parseXPath } from "./xpath.js";

/** Nesting of blocks allowed in one template. */
const MAX_DEPTH = 100;

/** Parses a template; commands with errors are reported and left out, so that one run shows them all. */
export function parseTemplate(text: MappedText, reporter: Reporter): Template {
  return new TemplateParser(text, reporter).parse();
}

type Keyword = "if" | "elseif" | "else" | "end" | "loop" | "with";

const KEYWORD = /^(if|elseif|else|end|loop|with)(?![\p{L}\p{N}_-])/u;
const DEFINITION = /^\$([A-Za-z_][A-Za-z0-9_-]*)\s*:=/;

/** A `{{…}}`: offsets of the whole and of what stands between the braces. */
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
  readonly branches: TemplateBranch[];
  value: TemplateExpression | undefined;
  branchSpan: Span;
  parts: TemplatePart[];
  /** The parts before `{{else}}`, once it has come. */
  beforeElse: TemplatePart[] | undefined;
}

class TemplateParser {
  readonly #open: OpenBlock[] = [];
  #parts: TemplatePart[] = [];

  constructor(
    private readonly text: MappedText,
    private readonly reporter: Reporter,
  ) {}

  parse(): Template {
    let at = 0;
    for (;;) {
      const command = this.#nextCommand(at);
      this.#addText(at, command?.start ?? this.text.text.length);
      if (command === undefined) break;
      this.#command(command);
      at = command.end;
    }
    for (let block = this.#open.at(-1); block !== undefined; block = this.#open.at(-1)) {
      this.reporter.report(block.span, "templateUnclosedBlock", { command: block.keyword });
      this.#close(block, this.text.text.length);
    }
    return { kind: "template", span: this.text.span(0, this.text.text.length), parts: this.#parts };
  }

  #addText(start: number, end: number): void {
    if (start === end) return;
    const text = this.text.slice(start, end);
    this.#parts.push({ kind: "text", span: this.text.span(start, end), text });
  }

  /** The first command from `from` on. No command starts with `{`, so of `{{{: x}}` the first brace is text. */
  #nextCommand(from: number): Command | undefined {
    const input = this.text.text;
    let start = input.indexOf("{{", from);
    if (start < 0) return undefined;
    while (input[start + 2] === "{") start++;
    const close = closingBraces(input, start + 2);
    if (close === undefined) {
      this.reporter.report(this.text.span(start, start + 2), "templateUnclosedCommand");
      return { start, end: input.length, inner: this.text.slice(input.length, input.length) };
    }
    return { start, end: close + 2, inner: this.text.slice(start + 2, close) };
  }

  #command(command: Command): void {
    const { inner } = command;
    const span = this.text.span(command.start, command.end);
    const input = inner.text;
    const keyword = KEYWORD.exec(input)?.[1] as Keyword | undefined;
    const definition = DEFINITION.exec(input);
    if (input.startsWith("//")) this.#parts.push({ kind: "comment", span });
    else if (input.trim() === "." && input.startsWith(".")) this.#parts.push({ kind: "dot", span });
    else if (input.trim() === "," && input.startsWith(",")) this.#parts.push({ kind: "comma", span });
    else if (input.startsWith(":"))
      this.#withExpression(span, inner, 1, (value) => ({ kind: "pairs", span, value }));
    else if (definition !== null) {
      const [{ length }, name = ""] = definition;
      this.#withExpression(span, inner, length, (value) => ({ kind: "define", span, name, value }));
    } else if (keyword !== undefined) this.#block(keyword, command, span);
    else if (/^\s/.test(input)) this.#placeholder(inner, span);
    else this.#unknown(inner, span);
  }

  #placeholder(inner: MappedText, span: Span): void {
    const misplaced = KEYWORD.exec(inner.text.trimStart())?.[1];
    // `{{ else }}` can only be a mistake for `{{else}}`; `{{ if }}` could be a property of that name.
    if (
      misplaced !== undefined &&
      /^\s*(?:(?:else|end)\s*$|(?:if|elseif|loop|with)\s+[\w$/@."'(])/.test(inner.text)
    ) {
      this.reporter.report(span, "templateSpaceBeforeKeyword", { command: misplaced });
      return;
    }
    this.#withExpression(span, inner, 0, (value) => ({ kind: "placeholder", span, value }));
  }

  #unknown(inner: MappedText, span: Span): void {
    const text = inner.text.trim();
    if (text === "") this.reporter.report(span, "xpathEmpty");
    else
      this.reporter.report(span, "templateUnknownCommand", {
        text: text.length > 30 ? `${text.slice(0, 30)}…` : text,
      });
  }

  #withExpression(
    _span: Span,
    inner: MappedText,
    skip: number,
    make: (value: TemplateExpression) => TemplatePart,
  ): void {
    const value = this.#expression(inner.slice(skip, inner.text.length));
    if (value !== undefined) this.#parts.push(make(value));
  }

  /** `a ?? b`: the operator splits the text of the command, so it cannot stand inside parentheses or brackets. */
  #expression(text: MappedText): TemplateExpression | undefined {
    const operands: Expression[] = [];
    let ok = true;
    for (const [start, end] of splitCoalesce(text, this.reporter)) {
      const operand = parseXPath(trimmed(text, start, end), this.reporter);
      if (operand === undefined) ok = false;
      else operands.push(operand);
    }
    const [first, ...rest] = operands;
    if (!ok || first === undefined) return undefined;
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
    if (this.#open.length === MAX_DEPTH) this.reporter.report(span, "templateTooDeep", { depth: MAX_DEPTH });
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
      this.reporter.report(span, "templateMisplaced", {
        command: "elseif",
        needs: "{{if}} before any {{else}}",
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
      this.reporter.report(rest.span(0, rest.text.length), "templateExtraText", { command: "else" });
    if (block === undefined || block.keyword === "loop" || block.beforeElse !== undefined) {
      this.reporter.report(span, "templateMisplaced", { command: "else", needs: "{{if}} or {{with}}" });
      return;
    }
    if (block.keyword === "if") this.#endBranch(block);
    block.beforeElse = block.parts;
    block.parts = this.#parts = [];
  }

  #end(command: Command, span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    if (rest.text.trim() !== "")
      this.reporter.report(rest.span(0, rest.text.length), "templateExtraText", { command: "end" });
    if (block === undefined) {
      this.reporter.report(span, "templateMisplaced", {
        command: "end",
        needs: "{{if}}, {{loop}} or {{with}}",
      });
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

/** The offset of the `}}` that ends a command: the first one outside a string literal; in a comment, the first one. */
function closingBraces(input: string, from: number): number | undefined {
  if (input.startsWith("//", from)) {
    const close = input.indexOf("}}", from);
    return close < 0 ? undefined : close;
  }
  for (let at = from; at < input.length; at++) {
    const character = input[at];
    if (character === '"' || character === "'") {
      const quote = input.indexOf(character, at + 1);
      // An unpaired quote is for the expression parser to report, at its place.
      if (quote < 0) return orUndefined(input.indexOf("}}", at));
      at = quote;
    } else if (character === "}" && input[at + 1] === "}") return at;
  }
  return undefined;
}

const orUndefined = (index: number) => (index < 0 ? undefined : index);

/** The ranges between the `??` of a command. */
function splitCoalesce(text: MappedText, reporter: Reporter): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  const input = text.text;
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
      if (depth > 0) reporter.report(text.span(at, at + 2), "templateNestedCoalesce");
      ranges.push([start, at]);
      start = at + 2;
      at++;
    }
  }
  ranges.push([start, input.length]);
  return ranges;
}

function trimmed(text: MappedText, start: number, end: number): MappedText {
  const input = text.text;
  let from = start;
  let to = end;
  while (from < to && /\s/.test(input[from] as string)) from++;
  while (to > from && /\s/.test(input[to - 1] as string)) to--;
  return text.slice(from, to);
}
