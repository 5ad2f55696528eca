import type { RouteDescription } from "../../../compiler/generate/index.js";
import type { Inputs } from "../../../compiler/source/index.js";
import type {
  RecordedExchange,
  RecordedUpstream,
  Trace,
  UpstreamEvent,
} from "../../../runtime/observe/trace/index.js";
import type { RecordedApp } from "../../recording/app/open-app.js";
import { RecordedAnswers, type WideExchange } from "../../recording/app/recorded-answers.js";
import type { Outcome } from "../../recording/app/wide-exchanges.js";
import type { Ran, Turn } from "../../recording/app/worker.js";
import { bytesOf, messagesOf } from "../../recording/body.js";
import {
  type Answer,
  answerDifferences,
  Origins,
  upstreamDifferences,
} from "../../recording/differences/answer-differences.js";
import type { Difference, FoundDifference } from "../../recording/differences/difference.js";
import { isNoise, later, type Span } from "../../recording/differences/noise.js";
import type { SentUpstream } from "../../recording/differences/sent-upstream.js";
import { Decided } from "./decided.js";
import { Places } from "./places.js";
import { printedDifferences, printedExchange } from "./printed-differences.js";
import type { Rules } from "./rules.js";

/** The outcome of one exchange. */
export interface Compared extends Outcome {
  readonly exchange: RecordedExchange;
  readonly method: string;
  /** Of the operation, as the API description writes it; else of the request. */
  readonly path: string;
  /** Why it could not be compared; empty if it was. */
  readonly skipped: string;
  readonly isSameBytes: boolean;
  readonly differences: readonly FoundDifference[];
  readonly trace: Trace | undefined;
  /** How the old system differs from itself, if it was asked twice. */
  readonly own: readonly Difference[];
}

/** The answer of another system than the app. */
export interface OtherAnswer extends Answer {
  /** `undefined` if it is not known what it has sent. */
  readonly sent?: readonly SentUpstream[];
  /** When it was asked, if that was now. */
  readonly asked?: Span;
  /** Another answer to the same request. */
  readonly again?: Answer;
  /** Why there is no answer. */
  readonly failure?: string;
}

/** Another system, whose answers count in place of those that were recorded. */
export interface Other {
  run(exchange: WideExchange): Promise<OtherAnswer>;
  /** True if it takes its own time to wait for upstream systems: the recorded one says nothing of it. */
  readonly isUntimed?: true;
  /** Why an exchange is not for it; `undefined` if it is. */
  skips?(exchange: RecordedExchange): string | undefined;
  stop(): Promise<void>;
}

/** With the upstream request of the app that it is about, if it is about one. */
interface LocatedDifference extends FoundDifference {
  readonly number?: number | undefined;
}

/** Compares what an app answers with what was recorded, or with what another version of it answers. */
export class Comparison {
  readonly #places: Places;
  readonly #decided: Decided | undefined;
  readonly #origins = new Origins();
  readonly #routes: readonly RouteDescription[];

  constructor(
    private readonly app: RecordedApp,
    inputs: Inputs,
    private readonly rules: Rules,
    private readonly against: Other | undefined,
    isDecided: boolean,
  ) {
    this.#places = new Places(app.build, inputs);
    this.#decided = isDecided ? new Decided(inputs) : undefined;
    this.#routes = app.build.routes;
  }

