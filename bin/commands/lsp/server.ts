import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  DocumentHighlightKind,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  type Position,
  ResponseError,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete } from "../../../compiler/editor/completion/index.js";
import {
  completeDescription,
  definitionInDescription,
  fileNamedAt,
  hoverDescription,
} from "../../../compiler/editor/description.js";
import { Documentation } from "../../../compiler/editor/documentation/documentation.js";
import { fixesFor } from "../../../compiler/editor/fixes.js";
import { format } from "../../../compiler/editor/format.js";
import { hoverAt } from "../../../compiler/editor/hover.js";
import {
  definitionsAt,
  occurrencesOf,
  type RenameProblem,
  referencesAt,
  renaming,
  startsOf,
} from "../../../compiler/editor/navigation.js";
import { readLoosely } from "../../../compiler/editor/reading/loose-xml.js";
import { signatureAt } from "../../../compiler/editor/signature.js";
import { symbolsOf } from "../../../compiler/editor/symbols.js";
import { packageDirectory } from "../../../compiler/output/package-directory.js";
import type { SourceText, Span } from "../../../compiler/source/source-text.js";
import { CarefulReader } from "./careful-reader.js";
import {
  codeAction,
  completionItem,
  diagnosticOf,
  offsetOf,
  rangeOf,
  symbolOf,
  textEdits,
} from "./convert.js";
import { maxLength } from "./limits.js";
import { folderPaths, type Place, Workspace } from "./workspace.js";

/**
 * Serves one client; ends when it has left.
 * @param complain is told what is wrong with input that is no message
 */
export function serve(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  complain: (text: string) => void,
): Promise<void> {
  const reader = new CarefulReader(input);
  reader.onError(({ message }) => complain(message.split("\n", 1)[0]?.slice(0, maxComplaint) ?? ""));
  const connection = createConnection(reader, new StreamMessageWriter(output));
  const ended = new Promise<void>((resolve) => connection.onExit(resolve));
  new Server(connection).listen();
  return ended;
}

/** Complaints may repeat what came in. */
const maxComplaint = 300;

/** A file that a client asks about, and where. */
interface Asked extends Place {
  readonly source: SourceText;
  readonly uri: string;
}

type WithDocument = { readonly textDocument: { readonly uri: string } };
type WithPosition = WithDocument & { readonly position: Position };

class Server {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #documentation = new Documentation(readPage);
  #workspace = new Workspace(new Set(), { found: () => {}, failed: () => {} });
  #takesSnippets = false;

