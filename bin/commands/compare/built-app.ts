import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type { RecordedExchange } from "../../../runtime/observe/trace/index.js";
import { isOfTransfer, RecordedAnswers, type WideExchange } from "../../recording/app/recorded-answers.js";
import { listeningUrl, problemsOf } from "../../shared/app-log.js";
import { realPath } from "../../shared/real-path.js";
import { workerModule } from "../../shared/worker-module.js";
import type { Other, OtherAnswer } from "./comparison.js";
import { ask, pairsOf } from "./live-system.js";

/** Milliseconds until the app has to serve. */
const patience = 30_000;

/** An app as `flowc build` has left it, of any version: a process whose connections all lead to the recording. */
export class BuiltApp implements Other {
  readonly isUntimed = true;
  #answers = new RecordedAnswers({ upstream: [], startedAt: 0, duration: 0 });

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: URL,
    private readonly servers: readonly Server[],
  ) {}

  /** @throws Error if it does not start */
  static async start(directory: string): Promise<BuiltApp> {
    const schemes = ["http", "https"];
    const servers = schemes.map(() => createServer().listen(0, "127.0.0.1"));
    await Promise.all(servers.map((server) => once(server, "listening")));
    const [plain, secure] = servers.map((server) => String((server.address() as AddressInfo).port));
    const preload = pathToFileURL(workerModule("commands/compare/built")).href;
    const child = spawn(process.execPath, ["--import", preload, join(realPath(directory), "server.js")], {
      env: {
        ...process.env,
        ...{ FLOWC_PLAIN: plain, FLOWC_SECURE: secure, PORT: "0", HOST: "127.0.0.1" },
        ...{ FLOW_WORKERS: "1", FLOW_ADMIN_PORT: "", FLOW_RECORD: "", FLOW_CACHE_URL: "" },
      },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const url = await listeningAt(child).catch((error: unknown) => {
      child.kill("SIGKILL");
      for (const server of servers) server.close();
      throw error;
    });
    const app = new BuiltApp(child, new URL(url), servers);
    for (const [index, server] of servers.entries())
      server.on("request", (...both) => void app.#answer(schemes[index] ?? "", ...both));
    return app;
  }

  async run(exchange: WideExchange): Promise<OtherAnswer> {
    this.#answers = new RecordedAnswers(exchange);
    const { startedAt, id } = exchange;
    const set = once(this.child, "message");
    this.child.send({ startedAt, id });
    await set;
    const answer = await ask(this.url, exchange);
    if (typeof answer === "string") return { status: 0, fields: [], body: new Uint8Array(), failure: answer };
    return { ...answer, sent: this.#answers.sent };
  }

  /** A process cannot be told how a connection failed. */
  skips({ upstream }: RecordedExchange): string | undefined {
    return upstream.some(({ response }) => response === undefined)
      ? "an upstream request failed, which a built app cannot repeat"
      : undefined;
  }

  async #answer(scheme: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers, rawHeaders } = incoming;
    const asked = {
      ...{ id: "", method, url: `${scheme}://${headers.host}${url}`, fields: pairsOf(rawHeaders) },
      timeout: Number.POSITIVE_INFINITY, // it waits by itself
    };
    try {
      const given = this.#answers.answer({ ...asked, body: await buffer(incoming) });
      if ("failure" in given) throw new Error(given.failure);
      const fields = given.fields.filter(([name]) => !isOfTransfer(name));
      outgoing.writeHead(given.status, fields.flat()).end(given.body);
    } catch {
      incoming.socket.destroy();
    }
  }

  async stop(): Promise<void> {
    this.child.kill("SIGKILL");
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

/** Goes on to read what it logs, so that it does not wait. */
function listeningAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const failed = (): void => {
      const problems = problemsOf(text).join("; ").slice(0, 500);
      reject(new Error(`the app does not start: ${problems}`));
    };
    const timer = setTimeout(failed, patience);
    child.once("exit", failed);
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      if (text.length < 100_000) text += piece;
      const url = listeningUrl(text);
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
