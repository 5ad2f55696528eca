import { createReadStream, readFileSync, statSync } from "node:fs";

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
 * the common and the combined log format, and HAR.
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
      for await (const line of linesOf(file))
        if (line === undefined || line.trim() !== "") count(line === undefined ? undefined : logged(line));
  }
  return { counts, requests, unmatched, unreadable };
}

/** The lines of a file; `undefined` in place of one that is too long. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let rest = "";
  let isTooLong = false;
  for await (const chunk of createReadStream(file, "utf8")) {
    const [first = "", ...others] = `${chunk}`.split("\n");
    rest = isTooLong ? "" : rest + first;
    if (rest.length > maxLine) {
      isTooLong = true;
      rest = "";
    }
    for (const next of others) {
      yield isTooLong ? undefined : rest;
      isTooLong = false;
      rest = next;
    }
  }
  if (isTooLong || rest !== "") yield isTooLong ? undefined : rest;
}

const clf =
  /^\S{1,999} \S{1,999} [^[]{1,999}\[[^\]]{1,99}\] "([A-Z]{1,20}) (\S{1,65536})(?: HTTP\/[\d.]+)?" \d{3} /;

function logged(line: string): LoggedRequest | "other" | undefined {
  if (line.trimStart().startsWith("{")) {
    const event = parsed(line);
    const { type, method, path } = (event ?? {}) as Readonly<Record<string, unknown>>;
    if (event === undefined || typeof type !== "string") return undefined;
    if (type !== "flat_access" && type !== "engine_access") return "other";
    return typeof method === "string" && typeof path === "string" ? { method, target: path } : undefined;
  }
  const [, method, target] = clf.exec(`${line.trimEnd()} `) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Har {
  readonly log?: {
    readonly entries?: readonly {
      readonly request?: { readonly method?: unknown; readonly url?: unknown };
    }[];
  };
}

function harRequests(file: string): readonly (LoggedRequest | undefined)[] {
  if (statSync(file).size > maxHar) throw new Error(`${file} is larger than ${maxHar >> 20} MiB.`);
  const har = parsed(readFileSync(file, "utf8").replace(/^\ufeff/, "")) as Har | undefined;
  const entries = har?.log?.entries;
  if (!Array.isArray(entries)) throw new Error(`${file} is no HAR.`);
  return (entries as NonNullable<NonNullable<Har["log"]>["entries"]>).map((entry) => {
    const { method, url } = entry?.request ?? {};
    return typeof method === "string" && typeof url === "string" ? { method, target: url } : undefined;
  });
}

/** Finds the operation that answers a request: patterns by their number of segments. */
class Matcher<T extends Matched> {
  readonly #bySegments = new Map<number, { readonly operation: T; readonly segments: readonly string[] }[]>();
  readonly #wildcards: { readonly operation: T; readonly segments: readonly string[] }[] = [];

  constructor(operations: readonly T[]) {
    for (const operation of operations) {
      const isWildcard = operation.path.endsWith("/**");
      const segments = (isWildcard ? operation.path.slice(0, -3) : operation.path).split("/");
      const list = this.#bySegments.get(segments.length) ?? [];
      if (isWildcard) this.#wildcards.push({ operation, segments });
      else this.#bySegments.set(segments.length, [...list, { operation, segments }]);
    }
  }

  find({ method, target }: LoggedRequest): T | undefined {
    const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
    const segments = path.split("/", 1000);
    const asked = method.toUpperCase() === "HEAD" ? "GET" : method.toUpperCase();
    const fits = ({
      operation,
      segments: own,
    }: {
      readonly operation: T;
      readonly segments: readonly string[];
    }) =>
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
