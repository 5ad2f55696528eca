import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { accepts, onFreePort } from "../../support/servers.js";
import type { Case } from "../cases.js";
import { median } from "../measure.js";
import { MessageReader } from "../message-reader.js";
import type { Calls } from "./in-app.js";
import type { Question, Reading } from "./probe.js";

/** The cost of one request, counted. Unlike time, it is the same on every machine. */
export interface Work {
  /** Bytes allocated. */
  readonly bytes: number;
  /** Functions, branches and bodies of loops entered. */
  readonly blocks: number;
}

/** A process whose work is counted. */
export interface Worker {
  readonly process: ChildProcess;
  /** Answers requests, one after the other. */
  run(request: Case, count: number): Promise<unknown>;
}

/**
 * No garbage is collected unless it is asked for, and no code is optimised: when that happens depends on the machine,
 * and optimised code allocates less.
 */
const flags = ["--min-semi-space-size=512", "--max-semi-space-size=512", "--no-opt", "--expose-gc"];

/** @param probe the program `probe.ts` */
function start(probe: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(script, args, {
    execArgv: [...flags, "--import", probe],
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

export async function startServer(probe: string, script: string, env: NodeJS.ProcessEnv): Promise<Worker> {
  const { port, child } = await onFreePort(async (port) => {
    const child = start(probe, script, [], { HOST: "127.0.0.1", PORT: String(port), ...env });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${script} ended.`);
    }
    return { port, child };
  });
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return { process: child, run: (request, count) => send(socket, request, count) };
}

export async function startApp(
  probe: string,
  script: string,
  app: string,
  env: NodeJS.ProcessEnv,
): Promise<Worker> {
  const child = start(probe, script, [app], env);
  await once(child, "message");
  return { process: child, run: (request, count) => ask(child, { request, count }) };
}

async function send(socket: Socket, { method, path, body = "", status }: Case, count: number): Promise<void> {
  const fields = ["Host: localhost", "User-Agent: flowc-bench"];
  if (body !== "")
    fields.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  const request = `${method} ${path} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n${body}`;
  for (let sent = 0; sent < count; sent++) {
    const reader = new MessageReader(method === "HEAD");
    socket.write(request);
    const head = await new Promise<string>((resolve) => {
      const read = (piece: Buffer): void => {
        const head = reader.read(piece);
        if (head === undefined) return;
        socket.off("data", read);
        resolve(head.toString("latin1"));
      };
      socket.on("data", read);
    });
    if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${path}: ${head}`);
  }
}

async function ask<T>(child: ChildProcess, message: Question | Calls): Promise<T> {
  const answered = once(child, "message");
  child.send(message);
  const [answer] = await answered;
  return answer as T;
}

const warmUp = 50;
const requests = 20;
const rounds = 5;

/** The work of each request, by its name. */
export async function countWork(worker: Worker, cases: readonly Case[]): Promise<Map<string, Work>> {
  const bytes = await countBytes(worker, cases);
  await ask(worker.process, "count blocks");
  const work = new Map<string, Work>();
  for (const each of cases) {
    const blocks = await perRequest(worker, each, (_, after) => after.blocks);
    work.set(each.name, { bytes: bytes.get(each.name) ?? 0, blocks });
  }
  return work;
}

/** Bytes that each request allocates, by its name. */
export async function countBytes(worker: Worker, cases: readonly Case[]): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for (const each of cases) bytes.set(each.name, await perRequest(worker, each, bytesBetween));
  return bytes;
}

const bytesBetween = (before: Reading, after: Reading): number => after.bytes - before.bytes;

async function perRequest(
  worker: Worker,
  each: Case,
  difference: (before: Reading, after: Reading) => number,
): Promise<number> {
  await worker.run(each, warmUp);
  await ask(worker.process, "collect garbage");
  const counts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await ask<Reading>(worker.process, "read");
    await worker.run(each, requests);
    counts.push(difference(before, await ask<Reading>(worker.process, "read")) / requests);
  }
  return Math.round(median(counts));
}
