import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { flow, project } from "./build.js";
import { spread } from "./measure.js";
import { freshDirectory, write } from "./project.js";
import { type Table, verdict } from "./table.js";

const flows = 200;

/** Milliseconds from a keystroke to what is found in the flow, in an app of 200 flows. */
const target = 100;

/** What an author waits for who types in one flow of many. */
export async function* editor(quick: boolean): AsyncIterable<Table> {
  const root = freshDirectory("editor");
  write(root, project(flows));
  const session = await startSession(root);
  const rounds = quick ? 20 : 100;
  const typed: number[] = [];
  const busy: number[] = [];
  const completed: number[] = [];
  // The first ones find code that is not compiled yet.
  for (let round = -10; round < rounds; round++) {
    // An author rests now and then, and then everything is looked at: the next key comes while that goes on.
    if (round % 4 === 0) await setTimeout(300);
    const times = round % 4 === 0 ? busy : typed;
    const took = await session.type(round);
    if (round >= 0) times.push(took);
    const answered = await session.complete();
    if (round >= 0) completed.push(answered);
  }
  await session.stop();
  const row = (name: string, values: readonly number[]) => {
    const { median } = spread(values);
    const worst = Math.max(...values);
    const ok = verdict(worst <= target);
    return [name, `${median.toFixed(0)} ms`, `${worst.toFixed(0)} ms`, `<= ${target}`, ok];
  };
  yield {
    title: `editor: a flow of ${flows}`,
    headings: ["", "median", "longest", "target", ""],
    rows: [
      row("from a key to what is found", typed),
      row("the same while everything is looked at", busy),
      row("completion of the members of a variable", completed),
    ],
  };
}

interface Session {
  /** Changes a flow as one key does. Resolves to the milliseconds until its findings are there. */
  type(round: number): Promise<number>;
  complete(): Promise<number>;
  stop(): Promise<void>;
}

async function startSession(root: string): Promise<Session> {
  const program = join(process.cwd(), "dist/bin/flowc.js");
  const server = spawn(process.execPath, [program, "lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const uri = pathToFileURL(join(root, "flow-3.xml")).href;
  const found = findings(connection, uri);
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  });
  await connection.sendNotification("initialized", {});
  const text = flow(3, "first");
  const textDocument = { uri, languageId: "xml", version: 1, text: typo(text, 0) };
  const first = found.next();
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  await first;
  let version = 1;
  return {
    async type(round) {
      const changed = typo(text, round + 100);
      const next = found.next();
      const start = performance.now();
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [{ text: changed }],
      });
      await next;
      return performance.now() - start;
    },
    async complete() {
      const line = text.split("\n").findIndex((each) => each.includes("$summary/count > 0"));
      const character = (text.split("\n")[line] ?? "").indexOf("$summary/") + "$summary/".length;
      const start = performance.now();
      const params = { textDocument: { uri }, position: { line, character } };
      const items = await connection.sendRequest<readonly { label: string }[]>(
        "textDocument/completion",
        params,
      );
      if (!items.some(({ label }) => label === "count")) throw new Error("The members are not there.");
      return performance.now() - start;
    },
    async stop() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
    },
  };
}

/** A flow that reads a variable of another misspelt name each time, so that something new is found. */
const typo = (text: string, round: number): string =>
  text.replace('"id": {{ $id }}', `"id": {{ $id${round} }}`);

/** Waits for what is found in a file next. */
function findings(connection: MessageConnection, uri: string): { next(): Promise<void> } {
  let wake = (): void => {};
  let last = "";
  connection.onNotification(
    "textDocument/publishDiagnostics",
    (params: { uri: string; diagnostics: unknown }) => {
      const text = JSON.stringify(params.diagnostics);
      if (params.uri !== uri || text === last) return;
      last = text;
      wake();
    },
  );
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}
