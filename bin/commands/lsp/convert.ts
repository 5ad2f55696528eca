import {
  type Diagnostic as ClientDiagnostic,
  type Range as ClientRange,
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  DiagnosticSeverity,
  type DocumentSymbol,
  InsertTextFormat,
  type Position,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver/node";
import type { Diagnostic } from "../../../compiler/diagnostics/index.js";
import type { Completion, CompletionKind } from "../../../compiler/editor/completion/index.js";
import type { QuickFix } from "../../../compiler/editor/fixes.js";
import type { Edit } from "../../../compiler/editor/format.js";
import type { Range } from "../../../compiler/editor/reading/loose-xml.js";
import type { FlowSymbol } from "../../../compiler/editor/symbols.js";
import type { SourceText } from "../../../compiler/source/index.js";

/** Lines and columns of the protocol count from 0, in UTF-16 units. */
function positionOf(source: SourceText, offset: number): Position {
  const { line, column } = source.place(Math.max(0, Math.min(offset, source.text.length)));
  return { line: line - 1, character: column - 1 };
}

export const rangeOf = (source: SourceText, { start, end }: Range): ClientRange => ({
  start: positionOf(source, start),
  end: positionOf(source, Math.max(start, end)),
});

/** The offset of a position; one behind the end of a line, or of the file, counts as the end. */
export function offsetOf(source: SourceText, position: Position): number {
  const { line, character } = position;
  if (![line, character].every((number) => Number.isInteger(number) && number >= 0))
    throw new RangeError("A position has a line and a character, both from 0.");
  if (line >= source.lineCount) return source.text.length;
  const { start } = source.spanAt({ line: line + 1, column: 1 });
  return start + Math.min(character, source.line(line + 1).length);
}

export function diagnosticOf({ code, severity, message, hint, span }: Diagnostic): ClientDiagnostic {
  const nowhere = { line: 0, character: 0 };
  return {
    range: span === undefined ? { start: nowhere, end: nowhere } : rangeOf(span.source, span),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "flowc",
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  element: CompletionItemKind.Class,
  attribute: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  property: CompletionItemKind.Property,
  function: CompletionItemKind.Function,
  variable: CompletionItemKind.Variable,
  member: CompletionItemKind.Field,
  file: CompletionItemKind.File,
  command: CompletionItemKind.Keyword,
  request: CompletionItemKind.Reference,
  keyword: CompletionItemKind.Keyword,
};

/** @param takesSnippets true if the client can go on at a place inside what it has inserted */
export function completionItem(
  source: SourceText,
  takesSnippets: boolean,
): (one: Completion) => CompletionItem {
  return ({ label, kind, range, text, snippet, detail, isLate, element }) => ({
    label,
    kind: kinds[kind],
    filterText: source.text.startsWith("<", range.start) || text.startsWith("<") ? text : label,
    sortText: `${isLate === true ? "2" : "1"}${label}`,
    ...(detail !== undefined && { detail }),
    ...(snippet !== undefined && takesSnippets
      ? {
          insertTextFormat: InsertTextFormat.Snippet,
          textEdit: { range: rangeOf(source, range), newText: snippet },
        }
      : { textEdit: { range: rangeOf(source, range), newText: text } }),
    data: { kind, label, ...(element !== undefined && { element }) },
  });
}

export const symbolOf =
  (source: SourceText) =>
  ({ name, detail, isCondition, range, nameRange, children }: FlowSymbol): DocumentSymbol => ({
    name,
    detail,
    kind: isCondition ? SymbolKind.Boolean : SymbolKind.Method,
    range: rangeOf(source, range),
    selectionRange: rangeOf(source, nameRange),
    children: children.map(symbolOf(source)),
  });

export const textEdits = (source: SourceText, edits: readonly Edit[]): TextEdit[] =>
  edits.map((edit) => ({ range: rangeOf(source, edit), newText: edit.text }));

export const codeAction =
  (source: SourceText, uri: string) =>
  ({ title, diagnostic, edits, isPreferred }: QuickFix): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(diagnostic)],
    isPreferred,
    edit: { changes: { [uri]: textEdits(source, edits) } },
  });
