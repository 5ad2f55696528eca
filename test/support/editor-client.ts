/** An editor without a window: it talks to `flowc lsp`, as it is built, over standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  Hover,
  InitializeResult,
  Location,
  Position,
  PublishDiagnosticsParams,
  SignatureHelp,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { freshBuild } from "../tools/fresh-build.js";
import { repository } from "../tools/sources.js";

export type Files = Readonly<Record<string, string>>;

/** A flow directory that is gone after the test. */
export function flowDirectory(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "flowc-editor-")));
  for (const [path, text] of Object.entries(files)) writeInto(root, path, text);
  return root;
}

export function writeInto(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The place of `|` in a text, and the text without it. */
export function marked(text: string): { readonly text: string; readonly position: Position } {
  const at = text.indexOf("|");
  if (at < 0) throw new Error("There is no | in the text.");
  const before = text.slice(0, at);
  const line = before.split("\n").length - 1;
  const character = at - (before.lastIndexOf("\n") + 1);
  return { text: before + text.slice(at + 1), position: { line, character } };
}

/** A text with the edits of a server made. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = ({ line, character }: Position) => (starts[line] ?? text.length) + character;
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

export class EditorClient {
  readonly #found = new Map<string, readonly Diagnostic[]>();
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();
  readonly logged: string[] = [];
  errors = "";

  private constructor(
    readonly root: string,
    readonly process: ChildProcess,
    readonly connection: MessageConnection,
  ) {}

  static async start(root: string, capabilities: object = {}): Promise<EditorClient> {
    await freshBuild();
    const program = join(repository, "dist/bin/flowc.js");
    const server = spawn(process.execPath, [program, "lsp", "--stdio"], { cwd: root });
    const connection = createMessageConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const client = new EditorClient(root, server, connection);
    server.stderr.on("data", (chunk: Buffer) => {
      client.errors += chunk.toString();
    });
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      client.#found.set(params.uri, params.diagnostics);
      for (const wake of client.#waiting) wake();
    });
    connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
      client.logged.push(message);
      for (const wake of client.#waiting) wake();
    });
    connection.onRequest("client/registerCapability", () => null);
    connection.onClose(() => {});
    connection.listen();
    await connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: [{ uri: pathToFileURL(root).href, name: "flows" }],
      capabilities,
    });
    await connection.sendNotification("initialized", {});
    return client;
  }

  uri(path: string): string {
    return pathToFileURL(join(this.root, path)).href;
  }

  async open(path: string, text: string): Promise<void> {
    this.#versions.set(path, 1);
    const languageId = path.endsWith(".xml") ? "xml" : "yaml";
    await this.notify("textDocument/didOpen", {
      textDocument: { uri: this.uri(path), languageId, version: 1, text },
    });
  }

  /** Replaces the whole text. */
  async change(path: string, text: string): Promise<void> {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    await this.notify("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version },
      contentChanges: [{ text }],
    });
  }

  async close(path: string): Promise<void> {
    await this.notify("textDocument/didClose", { textDocument: { uri: this.uri(path) } });
  }

  notify(method: string, params: object): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  ask<T>(method: string, params: object): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  at<T>(method: string, path: string, position: Position, more: object = {}): Promise<T> {
    return this.ask<T>(method, { textDocument: { uri: this.uri(path) }, position, ...more });
  }

  complete(path: string, position: Position): Promise<CompletionItem[]> {
    return this.at("textDocument/completion", path, position);
  }

  hover(path: string, position: Position): Promise<Hover | null> {
    return this.at("textDocument/hover", path, position);
  }

  signature(path: string, position: Position): Promise<SignatureHelp | null> {
    return this.at("textDocument/signatureHelp", path, position);
  }

  definition(path: string, position: Position): Promise<Location[] | null> {
    return this.at("textDocument/definition", path, position);
  }

  references(path: string, position: Position): Promise<Location[] | null> {
    return this.at("textDocument/references", path, position, { context: { includeDeclaration: true } });
  }

  rename(path: string, position: Position, newName: string): Promise<WorkspaceEdit | null> {
    return this.at("textDocument/rename", path, position, { newName });
  }

  symbols(path: string): Promise<DocumentSymbol[]> {
    return this.ask("textDocument/documentSymbol", { textDocument: { uri: this.uri(path) } });
  }

  format(path: string): Promise<TextEdit[] | null> {
    return this.ask("textDocument/formatting", {
      textDocument: { uri: this.uri(path) },
      options: { tabSize: 2, insertSpaces: true },
    });
  }

  fixes(path: string, { range }: Diagnostic): Promise<CodeAction[]> {
    return this.ask("textDocument/codeAction", {
      textDocument: { uri: this.uri(path) },
      range,
      context: { diagnostics: [] },
    });
  }

  found(path: string): readonly Diagnostic[] | undefined {
    return this.#found.get(this.uri(path));
  }

  /** Waits until the findings in a file are as wanted. */
  async until(path: string, isMeant: (codes: readonly string[]) => boolean): Promise<readonly Diagnostic[]> {
    const codes = () => this.found(path)?.map(({ code }) => String(code));
    await this.#wait(
      () => {
        const found = codes();
        return found !== undefined && isMeant(found);
      },
      () => `${path}: ${JSON.stringify(codes())}`,
    );
    return this.found(path) ?? [];
  }

  async untilLogged(text: string): Promise<void> {
    await this.#wait(
      () => this.logged.some((line) => line.includes(text)),
      () => this.logged.join("\n"),
    );
  }

  #wait(isDone: () => boolean, describe: () => string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        reject(new Error(`Nothing has come in 20 seconds. ${describe()}\n${this.errors}`));
      }, 20_000);
      const wake = () => {
        if (!isDone()) return;
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
      wake();
    });
  }

  /** Ends the session, as editors do. Returns the exit code of the server. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.process.once("exit", resolve));
    if (this.process.exitCode === null) {
      await this.ask("shutdown", {}).catch(() => {});
      await this.notify("exit", {}).catch(() => {});
    }
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 5_000);
    const code = this.process.exitCode ?? (await ended);
    clearTimeout(timer);
    this.connection.dispose();
    rmSync(this.root, { recursive: true, force: true });
    return code;
  }
}
