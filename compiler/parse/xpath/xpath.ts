import { nearest } from "../../../runtime/base/nearest.js";
import { inXPath, type Stop } from "../../diagnostics/foreign-syntax.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Functions } from "../../language/language.js";
import { MappedText, type Span } from "../../source/source-text.js";
import {
  type Axis,
  axes,
  type BinaryOperator,
  type Expression,
  isComparison,
  type NodeTest,
  type Step,
} from "../../syntax/xpath.js";
import { type Token, tokenize } from "./tokens.js";

/** The deepest nesting in one expression. Real ones stay below ten. */
const maxDepth = 200;

/** The most operators in one expression. Together with `maxDepth`, it limits the depth of the tree. */
const maxOperators = 1000;

/** The most of a name that a hint shows. */
const maxRest = 40;

/** A comparison with the result of another one, as in `a = b = c`, counts as so many: its code takes more of the stack. */
const comparedAgain = 5;

/**
 * Parses an XPath 1.0 expression. Returns `undefined` after reporting errors, each at its column.
 * @param within what it is part of: it decides the names that variables can have
 */
export function parseXPath(
  text: MappedText,
  reporter: Reporter,
  functions: Functions,
  within: "flow" | "stylesheet" = "flow",
): Expression | undefined {
  if (text.text.trim() === "") {
    reporter.report(text.span(0, text.text.length), "xpathEmpty");
    return undefined;
  }
  const tokens = tokenize(text, reporter, within);
  if (tokens === undefined) return undefined;
  try {
    return new XPathParser(text, tokens, reporter, functions).parse();
  } catch (error) {
    if (error === syntaxError) return undefined;
    throw error;
  }
}

/** Thrown after the first syntax error of an expression has been reported. Any more errors would be guesses. */
const syntaxError = Symbol("syntax error");

/** The operators, and how tightly each binds. */
const precedences: ReadonlyMap<string, number> = new Map<BinaryOperator, number>([
  ["or", 1],
  ["and", 2],
  ["=", 3],
  ["!=", 3],
  ["<", 4],
  ["<=", 4],
  [">", 4],
  [">=", 4],
  ["+", 5],
  ["-", 5],
  ["*", 6],
  ["div", 6],
  ["mod", 6],
]);

const nodeTypes = new Set(["node", "text", "comment", "processing-instruction"]);

class XPathParser {
  #at = 0;
  #depth = 0;
  #operators = 0;

  constructor(
    private readonly text: MappedText,
    private readonly tokens: readonly Token[],
    private readonly reporter: Reporter,
    private readonly functions: Functions,
  ) {}

