import type { SourceText, Span } from "../source/source-text.js";
import type { Arguments, DiagnosticName } from "./catalogue.js";
import { type Diagnostic, diagnostic } from "./diagnostic.js";
import { Directives } from "./directives.js";

export type { Diagnostic } from "./diagnostic.js";

/** Collects what all phases find, so that one run shows everything. */
export class Reporter {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #directives = new Directives();

  report<N extends DiagnosticName>(span: Span | undefined, name: N, ...args: Arguments<N>): void {
    this.#diagnostics.push(diagnostic(span, name, ...args));
  }

  /** Takes over what another reporter has collected. */
  add(other: Reporter): void {
    this.#diagnostics.push(...other.#diagnostics);
    this.#directives.addAll(other.#directives);
  }

  /** Every comment that a parser meets: it may silence a warning. */
  comment(span: Span): void {
    this.#directives.add(span);
  }

  /** No comment can stand inside of this span: for those beside it, it counts as one line. */
  joinLines(span: Span): void {
    this.#directives.joinLines(span);
  }

  get hasErrors(): boolean {
    return this.#diagnostics.some((found) => found.severity === "error");
  }

  hasErrorsIn(source: SourceText): boolean {
    return this.#diagnostics.some(({ severity, span }) => severity === "error" && span?.source === source);
  }

  /** All findings by file and place, each once, without those that comments silence. */
  sorted(): readonly Diagnostic[] {
    const seen = new Set<string>();
    const key = ({ code, span, message }: Diagnostic) =>
      `${span?.source.path ?? ""}\0${span?.start ?? ""}\0${code}\0${message}`;
    return this.#directives
      .apply(this.#diagnostics)
      .filter((found) => !seen.has(key(found)) && seen.add(key(found)))
      .sort(
        (a, b) =>
          compare(a.span?.source.path ?? "", b.span?.source.path ?? "") ||
          (a.span?.start ?? 0) - (b.span?.start ?? 0) ||
          compare(a.code, b.code),
      );
  }
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
