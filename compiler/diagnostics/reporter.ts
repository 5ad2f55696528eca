import type { SourceText, Span } from "../source/source-text.js";
import { type Arguments, catalogue, type DiagnosticName } from "./catalogue.js";
import { type Diagnostic, diagnostic } from "./diagnostic.js";
import { Directives } from "./directives.js";

export type { Diagnostic } from "./diagnostic.js";

/** Collects the findings of all phases, so that one run shows everything. */
export class Reporter {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #directives = new Directives();
  /** The kind and the beginning of each finding. */
  readonly #places = new Set<string>();

  /** The findings of work for one flow alone, by its path. */
  readonly #ofFlows = new Map<string, Set<Diagnostic>>();
  #flow: string | undefined;

  report<N extends DiagnosticName>(span: Span | undefined, name: N, ...args: Arguments<N>): void {
    this.again(diagnostic(span, name, ...args));
    if (span !== undefined) this.#places.add(placeOf(span, name));
  }

  /** Adds a finding of an earlier build that holds for this one. */
  again(found: Diagnostic): void {
    this.#diagnostics.push(found);
    if (this.#flow === undefined) return;
    const own = this.#ofFlows.get(this.#flow) ?? new Set();
    this.#ofFlows.set(this.#flow, own.add(found));
  }

  /**
   * Does work for one flow. What it finds holds again while the flow, the files that were read for it, and the facts that it
   * asked for are the same. Findings of other work come of all flows together.
   */
  forFlow<T>(path: string, work: () => T): T {
    const before = this.#flow;
    this.#flow = path;
    try {
      return work();
    } finally {
      this.#flow = before;
    }
  }

  /** The findings of work for one flow. */
  foundFor(path: string): ReadonlySet<Diagnostic> {
    return this.#ofFlows.get(path) ?? new Set();
  }

  /** Adds everything that another reporter has collected. */
  add(other: Reporter): void {
    for (const found of other.#diagnostics) this.again(found);
    for (const place of other.#places) this.#places.add(place);
    this.#directives.addAll(other.#directives);
  }

  /** Parsers call this for every comment, since it may silence a warning. */
  comment(span: Span): void {
    this.#directives.add(span);
  }

  /** Makes the lines of a span count as one for comments beside it. No comment can be inside such a span. */
  joinLines(span: Span): void {
    this.#directives.joinLines(span);
  }

  /** True if a finding of a kind begins at the beginning of a place. */
  hasAt(span: Span, name: DiagnosticName): boolean {
    return this.#places.has(placeOf(span, name));
  }

  /** True if the place of a finding of a kind contains another place. */
  covers({ source, start, end }: Span, name: DiagnosticName): boolean {
    const { code } = catalogue[name];
    return this.#diagnostics.some(
      ({ span, code: other }) =>
        other === code && span?.source === source && span.start <= start && span.end >= end,
    );
  }

  /** The paths of the files with comments that silence findings. */
  get silenced(): ReadonlySet<string> {
    return new Set(this.#directives.paths);
  }

  get hasErrors(): boolean {
    return this.#diagnostics.some((found) => found.severity === "error");
  }

  /** The sources that have errors, except those of one kind; `undefined` for errors that belong to no source. */
  errorSources(except: DiagnosticName): readonly (SourceText | undefined)[] {
    const { code } = catalogue[except];
    const errors = this.#diagnostics.filter((found) => found.severity === "error" && found.code !== code);
    return [...new Set(errors.map(({ span }) => span?.source))];
  }

  hasErrorsIn(source: SourceText): boolean {
    return this.#diagnostics.some(({ severity, span }) => severity === "error" && span?.source === source);
  }

  /** All findings, sorted by file and place and without repetition, except those that comments silence. */
  sorted(): readonly Diagnostic[] {
    return sortDiagnostics(this.#directives.apply(this.#diagnostics));
  }
}

const placeOf = ({ source, start }: Span, name: DiagnosticName): string => `${start} ${name} ${source.path}`;

/** By file and place, without repetition. */
function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  const key = ({ code, span, message }: Diagnostic) =>
    `${span?.source.path ?? ""}\0${span?.start ?? ""}\0${code}\0${message}`;
  return diagnostics
    .filter((found) => !seen.has(key(found)) && seen.add(key(found)))
    .sort(
      (a, b) =>
        compare(a.span?.source.path ?? "", b.span?.source.path ?? "") ||
        (a.span?.start ?? 0) - (b.span?.start ?? 0) ||
        compare(a.code, b.code),
    );
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
