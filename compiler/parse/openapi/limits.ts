import { unknownMember } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Functions } from "../../language/language.js";
import { MappedText, type Span, textOf } from "../../source/source-text.js";
import type { LimitKey, RateLimit } from "../../syntax/openapi.js";
import type { SecurityAlternative } from "../../syntax/security.js";
import { innerExpressions, walkExpression } from "../../syntax/visit-expression.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import { parseXPath } from "../xpath/xpath.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { readQuantity, readRate } from "./quantities.js";
import { schemesIn } from "./security-schemes.js";

const members = ["rate", "burst", "key", "without-redis", "headers"] as const;

type Member = (typeof members)[number];

/** Parts of `$request` that each request of a client may have anew. */
const free: ReadonlySet<string | undefined> = new Set([
  ..."headers get post cookies params query url path host port id".split(" "),
  undefined, // a step that may lead to any of them
]);

/** Reads `x-flow-limit`, from the top level, paths and operations. */
export class LimitReader {
  /** The header fields and cookies that security schemes name: `headers/x-api-key`. */
  #credentials: ReadonlySet<string> = new Set();
  readonly #reported = new Set<Expression>();

  constructor(private readonly reporter: Reporter) {}

  /** Reads the schemes that say which fields are credentials. Call it before the other methods. */
  readSchemes(top: readonly YamlEntry[]): void {
    this.#credentials = new Set(
      schemesIn(top).flatMap((scheme) => {
        const [place, name] = [scheme.find("in")?.string, scheme.find("name")?.string];
        if (name === undefined) return ["headers/authorization"];
        return [
          place === "cookie"
            ? `cookies/${name}`
            : place === "query"
              ? `get/${name}`
              : `headers/${name.toLowerCase()}`,
        ];
      }),
    );
  }

  /** The limit of an object. Without one of its own, it inherits that around it; `false` means none. */
  read(entry: YamlEntry | undefined, inherited: RateLimit | undefined, place: string): RateLimit | undefined {
    if (entry === undefined) return inherited;
    if (entry.boolean === false) return undefined;
    if (entry.entries === undefined) {
      const expected = "false, or a mapping with rate";
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
      return undefined;
    }
    for (const { key, keySpan } of entry.entries)
      if (!members.some((name) => name === key))
        this.reporter.report(keySpan, "upstreamMember", unknownMember(key, members));
    const rate = this.#value(entry, "rate", readRate, "a rate, such as 60/min");
    const burst = this.#value(
      entry,
      "burst",
      (text) => readQuantity(text, 1, 1_000_000, true),
      "an integer from 1",
    );
    const fallback = this.#value(entry, "without-redis", readFallback, "open or closed");
    const tells = this.#value(entry, "headers", readFlag, "true or false");
    const key = entry.find("key");
    const keys = key === undefined ? [] : (key.items ?? [key]).flatMap((one) => this.#key(one) ?? []);
    if (entry.find("rate") === undefined)
      this.reporter.report(entry.keySpan, "apiType", { key: entry.key, expected: "a mapping with rate" });
    if (rate === undefined) return undefined;
    const closes = fallback === "closed";
    const atOnce = burst ?? Math.max(1, Math.ceil(rate.count));
    return { span: entry.keySpan, place, ...rate, burst: atOnce, keys, closes, tells: tells === true };
  }

  /** Reports keys that nothing has set when the requests of an operation are counted. */
  check(limit: RateLimit | undefined, security: readonly SecurityAlternative[]): void {
    const known = new Set(["request", "env", ...security.flat().map(({ scheme }) => scheme.variable)]);
    for (const key of limit?.keys ?? [])
      walkExpression(key.expression, (inner) => {
        if (inner.kind !== "variable" || known.has(inner.name) || this.#reported.has(inner)) return;
        this.#reported.add(inner);
        this.reporter.report(inner.span, "limitKeyVariable", { variable: `$${inner.name}` });
      });
  }

  #value<T>(
    entry: YamlEntry,
    name: Member,
    read: (text: string) => T | undefined,
    expected: string,
  ): T | undefined {
    const found = entry.find(name);
    const value = found && read(String(found.scalar));
    if (found !== undefined && value === undefined)
      this.reporter.report(found.valueSpan, "apiType", { key: name, expected });
    return value;
  }

  #key(entry: YamlEntry): LimitKey | undefined {
    const text = entry.string?.trim() ?? "";
    const { span } = entry;
    const expression = parseXPath(expressionText(text, span), this.reporter, noFunctions);
    if (expression === undefined) return undefined;
    this.#checkFree(expression);
    return { span, text, expression };
  }

  /** Finds parts of `$request` that become part of the key as they are. */
  #checkFree(expression: Expression): void {
    if (expression.kind === "binary" && decisions.has(expression.operator)) return;
    const path = pathFromVariable(expression);
    const isFree =
      path?.variable.name === "request"
        ? free.has(path.names[0]) && !this.#credentials.has(path.names.join("/"))
        : expression.kind === "variable" && expression.name === "request";
    const { span } = expression;
    if (isFree) this.reporter.report(span, "limitKeyFree", { text: textOf(span) });
    else if (path === undefined) for (const inner of innerExpressions(expression)) this.#checkFree(inner);
  }
}

/** Operators that yield true or false, whatever a client sends. */
const decisions: ReadonlySet<string> = new Set(["or", "and", "=", "!=", "<", "<=", ">", ">="]);

/** The functions of flows are checked later; none that a key may call takes an expression as text. */
const noFunctions: Functions = new Map();

/** A scalar with escapes, or over several lines, has one place for all of it. */
function expressionText(text: string, span: Span): MappedText {
  const { source, start, end } = span;
  const at = textOf(span).indexOf(text);
  const piece =
    at < 0
      ? { at: 0, start, end, verbatim: false }
      : { at: 0, start: start + at, end: start + at + text.length, verbatim: true };
  return new MappedText(text, source, [piece]);
}

const readFallback = (text: string) => (text === "open" || text === "closed" ? text : undefined);

const readFlag = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
