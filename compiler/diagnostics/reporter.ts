import type { Span } from "../source.js";
import { type Arguments, catalogue, type DiagnosticName, type Severity } from "./catalogue.js";

/** One finding of the build. `span` is absent where no file is to blame. */
export interface Diagnostic {
  readonly name: DiagnosticName;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string | undefined;
  readonly span: Span | undefined;
}

/** Collects what all phases find, so that one run shows everything. */
export class Reporter {
  readonly #diagnostics: Diagnostic[] = [];

  report<N extends DiagnosticName>(span: Span | undefined, name: N, ...args: Arguments<N>): void {
    const entry = catalogue[name];
    const [values] = args;
    const text = (part: string | ((values: never) => string | undefined) | undefined) =>
      typeof part === "function" ? part(values as never) : part;
    this.#diagnostics.push({
      name,
      code: entry.code,
      severity: entry.severity,
      message: text(entry.message) ?? "",
      hint: text(entry.hint),
      span,
    });
  }

  get hasErrors(): boolean {
    return this.#diagnostics.some((diagnostic) => diagnostic.severity === "error");
  }

  /** All findings by file and place, each once. */
  sorted(): readonly Diagnostic[] {
    const seen = new Set<string>();
    const key = ({ code, span, message }: Diagnostic) =>
      `${span?.source.path ?? ""}\0${span?.start ?? ""}\0${code}\0${message}`;
    return this.#diagnostics
      .filter((diagnostic) => !seen.has(key(diagnostic)) && seen.add(key(diagnostic)))
      .sort(
        (a, b) =>
          compare(a.span?.source.path ?? "", b.span?.source.path ?? "") ||
          (a.span?.start ?? 0) - (b.span?.start ?? 0) ||
          compare(a.code, b.code),
      );
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
