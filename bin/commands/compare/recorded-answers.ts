import type { RecordedUpstream } from "../../../runtime/observe/trace/recording.js";
import type { AskedUpstream, GivenAnswer, GivenFailure } from "../../../runtime/tracing.js";
import { bytesOf } from "../../recording/body.js";

/** An upstream request of the app, and which recorded one it is taken for; `undefined` if there is none like it. */
export interface SentUpstream extends AskedUpstream {
  readonly recorded: number | undefined;
}

/** Answers upstream requests from a recording, each recorded answer once. */
export class RecordedAnswers {
  readonly sent: SentUpstream[] = [];
  readonly #open: (RecordedUpstream | undefined)[];
  readonly #recorded: readonly RecordedUpstream[];

  /** @param answered gets to know when an answer was there, in milliseconds since the request began */
  constructor(
    recorded: readonly RecordedUpstream[],
    private readonly answered: (elapsed: number) => void = () => {},
  ) {
    this.#recorded = recorded;
    this.#open = [...recorded];
  }

  /** @throws Error as of a connection, if there is no answer */
  answer(asked: AskedUpstream): GivenAnswer | GivenFailure {
    const found = this.take(asked);
    if (found === undefined) throw failure("ECONNRESET");
    const one = this.#recorded[found] as RecordedUpstream;
    const { response, failure: problem = "ECONNRESET" } = one;
    this.answered(one.at + one.duration);
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
    let best: number | undefined;
    let most = 0;
    for (const [index, recorded] of this.#open.entries()) {
      const score = recorded === undefined || recorded.isUnseen ? 0 : likeness(asked, recorded);
      if (score > most) [best, most] = [index, score];
    }
    return best;
  }
}

const engineFailure = /^(?:No .+ within |The connection failed|The response )/;

const failure = (code: string): Error => Object.assign(new Error("The recording has no answer."), { code });

export const isOfTransfer = (name: string): boolean =>
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|trailer|upgrade)$/i.test(name);

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

/** A URL, also of what is none. */
export function urlOf(target: string): URL {
  return URL.canParse(target) ? new URL(target) : new URL("http://unknown.invalid/");
}
