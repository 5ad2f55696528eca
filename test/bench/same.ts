import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Case } from "./cases.js";
import type { Server } from "./processes.js";

/** What of a contestant has to be the same as of the first one: programs of others choose some header fields. */
export type Proof = "everything" | "all but places" | "answers and events" | "answers";

/** A server, and the file of its log. */
export interface Witness {
  readonly server: Server;
  readonly log: string;
  readonly proof: Proof;
  /** The requests that it answers; all unless given. */
  readonly cases?: readonly Case[];
}

/**
 * Sends a request to everybody, and compares answers and events: programs that do different jobs cannot be compared.
 * @throws if status, header fields, bodies or events differ
 */
export async function checkSame(each: Case, witnesses: readonly Witness[]): Promise<void> {
  const asked = witnesses.filter(({ cases }) => cases?.includes(each) ?? true);
  const outcomes = await Promise.all(asked.map((witness) => outcome(each, witness)));
  const [first] = outcomes;
  for (const [index, { proof }] of asked.entries()) {
    const [expected, found] = [first?.(proof), outcomes[index]?.(proof)];
    if (expected !== found) throw new Error(`${each.name}: answers or events differ:\n${expected}\n${found}`);
  }
}

/** Resolves to a text of as much as has to be proved. */
async function outcome(
  { name, method, path, body, status }: Case,
  { server, log, proof }: Witness,
): Promise<(proof: Proof) => string> {
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
    const text = await response.text();
    const events = proof === "answers" ? [] : await eventsAfter(file, start);
    const fields = [...response.headers].filter(([name]) => name !== "date").map((field) => field.join(": "));
    const meant = ["cache-control", "x-item"].map((name) => response.headers.get(name));
    return (proof) => {
      if (proof === "everything") return [...fields, text, ...events].join("\n");
      if (proof === "all but places") return [...fields, text, ...events.map(withoutPlaces)].join("\n");
      return [
        mediaType(response),
        ...meant,
        canonical(response, text),
        ...(proof === "answers" ? [] : events),
      ].join("\n");
    };
  } finally {
    closeSync(file);
  }
}

const mediaType = ({ headers }: Response): string => headers.get("content-type")?.split(";")[0] ?? "";

/** JSON without the order of its members, XML without the break after its declaration. */
function canonical(response: Response, text: string): string {
  if (text.startsWith("<")) return text.replaceAll("\n", "");
  if (text === "" || mediaType(response) !== "application/json") return text;
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))),
  );
}

/** The access event is the last one of a request. */
async function eventsAfter(file: number, start: number): Promise<readonly string[]> {
  for (const deadline = Date.now() + 5_000; ; ) {
    const buffer = Buffer.alloc(fstatSync(file).size - start);
    readSync(file, buffer, 0, buffer.byteLength, start);
    const lines = buffer.toString().split("\n");
    if (lines.at(-1) === "" && lines.some((line) => line.includes('"engine_access"')))
      return ordered(lines.filter((line) => line.startsWith("{")).map(comparable)); // Deno writes words of its own, too
    if (Date.now() > deadline) throw new Error("There is no event of the request in the log.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Upstream requests that are sent at once end in any order. */
function ordered(events: readonly string[]): readonly string[] {
  const isUpstream = (event: string): boolean => event.includes('"engine_request"');
  return [...events.filter(isUpstream).sort(), ...events.filter((event) => !isUpstream(event))];
}

/** An event without the names of flows and handlers, and lines of these. */
const withoutPlaces = (event: string): string =>
  JSON.stringify(JSON.parse(event), (name, value: unknown) =>
    name === "flow" || name === "place" ? typeof value : value,
  );

/** They differ for each request and each program. */
const freeValues = new Set(["timestamp", "requestID", "realtime", "duration", "TTFB"]);

const comparable = (line: string): string =>
  JSON.stringify(JSON.parse(line), (name, value: unknown) => {
    if (freeValues.has(name)) return typeof value;
    if (name === "trace_id" || name === "span_id") return undefined; // where telemetry is on
    return typeof value === "string" ? value.replace(/127\.0\.0\.1:\d+/, "localhost") : value;
  });