  async compare(given: WideExchange): Promise<Compared> {
    const { against } = this;
    const own = { ...given, upstream: given.upstream.slice(0, given.loose?.from) };
    const why = reasonToSkip(own, against !== undefined) ?? against?.skips?.(own);
    const { method, target } = given.request;
    const nothing = { method, isSameBytes: false, differences: [], trace: undefined, own: [], taken: [] };
    const skip = (skipped: string, path = pathOf(target)): Compared => ({
      ...{ ...nothing, exchange: given, path, skipped },
    });
    if (why !== undefined) return skip(why);
    const before = against && (await against.run(given));
    const wide = { ...given, ...before?.asked, ...(against?.isUntimed && untimed(given)) };
    const ran = await this.app.thread.run(wide);
    if (ran.isUnsendable) return skip("nobody can send such a request");
    const path = this.#operation(ran, method, target);
    if (given.isOneSided === true && before === undefined && ran.sent.length > 0)
      return skip("only the client's side was recorded", path);
    if (before?.failure !== undefined) return skip(before.failure, path);
    const allSent = [...ran.sent, ...(before?.sent ?? [])];
    const { exchange, taken } = narrowed(wide, allSent);
    if (given.loose?.isExact && allSent.some(({ recorded }) => recorded === undefined))
      return { ...skip("", path), taken, isOpen: true };
    const whyNot = reasonToSkip(exchange, against !== undefined);
    if (whyNot !== undefined) return { ...skip(whyNot, path), taken };
    const was = before ?? recordedAnswer(exchange);
    const old = before?.sent === undefined ? exchange : asRecorded(exchange, before.sent);
    const plain = this.#differences(old, was, ran, path);
    const isOpen = ({ explanation }: FoundDifference) => explanation === undefined;
    const decided =
      (plain.some(isOpen) && (await this.#decided?.explain(plain, exchange, ran, path))) || plain;
    const explained = decided.some(isOpen) ? await this.#withNoise(decided, exchange, ran) : decided;
    return {
      ...{ ...nothing, path, skipped: "", taken },
      exchange: explained.length === 0 ? exchange : printedExchange(exchange),
      isSameBytes: plain.length === 0 && Buffer.compare(was.body, ran.body) === 0,
      differences: printedDifferences(explained, [was, ran, ...messagesOf(old), ...ran.sent]),
      trace: ran.trace,
      own: before?.again === undefined ? [] : answerDifferences(before, before.again),
    };
  }

  /** The same with upstream requests that were recorded, and that the app has not sent. */
  withMissing(compared: Compared, upstream: readonly RecordedUpstream[]): Compared {
    const { method, path, trace, differences, skipped } = compared;
    if (skipped !== "") return compared;
    const missing = upstreamDifferences({ upstream }, [], new Origins()).map((each) => ({
      ...each,
      place: this.#places.ofUpstream(undefined, trace, path),
      ...this.rules.explain(each, { method, path }),
    }));
    const messages = upstream.map(({ request: { fields, body } }) => ({ fields, body: bytesOf(body) }));
    const printed = printedDifferences(missing, messages);
    return { ...compared, isSameBytes: false, differences: [...differences, ...printed] };
  }

  #differences(old: RecordedExchange, was: Answer, ran: Ran, path: string): readonly LocatedDifference[] {
    const { method } = old.request;
    const { trace } = ran;
    if (ran.failure !== undefined) {
      const failed: Difference = { class: "new-failed", what: "", was: String(was.status), is: ran.failure };
      return [{ ...failed, place: this.#places.ofAnswer(failed, trace, path), explanation: undefined }];
    }
    const sent = sentEvents(trace);
    const all = [
      ...answerDifferences(was, ran).map((each) => ({
        ...each,
        place: this.#places.ofAnswer(each, trace, path),
      })),
      ...upstreamDifferences(old, rematched(ran.sent, old), this.#origins).map((each) => ({
        ...each,
        place: this.#places.ofUpstream(
          each.number === undefined ? undefined : sent[each.number],
          trace,
          path,
        ),
      })),
    ];
    return all.map((each) => ({ ...each, ...this.rules.explain(each, { method, path }) }));
  }

  /** Runs the request again, with a later clock and with other random values: what changes with them may be noise. */
  async #withNoise(
    found: readonly LocatedDifference[],
    exchange: RecordedExchange,
    ran: Ran,
  ): Promise<readonly LocatedDifference[]> {
    const nothing: ReadonlyMap<string, unknown> = new Map();
    const judged = (
      differences: readonly LocatedDifference[],
      after: ReadonlyMap<string, unknown>,
      other: ReadonlyMap<string, unknown>,
    ): readonly LocatedDifference[] =>
      differences.map((each) => {
        const { whole, explanation } = each;
        if (explanation !== undefined || whole === undefined) return each;
        const key = placeOf(each, each.number);
        const again = { later: after.get(key), other: other.get(key) };
        return isNoise(whole.was, whole.is, again, exchange) ? { ...each, explanation: "noise" } : each;
      });
    // Secrets that one side has stand-ins for are told without.
    const plain = judged(found, nothing, nothing);
    if (!plain.some(mayChange)) return plain;
    const after = await this.#changes(exchange, ran, { clock: later, chance: 0 });
    const timed = judged(plain, after, nothing);
    if (!timed.some(mayChange)) return timed;
    return judged(timed, after, await this.#changes(exchange, ran, { clock: 0, chance: 1 }));
  }

  /** The values that are other ones when the request runs again, by their places. */
  async #changes(exchange: RecordedExchange, ran: Ran, turn: Turn): Promise<ReadonlyMap<string, unknown>> {
    const again = await this.app.thread.run(exchange, turn);
    const old = asRecorded(exchange, ran.sent);
    const ofUpstream = upstreamDifferences(old, rematched(again.sent, old), new Origins());
    return new Map([
      ...answerDifferences(ran, again).map((each) => [placeOf(each, undefined), each.whole?.is] as const),
      ...ofUpstream.map((each) => [placeOf(each, each.recorded), each.whole?.is] as const),
    ]);
  }

  /** The path of the operation that answered. */
  #operation({ honoPath }: Ran, method: string, target: string): string {
    const ofPath = this.#routes.filter((route) => route.honoPath === honoPath);
    const found = ofPath.find((route) => route.method === method) ?? ofPath[0];
    return found?.path ?? pathOf(target);
  }
}

