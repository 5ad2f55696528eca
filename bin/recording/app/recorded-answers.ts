import { FieldList } from "../../../runtime/http/index.js";
import type { RecordedExchange, RecordedUpstream } from "../../../runtime/observe/trace/index.js";
import type { AskedUpstream, GivenAnswer, GivenFailure } from "../../../runtime/tracing.js";
import { isLong } from "../../../runtime/upstream/index.js";
import { bytesOf } from "../body.js";
import { requestChanges } from "../differences/answer-differences.js";
import { isLater, isMasked, mayBeSame, type Span } from "../differences/noise.js";
import { type SentUpstream, urlOf } from "../differences/sent-upstream.js";

/** An exchange with upstream exchanges of its time, which may belong to it or to others: those from an index on. */
export interface WideExchange extends RecordedExchange {
  readonly loose?: {
    readonly from: number;
    /** True if only those are taken that are what the app asks for: the others may be what other requests ask for. */
    readonly isExact: boolean;
  };
}

type Given = Pick<WideExchange, "upstream" | "loose"> & Span;

/** Answers upstream requests from a recording, each recorded answer once. */
export class RecordedAnswers {
  readonly sent: SentUpstream[] = [];
  readonly #open: (RecordedUpstream | undefined)[];
  readonly #recorded: readonly RecordedUpstream[];
  readonly #from: number;
  readonly #isExact: boolean;

  /** @param answered gets to know when an answer was there, in milliseconds since the request began */
  constructor(
    private readonly exchange: Given,
    private readonly answered: (elapsed: number) => void = () => {},
  ) {
    const { upstream, loose } = exchange;
    this.#recorded = upstream;
    this.#open = [...upstream];
    this.#from = loose?.from ?? upstream.length;
    this.#isExact = loose?.isExact ?? false;
  }

  /** @throws Error as of a connection, if there is no answer */
  answer(asked: AskedUpstream): GivenAnswer | GivenFailure {
    const found = this.take(asked);
    if (found === undefined) throw failure("ECONNRESET");
    const one = this.#recorded[found] as RecordedUpstream;
    const { response, failure: problem = "ECONNRESET" } = one;
    const late = tooLate(asked, one);
    this.answered(one.at + (late?.after ?? one.duration));
    if (late !== undefined) return { failure: late.failure, status: 504 };
    // Apps of flowc write their own words, such as "No first byte within 3 s.", also of an answer that broke off.
    if (engineFailure.test(problem))
      return { failure: problem, status: problem.startsWith("No ") ? 504 : 502 };
    if (response === undefined) throw failure(/^[A-Z_]+$/.test(problem) ? problem : "ETIMEDOUT");
    const { status, fields, body } = response;
    return { status, fields: fields.filter(([name]) => !isOfTransfer(name)), body: bytesOf(body) };
  }

  /** Takes the recorded request that is most like this one. Returns its index. */
  take(asked: AskedUpstream): number | undefined {
    const found = this.#find(asked);
    this.sent.push({ ...asked, recorded: found });
    if (found !== undefined) this.#open[found] = undefined;
    return found;
  }

  #find(asked: AskedUpstream): number | undefined {
    const own = this.#best(asked, 0, this.#from, likeness);
    if (this.#from === this.#open.length) return own;
    const isSame: typeof likeness = (...both) => (isTheSame(...both, this.exchange) ? 1 : 0);
    if (own !== undefined && isSame(asked, this.#recorded[own] as RecordedUpstream) > 0) return own;
    // One of the same content comes first; then one that belongs to the request for sure.
    const same = this.#best(asked, this.#from, this.#open.length, isSame);
    if (same !== undefined || own !== undefined) return same ?? own;
    return this.#isExact ? undefined : this.#best(asked, this.#from, this.#open.length, nearness);
  }

  /** The first of those that are most like it. */
  #best(asked: AskedUpstream, from: number, to: number, by: typeof likeness): number | undefined {
    let best: number | undefined;
    let most = 0;
    for (let index = from; index < to; index++) {
      const recorded = this.#open[index];
      const score = recorded === undefined || recorded.isUnseen ? 0 : by(asked, recorded);
      if (score > most) [best, most] = [index, score];
    }
    return best;
  }
}

/** Bytes of an answer that comes at once: its first byte is there no sooner than its last one. */
const atOnce = 16_384;

/** Says that the app would not have waited for an answer: the other system waits longer. */
function tooLate(
  { timeout, firstByteTimeout = timeout, isStreamed = false }: AskedUpstream,
  { duration, response, matchedBy }: RecordedUpstream,
): { readonly after: number; readonly failure: string } | undefined {
  if (response === undefined || (isStreamed && isLong(new FieldList(response.fields.flat()))))
    return undefined;
  const isWhole = (response.body?.bytes ?? 0) <= atOnce && matchedBy !== "engine";
  if (isWhole && firstByteTimeout < timeout && duration > firstByteTimeout)
    return { after: firstByteTimeout, failure: `No first byte within ${firstByteTimeout / 1000} s.` };
  return duration > timeout
    ? { after: timeout, failure: `No complete response within ${timeout / 1000} s.` }
    : undefined;
}

const engineFailure = /^(?:No .+ within |The connection failed|The response )/;

const failure = (code: string): Error => Object.assign(new Error("The recording has no answer."), { code });

export const isOfTransfer = (name: string): boolean =>
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|trailer|upgrade)$/i.test(name);

/** Returns true if a request is the recorded one, but for secrets that have stand-ins, and for the time. */
function isTheSame(asked: AskedUpstream, recorded: RecordedUpstream, span: Span): boolean {
  if (asked.method !== recorded.request.method || likeness(asked, recorded) < 23) return false;
  return requestChanges(recorded, asked).every(
    ({ whole }) => isMasked(whole?.was, whole?.is) || isLater(whole?.was, whole?.is, span),
  );
}

/** How much a request is like a recorded one of another one's time. What may be another one each time counts less. */
function nearness(asked: AskedUpstream, recorded: RecordedUpstream): number {
  const score = likeness(asked, recorded);
  if (score === 0) return 0;
  const changes = requestChanges(recorded, asked).map(({ whole }) =>
    mayBeSame(whole?.was, whole?.is) ? 1 : 10,
  );
  return score + 1 / (1 + changes.reduce((sum, each) => sum + each, 0));
}

/** How much a request is like a recorded one; 0 if it is another one. */
function likeness(asked: AskedUpstream, { id, request }: RecordedUpstream): number {
  const [now, before] = [urlOf(asked.url), urlOf(request.target)];
  const isSameMethod = asked.method === request.method;
  const path = pathLikeness(now.pathname, before.pathname);
  // Another method is another request, unless all the rest is the same.
  if (path === 0 || (!isSameMethod && path < 8)) return 0;
  return (
    path +
    (isSameMethod ? 16 : 0) +
    (id !== undefined && id === asked.id ? 4 : 0) +
    (now.search === before.search ? 4 : 0) +
    (now.host === before.host ? 1 : 0) +
    (Buffer.compare(asked.body, bytesOf(request.body)) === 0 ? 2 : 0)
  );
}

/** Systems may have moved to another base path. */
function pathLikeness(now: string, before: string): number {
  if (now === before) return 8;
  if (before.endsWith(now) || now.endsWith(before)) return 7;
  const [parts, others] = [now.split("/").slice(1), before.split("/").slice(1)];
  if (parts.length !== others.length) return 0;
  const same = parts.filter((part, index) => part === others[index]).length;
  return same * 2 >= parts.length ? (6 * same) / parts.length : 0;
}