  constructor(private readonly connection: Connection) {}

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#watch());
    this.#onDocuments();
    connection.onDidChangeWatchedFiles(() => this.#workspace.refresh());
    this.#onQuestions();
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.#takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    this.#canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.#hasFolders = capabilities.workspace?.workspaceFolders === true;
    this.#workspace = new Workspace(folderPaths(folders), {
      found: (uri, findings) => {
        const version = this.#documents.get(uri)?.version;
        void this.connection.sendDiagnostics({
          uri,
          ...(version !== undefined && { version }),
          diagnostics: findings.map(diagnosticOf),
        });
      },
      failed: (error) => this.#log(error),
    });
    return {
      serverInfo: { name: "flowc" },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: {
          triggerCharacters: ["<", "/", "$", '"', "{", " ", "(", "["],
          resolveProvider: true,
        },
        signatureHelpProvider: { triggerCharacters: ["(", ","] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        documentSymbolProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #canWatch = false;
  #hasFolders = false;

  #watch(): void {
    if (this.#canWatch)
      void this.connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: "**/*" }],
      });
    if (this.#hasFolders)
      this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const paths = (folders: readonly { uri: string }[]) => [
          ...folderPaths(folders.map(({ uri }) => uri)),
        ];
        this.#workspace.changeFolders(paths(added), paths(removed));
      });
  }

  #onDocuments(): void {
    this.#documents.onDidOpen(({ document }) => {
      if (this.#isTooLarge(document)) return;
      this.#attempt(() => this.#workspace.open(document.uri, document.getText()), undefined);
    });
    this.#documents.onDidChangeContent(({ document }) => {
      if (this.#isTooLarge(document)) this.#workspace.close(document.uri);
      else if (this.#workspace.place(document.uri) === undefined)
        this.#attempt(() => this.#workspace.open(document.uri, document.getText()), undefined);
      else this.#attempt(() => this.#workspace.change(document.uri, document.getText()), undefined);
    });
    this.#documents.onDidSave(() => this.#workspace.refresh());
    this.#documents.onDidClose(({ document }) => {
      this.#attempt(() => this.#workspace.close(document.uri), undefined);
      void this.connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    });
  }

  /** Says so of a document that is too large to look at. */
  #isTooLarge(document: TextDocument): boolean {
    if (document.getText().length <= maxLength) return false;
    const nowhere = { line: 0, character: 0 };
    const message = `This file has more than ${maxLength} characters: flowc looks at it only when it builds.`;
    void this.connection.sendDiagnostics({
      uri: document.uri,
      diagnostics: [{ range: { start: nowhere, end: nowhere }, severity: 3, source: "flowc", message }],
    });
    return true;
  }

  #onQuestions(): void {
    const { connection } = this;
    connection.onCompletion((params) =>
      this.#answer(params, [], ({ app, path, source }, offset) =>
        (isXml(path) ? complete : completeDescription)(app.project, path, offset).map(
          completionItem(source, this.#takesSnippets),
        ),
      ),
    );
    connection.onCompletionResolve((item) => {
      const documentation = this.#attempt(() => this.#documented(item.data), undefined);
      return documentation === undefined
        ? item
        : { ...item, documentation: { kind: MarkupKind.Markdown, value: documentation } };
    });
    connection.onSignatureHelp((params) =>
      this.#answer(params, null, ({ app, path }, offset) => {
        const found = signatureAt(app.project, this.#documentation, path, offset);
        if (found === undefined) return null;
        const { label, parameters, active, documentation } = found;
        const value = documentation ?? "";
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
      this.#answer(params, null, ({ app, path, source }, offset) => {
        const ask = isXml(path) ? hoverAt : hoverDescription;
        const found = ask(app.project, this.#documentation, path, offset);
        if (found === undefined) return null;
        const contents = { kind: MarkupKind.Markdown, value: found.text };
        return { contents, range: rangeOf(source, found.range) };
      }),
    );
    connection.onDefinition((params) =>
      this.#answer(params, null, (asked, offset) =>
        this.#locations(
          asked,
          (isXml(asked.path) ? definitionsAt : definitionInDescription)(
            asked.app.project,
            asked.path,
            offset,
          ),
        ),
      ),
    );
    connection.onReferences((params) =>
      this.#answer(params, null, (asked, offset) =>
        this.#locations(asked, this.#references(asked, offset, params.context?.includeDeclaration === true)),
      ),
    );
    connection.onDocumentHighlight((params) =>
      this.#answer(params, null, ({ app, path, source }, offset) => {
        const all = occurrencesOf(app.project, path, offset)?.all ?? [];
        return all
          .filter(({ span }) => span.source.path === path)
          .map(({ span, isWrite }) => ({
            range: rangeOf(source, span),
            kind: isWrite ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
          }));
      }),
    );
    this.#onEdits();
  }

  #onEdits(): void {
    const { connection } = this;
    connection.onDocumentSymbol((params) =>
      this.#ask(params, null, ({ source }) => symbolsOf(readLoosely(source.text)).map(symbolOf(source))),
    );
    connection.onPrepareRename((params) =>
      this.#answer(params, null, ({ app, path, source }, offset) => {
        const found = renaming(app.project, path, offset);
        if (typeof found === "string") throw refusal(found);
        const here = found.spans.find(
          ({ source: own, start, end }) => own.path === path && start - 1 <= offset && offset <= end,
        );
        return here === undefined ? null : { range: rangeOf(source, here), placeholder: found.name };
      }),
    );
    connection.onRenameRequest((params) =>
      this.#answer(params, null, ({ app, path }, offset) => {
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
      this.#ask(params, null, ({ app, path, source, uri }) => {
        const start = offsetOf(source, params.range.start);
        const end = offsetOf(source, params.range.end);
        const here = app
          .findings(path)
          .filter(({ span }) => span?.source.text === source.text && span.start <= end && span.end >= start);
        return fixesFor(app.project, path, here).map(codeAction(source, uri));
      }),
    );
    connection.onDocumentFormatting((params) =>
      this.#ask(params, null, ({ source }) => this.#formatted(source, params.options)),
    );
    connection.onDocumentRangeFormatting((params) =>
      this.#ask(params, null, ({ source }) => {
        const start = offsetOf(source, params.range.start);
        const end = offsetOf(source, params.range.end);
        return this.#formatted(source, params.options, (edit) => edit.start >= start && edit.end <= end);
      }),
    );
  }

  #references({ app: { project }, path }: Place, offset: number, withDefinitions: boolean): readonly Span[] {
    if (isXml(path)) return referencesAt(project, path, offset, withDefinitions);
    const named = fileNamedAt(project, path, offset);
    return named === undefined ? [] : startsOf(project, named);
  }

  #formatted(
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

  #locations({ app }: Place, spans: readonly Span[]) {
    return spans.map((span) => ({ uri: app.uriOf(span.source.path), range: rangeOf(span.source, span) }));
  }

  #documented(data: unknown): string | undefined {
    if (typeof data !== "object" || data === null) return undefined;
    const of = (name: string) => String(new Map<string, unknown>(Object.entries(data)).get(name) ?? "");
    const [kind, label, element] = [of("kind"), of("label"), of("element")];
    switch (kind) {
      case "element":
        return this.#documentation.element(label);
      case "attribute":
        return this.#documentation.attribute(element, label);
      case "property":
        return this.#documentation.property(element, label);
      case "function":
        return this.#documentation.function(label);
      case "variable":
        return this.#documentation.variable(label.replace(/^\$/, ""));
      case "command":
        return this.#documentation.command(label);
      default:
        return undefined;
    }
  }

  /** Answers a question about a place; `nothing` about a file that is not open, or that no app has. */
  #answer<T>(
    params: WithPosition,
    nothing: T,
    answer: (asked: Asked, offset: number) => T,
  ): T | ResponseError<void> {
    return this.#ask(params, nothing, (asked) => answer(asked, offsetOf(asked.source, params.position)));
  }

  #ask<T>(params: WithDocument, nothing: T, answer: (asked: Asked) => T): T | ResponseError<void> {
    try {
      const uri = String(params.textDocument?.uri);
      const place = this.#workspace.place(uri);
      const source = place?.app.project.source(place.path);
      return place === undefined || source === undefined ? nothing : answer({ ...place, source, uri });
    } catch (error) {
      if (error instanceof ResponseError) return error;
      this.#log(error);
      return new ResponseError(LSPErrorCodes.RequestFailed, messageOf(error));
    }
  }

  #attempt<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      this.#log(error);
      return otherwise;
    }
  }

  #log(error: unknown): void {
    this.connection.console.error(messageOf(error));
  }
}

const isXml = (path: string): boolean => path.endsWith(".xml");

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function readPage(page: string): string | undefined {
  try {
    return readFileSync(join(packageDirectory, "docs", page), "utf8");
  } catch {
    return undefined;
  }
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