const pathOf = (target: string): string => target.replace(/[?#].*$/s, "");

/** An exchange with those of the upstream exchanges of its time that were taken. */
function narrowed({ loose, ...exchange }: WideExchange, sent: readonly SentUpstream[]) {
  if (loose === undefined) return { exchange, taken: [] };
  const indexes = new Set(sent.flatMap(({ recorded = -1 }) => (recorded >= loose.from ? recorded : [])));
  const upstream = exchange.upstream.filter((_, index) => index < loose.from || indexes.has(index));
  return {
    exchange: { ...exchange, upstream: upstream.sort((a, b) => a.at - b.at) },
    taken: [...indexes].map((index) => index - loose.from),
  };
}

const untimed = ({ upstream }: RecordedExchange) => ({
  upstream: upstream.map((each) => ({ ...each, duration: 0 })),
});

/** @param number of the upstream request of the app */
const placeOf = ({ class: kind, what, detail, whole }: Difference, number: number | undefined): string =>
  JSON.stringify([number, kind, what, detail, whole?.at]);

/** Two values that nothing explains: those can be other ones each time. */
const mayChange = ({ explanation, whole }: FoundDifference): boolean =>
  explanation === undefined && whole?.was !== undefined && typeof whole.was === typeof whole.is;

const recordedAnswer = ({ response }: RecordedExchange): Answer => ({
  status: response?.status ?? 0,
  fields: response?.fields ?? [],
  body: bytesOf(response?.body),
});

/** The upstream requests of an app as if they had been recorded. */
function asRecorded(exchange: RecordedExchange, sent: readonly SentUpstream[]): RecordedExchange {
  const upstream = sent.map(({ method, url, fields, body }, index) => ({
    ...{ at: index, duration: 0 },
    request: {
      ...{ method, target: url, fields },
      body: { base64: Buffer.from(body).toString("base64"), bytes: body.length },
    },
  }));
  return { ...exchange, upstream };
}

/** The same upstream requests, taken for those of a recording. */
function rematched(sent: readonly SentUpstream[], exchange: RecordedExchange): readonly SentUpstream[] {
  const answers = new RecordedAnswers(exchange);
  for (const request of sent) answers.take(request);
  return answers.sent;
}

const sentEvents = (trace: Trace | undefined): readonly UpstreamEvent[] =>
  trace?.events.flatMap((event) =>
    event.kind === "upstream" &&
    event.request.method !== "" &&
    event.isMocked !== true &&
    event.service !== "directory"
      ? event
      : [],
  ) ?? [];

/** Why an exchange cannot be compared; `undefined` if it can. */
function reasonToSkip(exchange: RecordedExchange, isAgainst: boolean): string | undefined {
  const { request, upstream, response, failure, uncertain = 0 } = exchange;
  if (!request.target.startsWith("/")) return "its target is no path";
  if (request.body?.isCut) return "only the beginning of its body was kept";
  if (upstream.some((each) => each.response?.body?.isCut))
    return "only the beginning of an upstream answer was kept";
  if (uncertain > 0) return "upstream exchanges of the same time belong to no request for sure";
  if (isAgainst) return undefined;
  if (response === undefined || failure !== undefined) return "it has no whole answer";
  return response.body?.isCut ? "only the beginning of its answer was kept" : undefined;
}
