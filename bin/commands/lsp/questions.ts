import { type Connection, DocumentHighlightKind, MarkupKind } from "vscode-languageserver/node";
import { complete } from "../../../compiler/editor/completion/index.js";
import {
  completeDescription,
  definitionInDescription,
  fileNamedAt,
  hoverDescription,
} from "../../../compiler/editor/description.js";
import type { Documentation } from "../../../compiler/editor/documentation/documentation.js";
import { hoverAt } from "../../../compiler/editor/hover.js";
import { definitionsAt, occurrencesOf, referencesAt, startsOf } from "../../../compiler/editor/navigation.js";
import { signatureAt } from "../../../compiler/editor/signature.js";
import type { Span } from "../../../compiler/source/index.js";
import { type Asking, isXml } from "./asking.js";
import { completionItem, rangeOf } from "./convert.js";
import type { Place } from "./workspace.js";

/** Answers what stands at a place, and what can. */
export function answerQuestions(connection: Connection, asking: Asking, documentation: Documentation): void {
  connection.onCompletion((params) =>
    asking.answer(params, [], ({ app, path, source }, offset) =>
      (isXml(path) ? complete : completeDescription)(app.project, path, offset).map(
        completionItem(source, asking.takesSnippets),
      ),
    ),
  );
  connection.onCompletionResolve((item) => {
    const value = asking.attempt(() => documented(item.data, documentation), undefined);
    return value === undefined ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
  });
  connection.onSignatureHelp((params) =>
    asking.answer(params, null, ({ app, path }, offset) => {
      const found = signatureAt(app.project, documentation, path, offset);
      if (found === undefined) return null;
      const { label, parameters, active, documentation: value = "" } = found;
      return {
        signatures: [
          {
            label,
            parameters: parameters.map((parameter) => ({ label: parameter })),
            documentation: { kind: MarkupKind.Markdown, value },
          },
        ],
        activeSignature: 0,
        activeParameter: active,
      };
    }),
  );
  connection.onHover((params) =>
    asking.answer(params, null, ({ app, path, source }, offset) => {
      const ask = isXml(path) ? hoverAt : hoverDescription;
      const found = ask(app.project, documentation, path, offset);
      if (found === undefined) return null;
      const contents = { kind: MarkupKind.Markdown, value: found.text };
      return { contents, range: rangeOf(source, found.range) };
    }),
  );
  connection.onDefinition((params) =>
    asking.answer(params, null, (asked, offset) =>
      locations(
        asked,
        (isXml(asked.path) ? definitionsAt : definitionInDescription)(asked.app.project, asked.path, offset),
      ),
    ),
  );
  connection.onReferences((params) =>
    asking.answer(params, null, (asked, offset) =>
      locations(asked, references(asked, offset, params.context?.includeDeclaration === true)),
    ),
  );
  connection.onDocumentHighlight((params) =>
    asking.answer(params, null, ({ app, path, source }, offset) => {
      const all = occurrencesOf(app.project, path, offset)?.all ?? [];
      return all
        .filter(({ span }) => span.source.path === path)
        .map(({ span, isWrite }) => ({
          range: rangeOf(source, span),
          kind: isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
        }));
    }),
  );
}

function references(
  { app: { project }, path }: Place,
  offset: number,
  withDefinitions: boolean,
): readonly Span[] {
  if (isXml(path)) return referencesAt(project, path, offset, withDefinitions);
  const named = fileNamedAt(project, path, offset);
  return named === undefined ? [] : startsOf(project, named);
}

function locations({ app }: Place, spans: readonly Span[]) {
  return spans.map((span) => ({ uri: app.uriOf(span.source.path), range: rangeOf(span.source, span) }));
}

function documented(data: unknown, documentation: Documentation): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const of = (name: string) => String(new Map<string, unknown>(Object.entries(data)).get(name) ?? "");
  const [kind, label, element] = [of("kind"), of("label"), of("element")];
  switch (kind) {
    case "element":
      return documentation.element(label);
    case "attribute":
      return documentation.attribute(element, label);
    case "property":
      return documentation.property(element, label);
    case "function":
      return documentation.function(label);
    case "variable":
      return documentation.variable(label.replace(/^\$/, ""));
    case "command":
      return documentation.command(label);
    default:
      return undefined;
  }
}
