import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { isIP, connect as openSocket, type Socket } from "node:net";
import { connect as openSecure } from "node:tls";
import { listeningUrl, problemsOf } from "../../shared/app-log.js";
import { messageOf } from "../../shared/values.js";
import type { Pems } from "./credentials.js";

/** Milliseconds that a system has to answer, and an app to start. */
const patience = 3_000;
const startPatience = 30_000;

type Place = { readonly port: number; readonly host: string; readonly timeout: number };

/** Begins to connect. Texts that are no PEM are a problem of their own. */
function open(place: Place, pems: Pems | undefined, told: (problem: string) => void): Socket | undefined {
  if (pems === undefined) return openSocket(place);
  try {
    return openSecure({ ...place, ...pems, ...(isIP(place.host) === 0 && { servername: place.host }) });
  } catch (error) {
    told(messageOf(error));
    return undefined;
  }
}

/**
 * Connects, with TLS if there are texts in PEM for it (or none, as `{}`), and sends no request. Resolves to the problem, if
 * there is one.
 */
export function connect(port: number, host: string, pems?: Pems): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = open({ port, host, timeout: patience }, pems, resolve);
    if (socket === undefined) return;
    const done = (problem?: string): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once(pems === undefined ? "connect" : "secureConnect", () => done());
    socket.once("timeout", () => done("no answer"));
    socket.once("error", ({ code, message }: NodeJS.ErrnoException) => done(code ?? message));
  });
}

/** Resolves to the problem, if there is one. */
export async function askRedis(url: string): Promise<string | undefined> {
  const { createClient, ErrorReply } = await import("@redis/client");
  let isLate = false;
  try {
    const client = createClient({ url, socket: { connectTimeout: patience, reconnectStrategy: false } });
    client.on("error", () => {}); // `connect` and `ping` tell it, too
    const late = setTimeout(() => {
      isLate = true;
      client.destroy();
    }, patience);
    try {
      await client.connect();
      await client.ping();
    } finally {
      clearTimeout(late);
      if (client.isOpen) client.destroy();
    }
  } catch (error) {
    if (isLate) return "no answer";
    // Behind its first word, an answer may repeat the password that was sent.
    if (error instanceof ErrorReply) return /^[A-Z]+/.exec(error.message)?.[0] ?? "an error";
    return messageOf(error).replaceAll(url, "…");
  }
  return undefined;
}

/** The attempt to start an app. */
type Start =
  | { readonly isServing: true | undefined }
  | { readonly isServing: false; readonly problems: readonly string[] };

/**
 * Starts an app on a port of its own on loopback, until it serves, or ends by itself: then it has told what is wrong. No
 * request comes to it.
 */
export function startApp(server: string): Promise<Start> {
  if (!existsSync(server)) return Promise.resolve({ isServing: undefined });
  const alone = { PORT: "0", HOST: "127.0.0.1", FLOW_WORKERS: "1", FLOW_ADMIN_PORT: "", FLAT_ADMIN_PORT: "" };
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, ...alone },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return new Promise((resolve) => {
    let text = "";
    const done = (start: Start): void => {
      clearTimeout(late);
      child.kill("SIGKILL");
      resolve(start);
    };
    const late = setTimeout(
      () =>
        done({ isServing: false, problems: [`It does not serve within ${startPatience / 1000} seconds`] }),
      startPatience,
    );
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      if (text.length < 100_000) text += piece;
      if (listeningUrl(text) !== undefined) done({ isServing: true });
    });
    child.once("close", () => {
      done({ isServing: false, problems: problemsOf(text).slice(0, 20) });
    });
  });
}
