import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Documentation } from "../../../compiler/editor/documentation/documentation.js";
import { packageDirectory } from "../../../compiler/output/index.js";
import { Asking } from "./asking.js";
import { CarefulReader } from "./careful-reader.js";
import { diagnosticOf } from "./convert.js";
import { answerWithEdits } from "./edits.js";
import { maxLength } from "./limits.js";
import { answerQuestions } from "./questions.js";
import { folderPaths, Workspace } from "./workspace.js";

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

class Server {
  readonly #documents = new TextDocuments(TextDocument);
  #workspace = new Workspace(new Set(), { found: () => {}, failed: () => {} });
  readonly #asking: Asking;
  #canWatch = false;
  #hasFolders = false;

  constructor(private readonly connection: Connection) {
    this.#asking = new Asking(connection, () => this.#workspace);
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#watch());
    this.#onDocuments();
    connection.onDidChangeWatchedFiles(() => this.#workspace.refresh());
    answerQuestions(connection, this.#asking, new Documentation(readPage));
    answerWithEdits(connection, this.#asking);
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.#asking.takesSnippets =
      capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
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
      failed: (error) => this.#asking.log(error),
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
      this.#asking.attempt(() => this.#workspace.open(document.uri, document.getText()), undefined);
    });
    this.#documents.onDidChangeContent(({ document }) => {
      if (this.#isTooLarge(document)) this.#workspace.close(document.uri);
      else if (this.#workspace.place(document.uri) === undefined)
        this.#asking.attempt(() => this.#workspace.open(document.uri, document.getText()), undefined);
      else this.#asking.attempt(() => this.#workspace.change(document.uri, document.getText()), undefined);
    });
    this.#documents.onDidSave(() => this.#workspace.refresh());
    this.#documents.onDidClose(({ document }) => {
      this.#asking.attempt(() => this.#workspace.close(document.uri), undefined);
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
}

function readPage(page: string): string | undefined {
  try {
    return readFileSync(join(packageDirectory, "docs", page), "utf8");
  } catch {
    return undefined;
  }
}