  parse(): Expression {
    const expression = this.#expression();
    if (this.#token.kind !== "end") this.#unexpected("an operator or the end of the expression");
    return expression;
  }

  get #token(): Token {
    return this.tokens[this.#at] as Token;
  }

  get #next(): Token {
    return this.tokens[Math.min(this.#at + 1, this.tokens.length - 1)] as Token;
  }

  /** The range from a start offset to the end of the last token. */
  #spanFrom(start: number): Span {
    return this.text.span(start, this.tokens[this.#at - 1]?.end ?? start);
  }

  #expression(): Expression {
    if (++this.#depth > maxDepth) this.#fail(() => this.reporter.report(this.#tokenSpan(), "xpathTooDeep"));
    const expression = this.#binary(0);
    this.#depth--;
    return expression;
  }

  /** Operands, and all operators between them that bind more tightly than the one before the first. */
  #binary(before: number): Expression {
    const { start } = this.#token;
    let left = this.#unary();
    for (;;) {
      const { kind, text } = this.#token;
      const precedence = kind === "symbol" || kind === "name" ? (precedences.get(text) ?? 0) : 0;
      if (precedence <= before) return left;
      const operator = text as BinaryOperator;
      const isChained = left.kind === "binary" && isComparison(left.operator) && isComparison(operator);
      this.#takeOperator(isChained ? comparedAgain : 1);
      const right = this.#binary(precedence);
      left = { kind: "binary", span: this.#spanFrom(start), operator, left, right };
    }
  }

  #takeOperator(weight = 1): void {
    this.#operators += weight;
    if (this.#operators > maxOperators)
      this.#fail(() => this.reporter.report(this.#tokenSpan(), "xpathTooDeep"));
    this.#at++;
  }

  #unary(): Expression {
    const start = this.#token.start;
    let signs = 0;
    while (this.#isSymbol("-")) {
      this.#at++;
      signs++;
    }
    const operand = this.#union();
    if (signs === 0) return operand;
    const negated: Expression = { kind: "negate", span: this.#spanFrom(start), operand };
    return signs % 2 === 1 ? negated : { kind: "negate", span: negated.span, operand: negated };
  }

  #union(): Expression {
    const start = this.#token.start;
    let left = this.#path();
    while (this.#isSymbol("|")) {
      this.#takeOperator();
      const right = this.#path();
      left = { kind: "binary", span: this.#spanFrom(start), operator: "|", left, right };
    }
    return left;
  }

  #path(): Expression {
    const start = this.#token.start;
    if (this.#isSymbol("/")) {
      this.#at++;
      const steps = this.#startsStep() ? this.#relativePath() : [];
      return { kind: "path", span: this.#spanFrom(start), start: "root", steps };
    }
    if (this.#isSymbol("//")) {
      const steps = [this.#descendantOrSelf(), ...this.#relativePath()];
      return { kind: "path", span: this.#spanFrom(start), start: "root", steps };
    }
    if (!this.#startsFilter()) {
      if (!this.#startsStep()) this.#unexpected("an expression");
      const steps = this.#relativePath();
      return { kind: "path", span: this.#spanFrom(start), start: "context", steps };
    }
    const filter = this.#filter();
    const first: Step[] = [];
    if (this.#isSymbol("//")) first.push(this.#descendantOrSelf());
    else if (this.#isSymbol("/")) this.#at++;
    else return filter;
    const steps = [...first, ...this.#relativePath()];
    const span = this.#spanFrom(start);
    // `(a)/b` is `a/b`: parentheses only matter to predicates.
    if (filter.kind === "path") return { ...filter, span, steps: [...filter.steps, ...steps] };
    return { kind: "path", span, start: filter, steps };
  }

  #startsFilter(): boolean {
    const { kind, text } = this.#token;
    if (kind === "variable" || kind === "literal" || kind === "number") return true;
    if (kind === "symbol") return text === "(";
    return kind === "name" && this.#next.text === "(" && this.#next.kind === "symbol" && !nodeTypes.has(text);
  }

  #filter(): Expression {
    const start = this.#token.start;
    const primary = this.#primary();
    const predicates = this.#predicates();
    return predicates.length === 0
      ? primary
      : { kind: "filter", span: this.#spanFrom(start), primary, predicates };
  }

  #primary(): Expression {
    const token = this.#token;
    const { kind, text, start } = token;
    this.#at++;
    const span = this.#spanFrom(start);
    switch (kind) {
      case "variable":
        return { kind, span, name: text };
      case "literal":
        return { kind, span, value: text };
      case "number":
        return { kind, span, value: Number(text) };
      case "name":
        return this.#call(text, span, start);
      default: {
        // The symbol is a parenthesis: no other one starts a primary expression.
        const inner = this.#expression();
        this.#expect(")");
        return inner;
      }
    }
  }

  #call(name: string, nameSpan: Span, start: number): Expression {
    this.#expect("(");
    const args: Expression[] = [];
    if (!this.#isSymbol(")")) {
      args.push(this.#expression());
      while (this.#isSymbol(",")) {
        this.#at++;
        args.push(this.#expression());
      }
    }
    this.#expect(")", args.length === 0 ? 'an argument or ")"' : '"," or ")"');
    const embedded = this.#embedded(args[this.functions.get(name)?.embeds ?? -1]);
    return { kind: "call", span: this.#spanFrom(start), name, nameSpan, arguments: args, embedded };
  }

  #embedded(argument: Expression | undefined): Expression | undefined {
    const text = argument && literalText(argument);
    return text && parseXPath(text, this.reporter, this.functions);
  }

  #startsStep(): boolean {
    const { kind, text } = this.#token;
    return kind === "name" || (kind === "symbol" && [".", "..", "@", "*"].includes(text));
  }

  #relativePath(): Step[] {
    const steps = [this.#step()];
    for (;;) {
      if (this.#isSymbol("//")) steps.push(this.#descendantOrSelf());
      else if (this.#isSymbol("/")) this.#at++;
      else return steps;
      steps.push(this.#step());
    }
  }

  /** `//` stands for `/descendant-or-self::node()/` (XPath 1.0 §2.5). */
  #descendantOrSelf(): Step {
    const start = this.#token.start;
    this.#at++;
    return anyNode("descendant-or-self", this.#spanFrom(start));
  }

  #step(): Step {
    const start = this.#token.start;
    if (this.#isSymbol(".") || this.#isSymbol("..")) {
      const axis = this.#token.text === "." ? "self" : "parent";
      this.#at++;
      return anyNode(axis, this.#spanFrom(start));
    }
    const axis = this.#axis();
    const test = this.#nodeTest();
    const predicates = this.#predicates();
    return { kind: "step", span: this.#spanFrom(start), axis, test, predicates };
  }

  #axis(): Axis {
    if (this.#isSymbol("@")) {
      this.#at++;
      return "attribute";
    }
    if (this.#token.kind !== "name" || this.#next.text !== "::") return "child";
    const { text } = this.#token;
    const axis = axes.find((name) => name === text);
    if (axis === undefined) {
      this.#fail(() =>
        this.reporter.report(this.#tokenSpan(), "xpathUnknownAxis", {
          name: text,
          nearest: nearest(text, axes),
        }),
      );
    }
    this.#at += 2;
    return axis;
  }

  #nodeTest(): NodeTest {
    const { kind, text } = this.#token;
    if (kind === "symbol" && text === "*") {
      this.#at++;
      return { kind: "any-name" };
    }
    if (kind !== "name") this.#unexpected("a name, * or a node test");
    if (nodeTypes.has(text) && this.#next.kind === "symbol" && this.#next.text === "(")
      return this.#nodeType(text);
    if (this.#next.kind === "symbol" && this.#next.text === "(") {
      this.#at++;
      this.#unexpected("a step: a function call can only start a path");
    }
    this.#at++;
    return text.endsWith(":*")
      ? { kind: "any-in-namespace", prefix: text.slice(0, -2) }
      : { kind: "name", name: text };
  }

  #nodeType(type: string): NodeTest {
    this.#at += 2;
    let target: string | undefined;
    if (type === "processing-instruction" && this.#token.kind === "literal") {
      target = this.#token.text;
      this.#at++;
    }
    this.#expect(")");
    if (type === "processing-instruction") return { kind: "processing-instruction", target };
    return { kind: "type", type: type as "node" | "text" | "comment" };
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.#isSymbol("[")) {
      this.#at++;
      predicates.push(this.#expression());
      this.#expect("]");
    }
    return predicates;
  }

  #isSymbol(text: string): boolean {
    return this.#token.kind === "symbol" && this.#token.text === text;
  }

  #expect(symbol: string, expected = `"${symbol}"`): void {
    if (!this.#isSymbol(symbol)) this.#unexpected(expected);
    this.#at++;
  }

  #tokenSpan(): Span {
    return this.text.span(this.#token.start, this.#token.end);
  }

  #unexpected(expected: string): never {
    const { kind, text } = this.#token;
    const found =
      kind === "end"
        ? "end of text"
        : kind === "literal"
          ? "string"
          : kind === "variable"
            ? `"$${text}"`
            : `"${text}"`;
    const meant = inXPath(this.#stop());
    this.#fail(() => {
      const span = this.#tokenSpan();
      if (!this.reporter.hasAt(span, "xmlStrayAmpersand"))
        this.reporter.report(span, "xpathUnexpected", { found, expected, meant });
    });
  }

  /** Describes what stands at the token, for the hint what to write. */
  #stop(): Stop {
    const before = this.tokens[this.#at - 1];
    const { start, end } = this.#token;
    return {
      found: this.#written(this.#token),
      before: before === undefined ? "" : this.#written(before),
      after: this.text.text.slice(end, end + 1),
      isJoined: before?.end === start,
      rest: /^[\p{L}\p{N}_-]*/u.exec(this.text.text.slice(end, end + maxRest))?.[0] ?? "",
    };
  }

  #written({ start, end }: Token): string {
    return this.text.text.slice(start, end);
  }

  #fail(report: () => void): never {
    report();
    throw syntaxError;
  }
}

function anyNode(axis: Axis, span: Span): Step {
  return {
    kind: "step",
    span,
    axis,
    test: { kind: "type", type: "node" },
    predicates: [],
  };
}

/** The text of a string literal; `undefined` if it is empty or not a literal. */
function literalText(argument: Expression): MappedText | undefined {
  if (argument.kind !== "literal" || argument.value === "") return undefined;
  const { span, value } = argument;
  const { source, start, end } = span;
  // With XML references in the literal, offsets do not match, so errors are shown at the whole literal.
  const isVerbatim = source.text.slice(start + 1, end - 1) === value;
  const piece = isVerbatim ? { at: 0, start: start + 1, end: end - 1 } : { at: 0, start, end };
  return new MappedText(value, source, [{ ...piece, verbatim: isVerbatim }]);
}
