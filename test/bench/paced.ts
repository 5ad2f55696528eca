/**
 * A load generator for what wrk cannot do, in a process of its own: requests at fixed times, whether the server keeps up
 * or not, so that a slow answer delays no later request; and HEAD, whose responses wrk takes for unfinished.
 */
import { connect, type Socket } from "node:net";
import { MessageReader } from "./message-reader.js";
import { answer } from "./processes.js";

export interface Paced {
  readonly port: number;
  /** A whole request as text. */
  readonly request: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Requests per second; without it, each connection sends the next request when it has got the response. */
  readonly rate?: number;
}

export interface PacedResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from the time at which a request was due: of 50, 99 and 99.9 of 100 requests at most. */
  readonly quantiles: readonly number[];
}

const connections = 32;

/** Milliseconds that answers may take beyond the time of a round. */
const patience = 10_000;

/** Nobody changes it: it is waited for until the time is over. */
const clock = new Int32Array(new SharedArrayBuffer(4));

/** All sockets read into it: a buffer for each piece would keep this process busy. */
const buffer = Buffer.allocUnsafe(65_536);

async function generate({ port, request, status, milliseconds, rate }: Paced): Promise<PacedResult> {
  const bytes = Buffer.from(request);
  const statusLine = `HTTP/1.1 ${status} `;
  const latencies: number[] = [];
  const idle: ((due: number) => void)[] = [];
  const sockets: Socket[] = [];
  try {
    return await new Promise((resolve, reject) => {
      const open = (): void => {
        const reader = new MessageReader(request.startsWith("HEAD "));
        let dueAt = 0;
        const send = (due: number): void => {
          dueAt = due;
          socket.write(bytes);
        };
        const callback = (size: number): boolean => {
          const head = reader.read(buffer.subarray(0, size));
          if (head === undefined) return true;
          if (head.toString("latin1", 0, statusLine.length) !== statusLine) reject(new Error(String(head)));
          latencies.push(performance.now() - dueAt);
          if (rate === undefined) send(performance.now());
          else idle.push(send);
          return true;
        };
        const options = { port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } };
        const socket = connect(options, () => {
          if (idle.push(send) === connections) begin();
        });
        socket.on("error", reject);
        socket.on("close", () => reject(new Error("The server closed a connection.")));
        sockets.push(socket);
      };
      const begin = (): void => {
        const start = performance.now();
        const total = rate === undefined ? 0 : Math.ceil((milliseconds * rate) / 1000);
        let sent = 0;
        if (rate === undefined) for (const send of idle.splice(0)) send(start);
        const turn = (): void => {
          const elapsed = performance.now() - start;
          // Whoever stands still until the end owes answers, whose latencies count, too.
          if (elapsed >= milliseconds && latencies.length >= total) {
            resolve({
              requests: latencies.length,
              seconds: elapsed / 1000,
              quantiles: quantilesOf(latencies),
            });
            return;
          }
          if (elapsed > milliseconds + patience) {
            reject(new Error(`Only ${latencies.length} of ${total} requests were answered.`));
            return;
          }
          for (const due = Math.min((elapsed * (rate ?? 0)) / 1000, total); sent < due; ) {
            const send = idle.pop();
            if (send === undefined) break; // what is due waits, and its latency grows
            send(start + (sent++ * 1000) / (rate ?? 0));
          }
          // A timer would add up to a millisecond to latencies that are less than that. Whoever does not sleep at all
          // takes the core from the upstream system.
          if (rate === undefined) setTimeout(turn, 1);
          else {
            Atomics.wait(clock, 0, 0, 0.05);
            setImmediate(turn);
          }
        };
        turn();
      };
      for (let index = 0; index < connections; index++) open();
    });
  } finally {
    for (const socket of sockets)
      socket
        .removeAllListeners()
        .on("error", () => {})
        .destroy();
  }
}

function quantilesOf(latencies: readonly number[]): readonly number[] {
  const sorted = Float64Array.from(latencies).sort();
  return [0.5, 0.99, 0.999].map((part) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
}

answer(generate);
