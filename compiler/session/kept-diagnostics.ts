import type { Diagnostic } from "../diagnostics/reporter.js";
import { SourceText, type Span } from "../source/source-text.js";
import type { Contents } from "./contents.js";

/** A finding as plain data. */
export type KeptDiagnostic = Omit<Diagnostic, "span" | "fix"> & {
  readonly place: KeptSpan | undefined;
  readonly fix: { readonly place: KeptSpan; readonly text: string } | undefined;
};

interface KeptSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export function keepDiagnostics(diagnostics: readonly Diagnostic[]): readonly KeptDiagnostic[] {
  return diagnostics.map(({ span, fix, ...rest }) => ({
    ...rest,
    place: span && keepSpan(span),
    fix: fix && { place: keepSpan(fix.span), text: fix.text },
  }));
}

const keepSpan = ({ source, start, end }: Span): KeptSpan => ({ path: source.path, start, end });

/** @param contents in which the files of the findings have not changed */
export function restoreDiagnostics(
  diagnostics: readonly KeptDiagnostic[],
  contents: Contents,
): readonly Diagnostic[] {
  const sources = new Map<string, SourceText>();
  return restoredIn(diagnostics, (path) => {
    const source = sources.get(path) ?? new SourceText(path, contents.read(path) ?? "");
    sources.set(path, source);
    return source;
  });
}

export function restoredIn(
  diagnostics: readonly KeptDiagnostic[],
  sourceOf: (path: string) => SourceText,
): readonly Diagnostic[] {
  const spanOf = ({ path, start, end }: KeptSpan): Span => sourceOf(path).span(start, end);
  return diagnostics.map(({ place, hint, fix, ...rest }) => ({
    ...rest,
    hint,
    span: place && spanOf(place),
    fix: fix && { span: spanOf(fix.place), text: fix.text },
  }));
}
