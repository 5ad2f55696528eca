import type { Case } from "./cases.js";
import type { Server } from "./processes.js";

/** They differ from second to second, or say how the body is sent. */
const freeForAll = ["date", "transfer-encoding"];

/** A comparison of programs that do different jobs would say nothing. */
export async function checkSame(
  each: Case,
  servers: readonly Server[],
  freeFields: readonly string[] | "all",
): Promise<void> {
  const isFree = (name: string): boolean =>
    freeFields === "all" || freeForAll.includes(name) || freeFields.includes(name);
  const [first, ...others] = await Promise.all(servers.map((server) => answerOf(each, server, isFree)));
  for (const other of others) {
    if (other !== first) throw new Error(`${each.name}: the answers differ:\n${first}\n${other}`);
  }
}

async function answerOf(
  { method, path, headers, body }: Case,
  { port }: Server,
  isFree: (name: string) => boolean,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      "user-agent": "flowc-bench",
      ...headers,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const fields = [...response.headers].filter(([name]) => !isFree(name));
  return JSON.stringify([response.status, fields, await response.json()]);
}

/** What is different for each request and each program. */
const freeValues = new Set(["timestamp", "requestID", "realtime", "duration"]);

/** They write the same events, with the same fields in the same order. */
export function checkEvents(logs: readonly string[]): void {
  const [first = [], ...others] = logs.map(eventsOf);
  for (const events of others) {
    for (const [index, event] of first.entries()) {
      if (events[index] !== event) throw new Error(`The events differ:\n${event}\n${events[index]}`);
    }
    if (events.length > first.length) throw new Error(`One event too many:\n${events[first.length]}`);
  }
}

function eventsOf(log: string): readonly string[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) =>
    JSON.stringify(JSON.parse(line), (name, value: unknown) => {
      if (freeValues.has(name) || name === "TTFB") return typeof value;
      return typeof value === "string" ? value.replace(/127\.0\.0\.1:\d+/, "localhost") : value;
    }),
  );
}
