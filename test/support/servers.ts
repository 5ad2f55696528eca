import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";

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

export interface RunningProcess extends RunningServer {
  readonly pid: number | undefined;
  /** `http://127.0.0.1:<port>` of the admin port; empty if there is none. */
  readonly admin: string;
  /** Everything that it has printed. */
  log(): string;
  /** Asks it to end. Resolves to its exit code; `null` if the signal ended it. */
  end(): Promise<number | null>;
}

/** Starts `node <out>/server.js` on a port that the system chooses, and waits until it answers. Its environment is `env`
 *  and `PATH`. */
export async function serve(
  out: string,
  env: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [process.execPath, join(out, "server.js")],
): Promise<RunningProcess> {
  const all = { HOST: "127.0.0.1", PORT: "0", ...env };
  const server = await start(out, all, command, async (log) => /listening on (http:[^\s"]+)/.exec(log)?.[1]);
  if (!(await answers(server.url))) throw new Error(`${server.url} does not answer:\n${server.log()}`);
  return server;
}

/** Starts a process that serves HTTP on a port of loopback, and waits until it answers. */
export function run(
  directory: string,
  env: Readonly<Record<string, string>>,
  port: number,
  command: readonly [string, ...string[]],
): Promise<RunningProcess> {
  const url = `http://127.0.0.1:${port}`;
  return start(directory, env, command, async () => ((await answers(url)) ? url : undefined));
}

/** @param found where it answers; `undefined` until it does */
async function start(
  directory: string,
  env: Readonly<Record<string, string>>,
  [command, ...args]: readonly [string, ...string[]],
  found: (log: string) => Promise<string | undefined>,
): Promise<RunningProcess> {
  let log = "";
  const child = spawn(command, args, {
    cwd: directory,
    env: { PATH: process.env.PATH ?? "", ...inherited(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  const deadline = Date.now() + 30_000;
  let url = await found(log);
  for (; url === undefined; url = await found(log)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${command} does not answer (exit code ${child.exitCode}):\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const admin = /admin port:? (http:[^\s"]+)/.exec(log)?.[1] ?? "";
  const end = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    return child.exitCode;
  };
  return { url, admin, pid: child.pid, log: () => log, end, stop: async () => void (await end()) };
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
