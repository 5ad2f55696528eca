/** The load generator, a process of its own: keep-alive connections with one request each on its way. */
import { connect, type Socket } from "node:net";
import { answer } from "./processes.js";

export interface Load {
  readonly port: number;
  /** A whole request as text. */
  readonly request: string;
  readonly status: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Ends earlier after so many. */
  readonly maxRequests: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
}

const emptyLine = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

function generate(load: Load): Promise<LoadResult> {
  const { port, connections, milliseconds, maxRequests } = load;
  const request = Buffer.from(load.request);
  const statusLine = Buffer.from(`HTTP/1.1 ${load.status} `);
  const sockets: Socket[] = [];
  return new Promise((resolve, reject) => {
    let requests = 0;
    let ended = false;
    const start = performance.now();
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      if (error) reject(error);
      else resolve({ requests, seconds: (performance.now() - start) / 1000 });
    };
    const timer = setTimeout(end, milliseconds);
    const open = () => {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      socket.setNoDelay(true);
      const response = new ResponseReader();
      socket.on("connect", () => socket.write(request));
      socket.on("data", (chunk: Buffer) => {
        if (!response.isCompleteWith(chunk)) return;
        const head = response.next();
        if (head.compare(statusLine, 0, statusLine.length, 0, statusLine.length) !== 0) {
          end(new Error(`Unexpected response: ${head.toString("latin1", 0, 300)}`));
          return;
        }
        requests++;
        if (requests >= maxRequests) end();
        else if (!ended) socket.write(request);
      });
      socket.on("error", end);
      socket.on("close", () => end(new Error("The server closed a connection.")));
    };
    for (let index = 0; index < connections; index++) open();
  });
}

/** Reads one response after the other, and keeps nothing of their bodies: they may be large. */
class ResponseReader {
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the whole response, as far as the head told them: it may be sent in chunks. */
  #size: number | undefined;
  #received = 0;
  #tail: Buffer = this.#head;

  isCompleteWith(chunk: Buffer): boolean {
    this.#received += chunk.byteLength;
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-5)]).subarray(-5);
    if (!this.#head.includes(emptyLine)) this.#readHead(chunk);
    if (!this.#head.includes(emptyLine)) return false;
    return this.#size === undefined ? this.#tail.equals(lastChunk) : this.#received >= this.#size;
  }

  #readHead(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, 10_000)]);
    const end = this.#head.indexOf(emptyLine);
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head.toString("latin1", 0, Math.max(end, 0)));
    this.#size = length === null ? undefined : end + 4 + Number(length[1]);
  }

  /** The head of a response that is complete; the next one begins. */
  next(): Buffer {
    const head = this.#head;
    this.#head = Buffer.alloc(0);
    this.#received = 0;
    this.#tail = this.#head;
    return head;
  }
}

answer(generate);
