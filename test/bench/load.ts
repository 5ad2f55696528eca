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
      let pending: Buffer | undefined;
      socket.on("connect", () => socket.write(request));
      socket.on("data", (chunk: Buffer) => {
        const received = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
        if (!isComplete(received)) {
          pending = received;
          return;
        }
        pending = undefined;
        if (received.compare(statusLine, 0, statusLine.length, 0, statusLine.length) !== 0) {
          end(new Error(`Unexpected response: ${received.toString("latin1", 0, 300)}`));
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

function isComplete(received: Buffer): boolean {
  const head = received.indexOf(emptyLine);
  if (head < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString("latin1", 0, head));
  if (length === null) return received.subarray(-5).equals(Buffer.from("0\r\n\r\n"));
  return received.length >= head + 4 + Number(length[1]);
}

answer(generate);
