import { readFileSync, statSync } from "node:fs";
import { linesOf } from "../../shared/lines-of.js";
import { plainEvent } from "../../shared/plain-event.js";
import { grouped, memberOf, parsedJson } from "../../shared/values.js";

/** An operation as requests are matched to it. */
interface Matched {
  readonly method: string;
  readonly path: string;
}

export interface Traffic<T> {
  readonly counts: ReadonlyMap<T, number>;
  readonly requests: number;
  /** Requests that no operation answers. */
  readonly unmatched: number;
  /** Lines that are no events of an access log. */
  readonly unreadable: number;
}

interface LoggedRequest {
  readonly method: string;
  readonly target: string;
}

/** Longer lines are skipped. */
const maxLine = 1_048_576;

/** HAR is one document, which is read as a whole. */
const maxHar = 268_435_456;

/**
 * Counts the requests of logs by operation, with memory that does not grow with them: events of the engine and of flowc,
 * the common and the combined log format, HAR, and recordings of `flowc record`.
 * @param operations in the order in which they are tried
 */
export async function readTraffic<T extends Matched>(
  files: readonly string[],
  operations: readonly T[],
): Promise<Traffic<T>> {
  const matcher = new Matcher(operations);
  const counts = new Map<T, number>();
  let [requests, unmatched, unreadable] = [0, 0, 0];
  const count = (request: LoggedRequest | "other" | undefined) => {
    if (request === "other") return;
    if (request === undefined) {
      unreadable++;
      return;
    }
    requests++;
    const operation = matcher.find(request);
    if (operation === undefined) unmatched++;
    else counts.set(operation, (counts.get(operation) ?? 0) + 1);
  };
  for (const file of files) {
    if (file.toLowerCase().endsWith(".har")) for (const request of harRequests(file)) count(request);
    else
      for await (const line of linesOf(file, maxLine))
        if (line === undefined || line.trim() !== "") count(line === undefined ? undefined : logged(line));
  }
  return { counts, requests, unmatched, unreadable };
}

const clf =
  /^\S{1,999} \S{1,999} [^[]{1,999}\[[^\]]{1,99}\] "([A-Z]{1,20}) (\S{1,65536})(?: HTTP\/[\d.]+)?" \d{3} /;

function logged(line: string): LoggedRequest | "other" | undefined {
  if (!line.trimStart().startsWith("{")) {
    const [, method, target] = clf.exec(`${line.trimEnd()} `) ?? [];
    return requestOf(method, target);
  }
  const event = parsedJson(line);
  const kind = memberOf(event, "kind");
  if (kind === "upstream") return "other";
  const request = memberOf(event, "request");
  if (kind === "exchange") return requestOf(memberOf(request, "method"), memberOf(request, "target"));
  const { type, method, path } = plainEvent(event);
  if (typeof type !== "string") return undefined;
  if (type !== "flat_access" && type !== "engine_access") return "other";
  return requestOf(method, path);
}

const requestOf = (method: unknown, target: unknown): LoggedRequest | undefined =>
  typeof method === "string" && typeof target === "string" ? { method, target } : undefined;

function harRequests(file: string): readonly (LoggedRequest | undefined)[] {
  if (statSync(file).size > maxHar) throw new Error(`${file} is larger than ${maxHar >> 20} MiB.`);
  const har = parsedJson(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  const entries = memberOf(memberOf(har, "log"), "entries");
  if (!Array.isArray(entries)) throw new Error(`${file} is no HAR.`);
  return entries.map((entry) => {
    const request = memberOf(entry, "request");
    return requestOf(memberOf(request, "method"), memberOf(request, "url"));
  });
}

interface Pattern<T> {
  readonly operation: T;
  readonly segments: readonly string[];
}

/** Finds the operation that answers a request: patterns by their number of segments. */
class Matcher<T extends Matched> {
  readonly #bySegments: ReadonlyMap<number, readonly Pattern<T>[]>;
  readonly #wildcards: readonly Pattern<T>[];

  constructor(operations: readonly T[]) {
    const patterns = operations.map((operation): Pattern<T> => {
      const segments = operation.path.replace(/\/\*\*$/, "").split("/");
      return { operation, segments };
    });
    const isWildcard = ({ operation }: Pattern<T>): boolean => operation.path.endsWith("/**");
    this.#wildcards = patterns.filter(isWildcard);
    this.#bySegments = grouped(
      patterns.filter((pattern) => !isWildcard(pattern)),
      ({ segments }) => segments.length,
    );
  }

  find({ method, target }: LoggedRequest): T | undefined {
    const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
    const segments = path.split("/", 1000);
    const asked = method.toUpperCase() === "HEAD" ? "GET" : method.toUpperCase();
    const fits = ({ operation, segments: own }: Pattern<T>): boolean =>
      (operation.method === "*" || operation.method === asked) &&
      own.every((segment, index) => isMatch(segment, segments[index]));
    return (this.#bySegments.get(segments.length)?.find(fits) ?? this.#wildcards.find(fits))?.operation;
  }
}

function isMatch(pattern: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  const open = pattern.indexOf("{");
  if (open < 0) return pattern === text;
  const close = pattern.lastIndexOf("}");
  const [start, end] = [pattern.slice(0, open), pattern.slice(close + 1)];
  return text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
