import type { SourceText, Span } from "../source/source-text.js";
import { catalogue, type Severity } from "./catalogue.js";
import { type Diagnostic, diagnostic } from "./diagnostic.js";

/** A comment `flowc-ignore FLOW3010 FLOW4013: reason`. */
interface Directive {
  readonly span: Span;
  readonly codes: readonly Span[];
}

/**
 * Comments that silence warnings. One with lines of its own silences those of the next line, any other
 * comment those of its own line.
 */
export class Directives {
  /** The directives by where they begin. A file can be parsed more than once, but each directive is kept once. */
  readonly #directives = new Map<SourceText, Map<number, Directive>>();
  /** For lines that count as one line: maps each of them to an earlier one. */
  readonly #joined = new Map<SourceText, Map<number, number>>();

  /** Records a comment if it is a directive. */
  add(comment: Span): void {
    const codes = codesIn(comment);
    if (codes === undefined) return;
    const { source, start, end } = comment;
    inSource(this.#directives, source).set(start, { span: comment, codes });
    if (hasOwnLines(comment)) this.#join(source, source.place(start).line, source.place(end).line + 1);
  }

  /** The paths of the files that have any. */
  get paths(): readonly string[] {
    return [...this.#directives.keys()].map(({ path }) => path);
  }

  /** Makes the lines of a span count as one. */
  joinLines({ source, start, end }: Span): void {
    this.#join(source, source.place(start).line, source.place(end).line);
  }

  /** Records all that `others` has recorded. */
  addAll(others: Directives): void {
    for (const [source, byStart] of others.#directives)
      for (const [start, directive] of byStart) inSource(this.#directives, source).set(start, directive);
    for (const [source, byLine] of others.#joined)
      for (const [line, first] of byLine) inSource(this.#joined, source).set(line, first);
  }

  #join(source: SourceText, first: number, last: number): void {
    for (let line = first + 1; line <= last; line++) inSource(this.#joined, source).set(line, first);
  }

  /** Returns the findings that no directive silences, and findings about the directives themselves. */
  apply(found: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.#directives.size === 0) return found;
    const place = this.#places();
    const codes = [...this.#directives.values()].flatMap((byStart) =>
      [...byStart.values()].flatMap((directive) =>
        directive.codes.map((span) => ({ span, target: place(directive.span, textOf(span)) })),
      ),
    );
    const targets = new Set(codes.map(({ target }) => target));
    const isSilenced = ({ severity, span, code }: Diagnostic) =>
      severity === "warning" && targets.has(place(span, code));
    const used = new Set(found.filter(isSilenced).map(({ span, code }) => place(span, code)));
    // An error stops later phases, and a directive may be there for one of their findings.
    const isComplete = found.every(({ severity }) => severity === "warning");
    const problems = codes.flatMap(({ span, target }) => {
      const code = textOf(span);
      const severity = severities.get(code);
      if (severity === undefined) return diagnostic(span, "directiveCode", { code });
      if (severity === "error") return diagnostic(span, "directiveError", { code });
      return isComplete && !used.has(target) ? diagnostic(span, "directiveUnused", { code }) : [];
    });
    return [...found.filter((one) => !isSilenced(one)), ...problems];
  }

  /**
   * Returns a function that maps a finding and its directive to the same text, made of the code and the first
   * of the lines that count as one.
   */
  #places(): (span: Span | undefined, code: string) => string {
    const firstLines = new Map<SourceText, Map<number, number>>();
    for (const [source, joined] of this.#joined) {
      const first = inSource(firstLines, source);
      for (const [line, earlier] of [...joined].sort(([a], [b]) => a - b))
        first.set(line, first.get(earlier) ?? earlier);
    }
    return (span, code) => {
      if (span === undefined) return code;
      const { line } = span.source.place(span.start);
      return `${span.source.path}\0${firstLines.get(span.source)?.get(line) ?? line}\0${code}`;
    };
  }
}

function textOf({ source, start, end }: Span) {
  return source.text.slice(start, end);
}

const severities: ReadonlyMap<string, Severity> = new Map(
  Object.values(catalogue).map(({ code, severity }) => [code, severity]),
);

/** True of a comment, including `<!--` and `-->`, that is meant only for the compiler. */
export function isDirective(comment: string): boolean {
  return directiveWord.test(comment);
}

const directiveWord = /^\W*(flowc-ignore)(?![\w-])/d;

/**
 * The codes that a directive names before its reason; `undefined` for any other comment. A directive without
 * codes yields its own first word, which is then reported as a wrong code.
 */
function codesIn(comment: Span): readonly Span[] | undefined {
  const text = textOf(comment);
  const word = directiveWord.exec(text);
  if (word === null) return undefined;
  const part = (range: [number, number] | undefined) => {
    const [start, end] = range ?? [0, 0];
    return comment.source.span(comment.start + start, comment.start + end);
  };
  const code = /[\s,]*(FLOW\w*)/dgiy;
  code.lastIndex = word[0].length;
  const codes: Span[] = [];
  for (let match = code.exec(text); match !== null; match = code.exec(text))
    codes.push(part(match.indices?.[1]));
  return codes.length > 0 ? codes : [part(word.indices?.[1])];
}

/** True of a comment that shares its lines with blanks only. */
function hasOwnLines({ source: { text }, start, end }: Span): boolean {
  let before = start - 1;
  while (text[before] === " " || text[before] === "\t") before--;
  let after = end;
  while (text[after] === " " || text[after] === "\t" || text[after] === "\r") after++;
  return (before < 0 || text[before] === "\n") && (after >= text.length || text[after] === "\n");
}

function inSource<V>(maps: Map<SourceText, Map<number, V>>, source: SourceText): Map<number, V> {
  const known = maps.get(source);
  if (known !== undefined) return known;
  const made = new Map<number, V>();
  maps.set(source, made);
  return made;
}
