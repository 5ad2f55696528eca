import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { listeningUrl } from "../../bin/shared/app-log.js";
import type { LogLine } from "./log.js";

export interface RunningServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a real HTTP server on loopback, in the place of an upstream system. */
export async function upstream(handler: RequestListener): Promise<RunningServer> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * The URL of a port that refuses connections until this process ends. The port is that of a connection from here: nobody
 * can listen there, and no other test gets it.
 */
export async function deadUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  const [accepted] = (await once(server, "connection")) as [Socket];
  accepted.on("error", () => {}).unref();
  server.unref();
  return `http://127.0.0.1:${socket.unref().localPort}`;
}

/**
 * Starts something on a port of loopback that it has to be told, and on another one if a program has taken it meanwhile.
 * The port lies below those that systems give to connections and to servers that ask for any port (Linux: from 32768).
 * A program that can ask for any port (0), and tell which it got, does that instead.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(12_000, 32_000), "127.0.0.1");
    try {
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Resolves to true if something listens on a port of loopback. A negative answer takes a moment. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => setTimeout(resolve, 25, false));
  });
}

/** Variables of the environment; those without a value are not set, where they have one otherwise. */
export type Env = Readonly<Record<string, string | undefined>>;

type Command = readonly [string, ...string[]];

export interface RunningProcess extends RunningServer {
  /** `http://127.0.0.1:<port>` of the admin port; empty if there is none. */
  readonly admin: string;
  readonly pid: number;
  /** The exit code, once all of its output has come; `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Everything that it has printed. */
  log(): string;
  /** The events that it has logged, of a type or of all. */
  events(type?: string): readonly LogLine[];
  /** The connection is not kept, since a process that is to end waits a second for those that are. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The text of `/metrics` on its admin port. */
  metrics(): Promise<string>;
  /** A group is the process and all that it has started: a terminal and systemd tell all of them. */
  signal(name: NodeJS.Signals, to?: "process" | "group"): void;
  /** Asks it to end. Resolves to its exit code. */
  end(): Promise<number | null>;
}

/**
 * Starts `node <out>/server.js` on a port that the system chooses, and waits until it listens. Its environment is `env` and
 * `PATH`. It leads a group of processes, as what a terminal starts does.
 */
export function serve(out: string, env: Env = {}, command?: Command): Promise<RunningProcess> {
  const all = { HOST: "127.0.0.1", PORT: "0", ...env };
  const words = command ?? [process.execPath, join(out, "server.js")];
  return start(out, all, words, async (log) => listeningUrl(log), true);
}

/** Starts a process that serves HTTP on a port of loopback, and waits until it answers. */
export function run(directory: string, env: Env, port: number, command: Command): Promise<RunningProcess> {
  const url = `http://127.0.0.1:${port}`;
  return start(directory, env, command, async () => ((await answers(url)) ? url : undefined), false);
}

/** A process that has ended in place of serving. */
export class NotServing extends Error {
  constructor(
    command: string,
    readonly code: number | null,
    readonly log: string,
  ) {
    super(`${command} does not serve (exit code ${code}):\n${log}`);
  }
}

/** @param found where it answers; `undefined` until it does */
async function start(
  directory: string,
  env: Env,
  [command, ...args]: Command,
  found: (log: string) => Promise<string | undefined>,
  detached: boolean,
): Promise<RunningProcess> {
  let text = "";
  const child = spawn(command, args, {
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", ...inherited(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  const { pid } = child;
  if (pid === undefined) throw (await once(child, "error"))[0];
  const exited = once(child, "close").then(([code]) => code as number | null);
  const signal: RunningProcess["signal"] = (name, to = "process") => {
    if (to === "process") child.kill(name);
    else signalGroup(pid, name);
  };
  let isOver = false;
  child.once("close", () => {
    isOver = true;
  });
  const deadline = Date.now() + 30_000;
  let url = await found(text);
  for (; url === undefined; url = await found(text)) {
    if (isOver) throw new NotServing(command, await exited, text);
    if (Date.now() > deadline) {
      signal("SIGKILL");
      signal("SIGKILL", "group");
      throw new NotServing(command, null, text);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const admin = /admin port:? (http:[^\s"]+)/.exec(text)?.[1] ?? "";
  const end = () => {
    signal("SIGTERM");
    return exited;
  };
  return {
    ...{ url, admin, pid, exited, signal, end },
    log: () => text,
    events: (type) => eventsIn(text).filter((event) => type === undefined || event.type === type),
    get(path, init) {
      const headers = new Headers(init?.headers);
      if (!headers.has("connection")) headers.set("connection", "close");
      return fetch(`${url}${path}`, { ...init, headers });
    },
    metrics: async () => (await fetch(`${admin}/metrics`)).text(),
    stop: async () => void (await end()),
  };
}

/** Tells a process and all that it has started; those that have ended are not missed. */
function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The events among the whole lines of a text. */
function eventsIn(text: string): readonly LogLine[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []));
}

/** Processes that tests start send upstream requests in the same way as this one. */
function inherited(): Readonly<Record<string, string>> {
  const { NODE_OPTIONS } = process.env;
  return NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS };
}

/** Asks the server for an answer; the connection is not kept, so that it does not count among those of the test. */
function answers(url: string): Promise<boolean> {
  return fetch(url, { headers: { connection: "close" } }).then(
    (response) => response.text().then(() => true),
    () => false,
  );
}

/** The whole body that an upstream received. */
export async function received(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
