import { nearest } from "../../../runtime/base/nearest.js";
import type { Arguments, DiagnosticName } from "../../diagnostics/catalogue.js";
import { commandAdvice } from "../../diagnostics/foreign-commands.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isTooLong } from "../../diagnostics/text-length.js";
import type { BlockDefinition } from "../../language/command-definition.js";
import type { TemplateLanguage } from "../../language/language.js";
import type { MappedText, Span } from "../../source/source-text.js";
import type { Template, TemplateExpression, TemplatePart, Way } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseXPath } from "../xpath/xpath.js";
import { listed, wordsOf } from "./words.js";

/** The deepest nesting of blocks in one template. */
const maxDepth = 100;

/** Parses a template. Commands with errors are reported and left out, so that one run shows all errors. */
export function parseTemplate(text: MappedText, reporter: Reporter, language: TemplateLanguage): Template {
  if (!isTooLong(text, reporter)) return new TemplateParser(text, reporter, language).parse();
  return { ...new TemplateParser(text.slice(0, 0), reporter, language).parse(), hasErrors: true };
}

/** A command `{{…}}`: its offsets, and the text between the braces. */
interface Command {
  readonly start: number;
  readonly end: number;
  readonly inner: MappedText;
}

/** A block whose `{{end}}` has not come yet. */
interface OpenBlock {
  readonly command: BlockDefinition;
  readonly span: Span;
  readonly start: number;
  readonly outer: TemplatePart[];
  readonly ways: Way<TemplatePart>[];
  value: TemplateExpression | undefined;
  waySpan: Span;
  parts: TemplatePart[];
  /** Tells whether the parser has reached `{{else}}`. */
  hasElse: boolean;
}

class TemplateParser {
  readonly #open: OpenBlock[] = [];
  #parts: TemplatePart[] = [];
  #hasErrors = false;
  /** Tells whether an error makes it unclear where commands and blocks end. */
  #isLost = false;
  /** Tells whether a command was found that may be meant as an expression, so that an `{{end}}` may be another block's. */
  #hasMisplaced = false;
  readonly #words: ReturnType<typeof wordsOf>;

