import { type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { fixesFor } from "../../../compiler/editor/fixes.js";
import { format } from "../../../compiler/editor/format.js";
import { type RenameProblem, renaming } from "../../../compiler/editor/navigation.js";
import { readLoosely } from "../../../compiler/editor/reading/loose-xml.js";
import { symbolsOf } from "../../../compiler/editor/symbols.js";
import type { SourceText } from "../../../compiler/source/index.js";
import { type Asking, isXml } from "./asking.js";
import { codeAction, offsetOf, rangeOf, symbolOf, textEdits } from "./convert.js";

/** Answers with outlines of files, and with changes to them. */
export function answerWithEdits(connection: Connection, asking: Asking): void {
  connection.onDocumentSymbol((params) =>
    asking.ask(params, null, ({ source }) => symbolsOf(readLoosely(source.text)).map(symbolOf(source))),
  );
  connection.onPrepareRename((params) =>
    asking.answer(params, null, ({ app, path, source }, offset) => {
      const found = renaming(app.project, path, offset);
      if (typeof found === "string") throw refusal(found);
      const here = found.spans.find(
        ({ source: own, start, end }) => own.path === path && start - 1 <= offset && offset <= end,
      );
      return here === undefined ? null : { range: rangeOf(source, here), placeholder: found.name };
    }),
  );
  connection.onRenameRequest((params) =>
    asking.answer(params, null, ({ app, path }, offset) => {
      const found = renaming(app.project, path, offset, String(params.newName));
      if (typeof found === "string") throw refusal(found);
      const newText = String(params.newName).replace(/^\$/, "");
      const changes = new Map<string, { range: ReturnType<typeof rangeOf>; newText: string }[]>();
      for (const span of found.spans) {
        const uri = app.uriOf(span.source.path);
        changes.set(uri, [...(changes.get(uri) ?? []), { range: rangeOf(span.source, span), newText }]);
      }
      return { changes: Object.fromEntries(changes) };
    }),
  );
  connection.onCodeAction((params) =>
    asking.ask(params, null, ({ app, path, source, uri }) => {
      const start = offsetOf(source, params.range.start);
      const end = offsetOf(source, params.range.end);
      const here = app
        .findings(path)
        .filter(({ span }) => span?.source.text === source.text && span.start <= end && span.end >= start);
      return fixesFor(app.project, path, here).map(codeAction(source, uri));
    }),
  );
  connection.onDocumentFormatting((params) =>
    asking.ask(params, null, ({ source }) => formatted(source, params.options)),
  );
  connection.onDocumentRangeFormatting((params) =>
    asking.ask(params, null, ({ source }) => {
      const start = offsetOf(source, params.range.start);
      const end = offsetOf(source, params.range.end);
      return formatted(source, params.options, (edit) => edit.start >= start && edit.end <= end);
    }),
  );
}

function formatted(
  source: SourceText,
  options: { readonly insertSpaces: boolean; readonly tabSize: number },
  isMeant: (edit: { readonly start: number; readonly end: number }) => boolean = () => true,
) {
  if (!isXml(source.path)) return null;
  const size = Math.min(16, Math.max(1, Math.trunc(Number(options?.tabSize)) || 2));
  const edits = format(source, { indent: options?.insertSpaces === false ? "\t" : " ".repeat(size) });
  if (edits === undefined)
    throw new ResponseError(
      LSPErrorCodes.RequestFailed,
      "This file has errors in its XML. Correct them first.",
    );
  return textEdits(source, edits.filter(isMeant));
}

const refusals: Readonly<Record<RenameProblem, string>> = {
  nothing: "There is no variable here.",
  predefined: "A predefined variable has the name that it has.",
  token: "The API description names this variable: change it there, too.",
  broken: "A flow that may use this variable has errors. Correct them first.",
  name: "A name is a letter or underscore, then letters, digits, underscores or hyphens.",
  taken: "There is another variable of this name.",
};

const refusal = (problem: RenameProblem): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestFailed, refusals[problem]);
