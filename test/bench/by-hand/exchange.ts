import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Began, logAccess } from "./log.js";
import { maxBodyBytes } from "./orders.js";

type WriteHead = (
  outgoing: ServerResponse,
  status: number,
  type: string,
  bytes: number | undefined,
  fields?: Readonly<Record<string, string>>,
) => void;

/** As everybody writes it, and as Node takes it fastest. */
const writeHead: WriteHead =
  process.env.HEAD === "array"
    ? (outgoing, status, type, bytes, fields) => {
        const head: (string | number)[] = ["content-type", type];
        if (bytes !== undefined) head.push("content-length", bytes);
        if (fields !== undefined) for (const name in fields) head.push(name, fields[name] as string);
        outgoing.writeHead(status, head as string[]);
      }
    : (outgoing, status, type, bytes, fields) => {
        const length = bytes === undefined ? {} : { "content-length": bytes };
        outgoing.writeHead(status, { "content-type": type, ...length, ...fields });
      };

/** A request of a client and its response, on `node:http` alone. */
export class Exchange implements Began {
  readonly requestID = randomUUID();
  readonly startedAt = Date.now();
  readonly started = performance.now();
  readonly path: string;
  readonly #query: string;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
  ) {
    const { url = "/" } = incoming;
    const mark = url.indexOf("?");
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.#query = mark < 0 ? "" : url.slice(mark + 1);
  }

  parameter(name: string): string | null {
    return new URLSearchParams(this.#query).get(name);
  }

  sendJson(flow: string, value: unknown, status = 200, fields?: Readonly<Record<string, string>>): void {
    const { outgoing, incoming } = this;
    if (incoming.method === "HEAD") {
      writeHead(outgoing, status, "application/json", undefined, fields);
      outgoing.end();
      this.logSent(flow, status, "application/json", 0);
      return;
    }
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    writeHead(outgoing, status, "application/json", bytes, fields);
    outgoing.end(text);
    this.logSent(flow, status, "application/json", bytes);
  }

  sendText(text: string, status: number): void {
    const bytes = Buffer.byteLength(text);
    writeHead(this.outgoing, status, "text/plain", bytes);
    this.outgoing.end(text);
    this.logSent("", status, "text/plain", bytes);
  }

  logSent(flow: string, status: number, mime: string, bytes: number): void {
    const { method = "", headers, url = "" } = this.incoming;
    logAccess(this, {
      url: `http://${headers.host}${url}`,
      path: url,
      status,
      method,
      agent: headers["user-agent"] ?? "",
      referrer: headers.referer ?? "",
      mime,
      bytes,
      requestbytes: Number(headers["content-length"] ?? 0),
      flow,
      requestmime: headers["content-type"] ?? "",
      address: this.incoming.socket.remoteAddress ?? "",
    });
  }

  /** The client's body; rejects if it is too large or does not arrive. */
  body(): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      this.incoming.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > maxBodyBytes) this.incoming.destroy(new Error("The body is too large."));
        else chunks.push(chunk);
      });
      this.incoming.on("end", () => resolve(textOf(chunks)));
      this.incoming.on("error", reject);
    });
  }
}

/** Most bodies come in one piece. */
export function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first.toString() : Buffer.concat(chunks).toString();
}
