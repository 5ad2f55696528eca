/** The load generator, a process of its own: keep-alive connections with one request each on its way. */
import { connect, type Socket } from "node:net";
import { MessageReader } from "./message-reader.js";
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
  /** Milliseconds that half of the responses took at most. */
  readonly p50: number;
  /** The same for 99 of 100. */
  readonly p99: number;
}

/** Where all sockets read into: a buffer for each piece would keep this process busy. */
const buffer = Buffer.allocUnsafe(65_536);

function generate(load: Load): Promise<LoadResult> {
  const { port, connections, milliseconds, maxRequests } = load;
  const request = Buffer.from(load.request);
  const statusLine = Buffer.from(`HTTP/1.1 ${load.status} `);
  const sockets: Socket[] = [];
  const latencies: number[] = [];
  return new Promise((resolve, reject) => {
    let ended = false;
    const start = performance.now();
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      const seconds = (performance.now() - start) / 1000;
      for (const socket of sockets) socket.destroy();
      if (error) return reject(error);
      const sorted = Float64Array.from(latencies).sort();
      const quantile = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
      resolve({ requests: latencies.length, seconds, p50: quantile(0.5), p99: quantile(0.99) });
    };
    const timer = setTimeout(end, milliseconds);
    const open = () => {
      const reader = new MessageReader();
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(request);
      };
      const read = (size: number): boolean => {
        const head = reader.read(buffer.subarray(0, size));
        if (head === undefined || ended) return true;
        if (head.compare(statusLine, 0, statusLine.length, 0, statusLine.length) !== 0) {
          end(new Error(`Unexpected response: ${head.toString("latin1", 0, 300)}`));
          return true;
        }
        latencies.push(performance.now() - sentAt);
        if (latencies.length >= maxRequests) end();
        else send();
        return true;
      };
      const socket = connect(
        { port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback: read } },
        send,
      );
      sockets.push(socket);
      socket.on("error", end);
      socket.on("close", () => end(new Error("The server closed a connection.")));
    };
    for (let index = 0; index < connections; index++) open();
  });
}

answer(generate);
