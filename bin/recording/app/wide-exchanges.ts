import type { RecordedExchange, UnmatchedUpstream } from "../../../runtime/observe/trace/index.js";
import { readRecording } from "../reader.js";
import { looseUpstream, UnmatchedUpstreams } from "../unmatched.js";
import type { WideExchange } from "./recorded-answers.js";

/** Exchanges that wait until all others of their time were looked at, and the bytes of their bodies. */
const maxWaiting = 1_000;
const maxBytes = 64 * 1024 * 1024;

export interface Outcome {
  /** Which of the upstream exchanges that may belong to others were taken, by their index among these. */
  readonly taken: readonly number[];
  /** True if the exchange has to be looked at again, when others have taken what is theirs. */
  readonly isOpen?: true;
}

export interface Visitor<R extends Outcome> {
  broken(line: number, problem: string): void;
  run(exchange: WideExchange): Promise<R>;
  /** @param rest upstream exchanges of its time that no request has asked for */
  done(result: R, exchange: RecordedExchange, rest: readonly UnmatchedUpstream[]): Promise<void>;
}

interface Waiting<R> {
  exchange: RecordedExchange;
  result: R;
}

/**
 * Hands over the exchanges of a recording. One whose upstream exchanges may be those of others gets all of its time, and takes
 * those that it asks for: first where method, URL, fields and body are the same, then where they are like it.
 * @throws Error if the file cannot be read
 */
export async function eachExchange<R extends Outcome>(file: string, visitor: Visitor<R>): Promise<void> {
  const unmatched = new UnmatchedUpstreams();
  const waiting: Waiting<R>[] = [];
  let bytes = 0;
  const look = async (exchange: RecordedExchange, isExact: boolean): Promise<Waiting<R>> => {
    if (!isExact && !unmatched.hasAll(exchange)) return { exchange, result: await visitor.run(exchange) };
    const { uncertain, ...known } = exchange;
    const lines = unmatched.of(exchange);
    const loose = lines.map((line) => looseUpstream(line, exchange));
    const result = await visitor.run({
      ...{ ...known, upstream: [...known.upstream, ...loose] },
      loose: { from: known.upstream.length, isExact },
    });
    unmatched.take(result.taken.flatMap((index) => lines[index] ?? []));
    const own = result.taken.flatMap((index) => loose[index] ?? []);
    return { exchange: { ...exchange, upstream: [...known.upstream, ...own] }, result };
  };
  const finish = async (count: number): Promise<void> => {
    for (const [index, { exchange, result }] of waiting.entries())
      if (result.isOpen) waiting[index] = await look(exchange, false);
    for (const { exchange, result } of waiting.splice(0, count)) {
      bytes -= bytesOf(exchange);
      await visitor.done(result, exchange, unmatched.takeRest(exchange));
    }
  };
  for await (const { number, line } of readRecording(file)) {
    if (typeof line === "string") visitor.broken(number, line);
    else if (line.kind === "upstream") unmatched.add(line);
    else if (line.uncertain === undefined) await visitor.done(await visitor.run(line), line, []);
    else {
      unmatched.expect(line);
      waiting.push(await look(line, true));
      bytes += bytesOf(line);
      if (waiting.length > maxWaiting || bytes > maxBytes) await finish(Math.ceil(waiting.length / 2));
    }
  }
  await finish(waiting.length);
}

const bytesOf = ({ request, response }: RecordedExchange): number =>
  (request.body?.bytes ?? 0) + (response?.body?.bytes ?? 0);
