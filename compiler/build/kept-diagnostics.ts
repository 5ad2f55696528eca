import type { Diagnostic } from "../diagnostics/reporter.js";
import { SourceText } from "../source/source-text.js";
import type { Contents } from "./contents.js";

/** A finding as plain data. */
export type KeptDiagnostic = Omit<Diagnostic, "span"> & {
  readonly place: { readonly path: string; readonly start: number; readonly end: number } | undefined;
};

export function keepDiagnostics(diagnostics: readonly Diagnostic[]): readonly KeptDiagnostic[] {
  return diagnostics.map(({ span, ...rest }) => ({
    ...rest,
    place: span && { path: span.source.path, start: span.start, end: span.end },
  }));
}

/** @param contents in which the files of the findings have not changed */
export function restoreDiagnostics(
  diagnostics: readonly KeptDiagnostic[],
  contents: Contents,
): readonly Diagnostic[] {
  const sources = new Map<string, SourceText>();
  const sourceOf = (path: string) => {
    const source = sources.get(path) ?? new SourceText(path, contents.read(path) ?? "");
    sources.set(path, source);
    return source;
  };
  return diagnostics.map(({ place, hint, ...rest }) => ({
    ...rest,
    hint,
    span: place && sourceOf(place.path).span(place.start, place.end),
  }));
}
