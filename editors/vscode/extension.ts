import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  commands,
  type ExtensionContext,
  ProcessExecution,
  Task,
  type TaskDefinition,
  TaskScope,
  tasks,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import { type Executable, LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("flowc.restart", restart),
    tasks.registerTaskProvider("flowc", { provideTasks, resolveTask }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("flowc.path")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(): Promise<void> {
  const folder = workspace.workspaceFolders?.[0];
  const server: Executable = { ...program(folder), args: [...program(folder).args, "lsp", "--stdio"] };
  client = new LanguageClient("flowc", "flowc", server, {
    documentSelector: ["xml", "yaml", "json"].map((language) => ({ scheme: "file", language })),
  });
  try {
    await client.start();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      `flowc does not start (${message}). Install it, or say where it is: flowc.path`,
    );
  }
}

async function restart(): Promise<void> {
  await client?.dispose();
  await start();
}

/** flowc of the settings, of the workspace, or of the path. */
function program(folder: WorkspaceFolder | undefined): { command: string; args: readonly string[] } {
  const chosen = workspace.getConfiguration("flowc").get<string>("path");
  if (chosen) return { command: chosen, args: [] };
  const own = folder && join(folder.uri.fsPath, "node_modules/flowc/dist/bin/flowc.js");
  return own !== undefined && existsSync(own)
    ? { command: "node", args: [own] }
    : { command: "flowc", args: [] };
}

interface FlowcTask extends TaskDefinition {
  readonly type: "flowc";
  readonly command: "build" | "check";
  readonly directory: string;
  readonly out?: string;
}

/** A task to check and one to build, for each API description. */
async function provideTasks(): Promise<Task[]> {
  const descriptions = await workspace.findFiles(
    "**/{swagger,openapi}.{yaml,yml,json}",
    "**/node_modules/**",
    50,
  );
  const directories = new Set(
    descriptions.map((uri) => workspace.asRelativePath(uri, false).split("/").slice(0, -1).join("/") || "."),
  );
  return [...directories].flatMap((directory) =>
    (["check", "build"] as const).map((command) => taskOf({ type: "flowc", command, directory })),
  );
}

const resolveTask = ({ definition }: Task): Task => taskOf(definition as FlowcTask);

function taskOf(definition: FlowcTask): Task {
  const { command: name, directory, out = "gen" } = definition;
  const { command, args } = program(workspace.workspaceFolders?.[0]);
  const options = name === "build" ? ["-o", out] : [];
  const execution = new ProcessExecution(command, [...args, name, directory, ...options]);
  return new Task(definition, TaskScope.Workspace, `${name} ${directory}`, "flowc", execution, "$flowc");
}
