import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Case } from "./cases.js";
import type { Server } from "./processes.js";

/** A server, and the file of its log. */
export interface Witness {
  readonly server: Server;
  readonly log: string;
}

/**
 * Sends a request to everybody, and compares answers and events: programs that do different jobs cannot be compared.
 * @throws if status, header fields, bodies or events differ
 */
export async function checkSame(each: Case, witnesses: readonly Witness[]): Promise<void> {
  const shown = await Promise.all(witnesses.map((witness) => outcome(each, witness)));
  const [first] = shown;
  for (const other of shown) {
    if (other !== first) throw new Error(`${each.name}: answers or events differ:\n${first}\n${other}`);
  }
}

async function outcome(
  { name, method, path, body, status }: Case,
  { server, log }: Witness,
): Promise<string> {
  const file = openSync(log, "r");
  try {
    const start = fstatSync(file).size;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: {
        "user-agent": "flowc-bench",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body ?? null,
    });
    if (response.status !== status) throw new Error(`${name}: ${response.status}`);
    const fields = [...response.headers].filter(([name]) => name !== "date");
    const answer = [...fields.map((field) => field.join(": ")), await response.text()];
    return [...answer, ...(await eventsAfter(file, start))].join("\n");
  } finally {
    closeSync(file);
  }
}

/** The access event is the last one of a request. */
async function eventsAfter(file: number, start: number): Promise<readonly string[]> {
  for (const deadline = Date.now() + 5_000; ; ) {
    const buffer = Buffer.alloc(fstatSync(file).size - start);
    readSync(file, buffer, 0, buffer.byteLength, start);
    const lines = buffer.toString().split("\n");
    if (lines.at(-1) === "" && lines.some((line) => line.includes('"engine_access"')))
      return lines.filter(Boolean).map(comparable);
    if (Date.now() > deadline) throw new Error("There is no event of the request in the log.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** They differ for each request and each program. */
const freeValues = new Set(["timestamp", "requestID", "realtime", "duration", "TTFB"]);

const comparable = (line: string): string =>
  JSON.stringify(JSON.parse(line), (name, value: unknown) => {
    if (freeValues.has(name)) return typeof value;
    if (name === "trace_id" || name === "span_id") return undefined; // where telemetry is on
    return typeof value === "string" ? value.replace(/127\.0\.0\.1:\d+/, "localhost") : value;
  });