  constructor(
    private readonly text: MappedText,
    private readonly reporter: Reporter,
    private readonly language: TemplateLanguage,
  ) {
    this.#words = wordsOf(language.commands);
  }

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
        this.#report(block.span, "templateUnclosedBlock", { command: block.command.name });
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
    const { values, signs } = this.language.commands;
    if (input.startsWith("//")) {
      this.#comment(span);
      return;
    }
    const sign = signs.find((one) => input.startsWith(one.sign) && input.trim() === one.sign);
    if (sign !== undefined) {
      this.#parts.push({ kind: "sign", span, command: sign });
      return;
    }
    const word = this.#words.first.exec(input)?.[1];
    if (word !== undefined || this.#isMisplaced(inner, span)) {
      // A misplaced one is parsed as it was meant, so that its `{{end}}` finds its block.
      const start = inner.text.length - inner.text.trimStart().length;
      this.#block(command, inner.slice(start, inner.text.length), span);
      return;
    }
    for (const definition of values) {
      const [begin, name] = definition.begins.exec(input) ?? [];
      if (begin === undefined) continue;
      const value = this.#expression(inner.slice(begin.length, input.length));
      if (value !== undefined)
        this.#parts.push({ kind: "value", span, command: definition, defines: name, value });
      return;
    }
    this.#unknown(inner, span);
  }

  #comment(span: Span): void {
    this.reporter.comment(span);
    this.#parts.push({ kind: "comment", span });
  }

  /** `{{ else }}` can only be a mistake for `{{else}}`; `{{ if }}` could be a property of that name. */
  #isMisplaced({ text }: MappedText, span: Span): boolean {
    const command = this.#words.misplaced.test(text)
      ? this.#words.first.exec(text.trimStart())?.[1]
      : undefined;
    if (command === undefined) return false;
    this.#report(span, "templateSpaceBeforeKeyword", { command });
    this.#hasMisplaced = true;
    return true;
  }

  #unknown(inner: MappedText, span: Span): void {
    const text = inner.text.trim();
    if (text === "") this.#report(span, "xpathEmpty");
    else
      this.#report(span, "templateUnknownCommand", {
        text: text.length > 30 ? `${text.slice(0, 30)}…` : text,
        nearest: nearest(/^[a-z]*/i.exec(text)?.[0] ?? "", this.#words.all),
        advice: commandAdvice(text),
      });
  }

  /** `a ?? b`: the operator splits the text of the command, so it cannot stand inside parentheses or brackets. */
  #expression(text: MappedText): TemplateExpression | undefined {
    const operands: Expression[] = [];
    const { ranges, nested } = splitCoalesce(text.text);
    for (const at of nested) this.#report(text.span(at, at + 2), "templateNestedCoalesce");
    if (nested.length > 0) return undefined;
    for (const [start, end] of ranges) {
      const operand = parseXPath(trimmed(text, start, end), this.reporter, this.language.functions);
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

  #block(command: Command, inner: MappedText, span: Span): void {
    const [word = ""] = this.#words.first.exec(inner.text) ?? [];
    const rest = inner.slice(word.length, inner.text.length);
    const opened = this.language.commands.blocks.find(({ name }) => name === word);
    if (opened !== undefined) this.#openBlock(opened, command, span, rest);
    else if (word === "elseif") this.#elseif(span, rest);
    else if (word === "else") this.#else(span, rest);
    else this.#end(command, span, rest);
  }

  #openBlock(definition: BlockDefinition, command: Command, span: Span, rest: MappedText): void {
    if (this.#open.length === maxDepth) {
      this.#report(span, "templateTooDeep", { depth: maxDepth });
      this.#isLost = true;
      return;
    }
    const block: OpenBlock = {
      command: definition,
      span,
      start: command.start,
      outer: this.#parts,
      ways: [],
      value: this.#expression(rest),
      waySpan: span,
      parts: [],
      hasElse: false,
    };
    this.#open.push(block);
    this.#parts = block.parts;
  }

  #elseif(span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    const value = this.#expression(rest);
    if (block === undefined || !takes(block, "elseif")) {
      const needs = `${this.#taking("elseif")}, or stands behind its {{else}}`;
      this.#report(span, "templateMisplaced", { command: "elseif", needs });
      return;
    }
    this.#endWay(block);
    block.value = value;
    block.waySpan = span;
    block.parts = this.#parts = [];
  }

  #else(span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    if (rest.text.trim() !== "")
      this.#report(rest.span(0, rest.text.length), "templateExtraText", { command: "else" });
    if (block === undefined || !takes(block, "else")) {
      const needs = `${this.#taking("else")}${block?.hasElse === true ? " that has no other one" : ""}`;
      this.#report(span, "templateMisplaced", { command: "else", needs });
      return;
    }
    this.#endWay(block);
    block.hasElse = true;
    block.parts = this.#parts = [];
  }

  #taking(word: "elseif" | "else"): string {
    return listed(this.language.commands.blocks.filter(({ takes }) => takes.includes(word)));
  }

  #end(command: Command, span: Span, rest: MappedText): void {
    const block = this.#open.at(-1);
    if (rest.text.trim() !== "")
      this.#report(rest.span(0, rest.text.length), "templateExtraText", { command: "end" });
    if (block === undefined) {
      const needs = listed(this.language.commands.blocks);
      this.#report(span, "templateMisplaced", { command: "end", needs });
      return;
    }
    this.#close(block, command.end);
  }

  #endWay({ waySpan, value, parts, ways }: OpenBlock): void {
    if (value !== undefined) ways.push({ span: waySpan, value, parts });
  }

  #close(block: OpenBlock, end: number): void {
    this.#open.pop();
    this.#parts = block.outer;
    if (!block.hasElse) this.#endWay(block);
    const { command, ways, parts, hasElse } = block;
    const [first, ...others] = ways;
    if (first === undefined) return;
    const span = this.text.span(block.start, end);
    const otherwise = hasElse ? parts : undefined;
    this.#parts.push({ kind: "block", span, command, ways: [first, ...others], otherwise });
  }
}

const takes = ({ command, hasElse }: OpenBlock, word: "elseif" | "else"): boolean =>
  !hasElse && command.takes.includes(word);

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
