import type { RouteDescription } from "../../../compiler/generate/routes.js";
import type { TracedBuild } from "../../../compiler/session/session.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import type { Trace, UpstreamEvent } from "../../../runtime/observe/trace/format.js";
import type { RecordedExchange } from "../../../runtime/observe/trace/recording.js";
import { bytesOf, messagesOf } from "../../recording/body.js";
import { type Answer, answerDifferences, Origins, upstreamDifferences } from "./answer-differences.js";
import type { AppThread } from "./app-thread.js";
import { Decided } from "./decided.js";
import type { Difference, FoundDifference } from "./difference.js";
import { Places } from "./places.js";
import { printedDifferences, printedExchange } from "./printed-differences.js";
import { RecordedAnswers, type SentUpstream } from "./recorded-answers.js";
import type { Rules } from "./rules.js";
import type { Ran } from "./worker.js";

/** The outcome of one exchange. */
export interface Compared {
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
  /** Another answer to the same request. */
  readonly again?: Answer;
  /** Why there is no answer. */
  readonly failure?: string;
}

/** Another system, whose answers count in place of those that were recorded. */
export interface Other {
  run(exchange: RecordedExchange): Promise<OtherAnswer>;
  /** Why an exchange is not for it; `undefined` if it is. */
  skips?(exchange: RecordedExchange): string | undefined;
  stop(): Promise<void>;
}

/** An app that answers recorded requests. */
export interface ComparedApp {
  readonly build: TracedBuild;
  readonly thread: AppThread;
}

/** Compares what an app answers with what was recorded, or with what another version of it answers. */
export class Comparison {
  readonly #places: Places;
  readonly #decided: Decided | undefined;
  readonly #origins = new Origins();
  readonly #routes: readonly RouteDescription[];

  constructor(
    private readonly app: ComparedApp,
    inputs: Inputs,
    private readonly rules: Rules,
    private readonly against: Other | undefined,
    isDecided: boolean,
  ) {
    this.#places = new Places(app.build, inputs);
    this.#decided = isDecided ? new Decided(inputs) : undefined;
    this.#routes = app.build.routes;
  }

  async compare(exchange: RecordedExchange): Promise<Compared> {
    const why = reasonToSkip(exchange, this.against !== undefined) ?? this.against?.skips?.(exchange);
    const { method, target } = exchange.request;
    const nothing = { exchange, method, isSameBytes: false, differences: [], trace: undefined, own: [] };
    if (why !== undefined) return { ...nothing, path: pathOf(target), skipped: why };
    const before = this.against && (await this.against.run(exchange));
    const ran = await this.app.thread.run(exchange);
    if (ran.isUnsendable)
      return { ...nothing, path: pathOf(target), skipped: "nobody can send such a request" };
    const path = this.#operation(ran, method, target);
    if (exchange.isOneSided === true && before === undefined && ran.sent.length > 0)
      return { ...nothing, path, skipped: "only the client's side was recorded" };
    if (before?.failure !== undefined) return { ...nothing, path, skipped: before.failure };
    const was = before ?? recordedAnswer(exchange);
    const old = before?.sent === undefined ? exchange : asRecorded(exchange, before.sent);
    const plain = this.#differences(old, was, ran, path);
    const isOpen = ({ explanation }: FoundDifference) => explanation === undefined;
    const decided =
      (plain.some(isOpen) && (await this.#decided?.explain(plain, exchange, ran, path))) || plain;
    const explained = decided.some(isOpen) ? await this.#withNoise(decided, exchange, ran) : decided;
    return {
      exchange: explained.length === 0 ? exchange : printedExchange(exchange),
      method,
      path,
      skipped: "",
      isSameBytes: plain.length === 0 && Buffer.compare(was.body, ran.body) === 0,
      differences: printedDifferences(explained, [was, ran, ...messagesOf(old), ...ran.sent]),
      trace: ran.trace,
      own: before?.again === undefined ? [] : answerDifferences(before, before.again),
    };
  }

  #differences(old: RecordedExchange, was: Answer, ran: Ran, path: string): readonly FoundDifference[] {
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
      ...upstreamDifferences(old, rematched(ran.sent, old), this.#origins).map(({ number, ...each }) => ({
        ...each,
        place: this.#places.ofUpstream(number === undefined ? undefined : sent[number], trace, path),
      })),
    ];
    return all.map((each) => ({ ...each, ...this.rules.explain(each, { method, path }) }));
  }

  /** Runs the request again with another clock and other random values: what changes with them is noise. */
  async #withNoise(
    found: readonly FoundDifference[],
    exchange: RecordedExchange,
    ran: Ran,
  ): Promise<readonly FoundDifference[]> {
    const again = await this.app.thread.run(exchange, 1);
    const origins = new Origins();
    const old = asRecorded(exchange, ran.sent);
    const ofUpstream = upstreamDifferences(old, rematched(again.sent, old), origins);
    const changing = new Set([...answerDifferences(ran, again), ...ofUpstream].map(keyOf));
    return found.map((each) =>
      each.explanation === undefined && mayBeNoise(each) && (changing.has(keyOf(each)) || isOneMasked(each))
        ? { ...each, explanation: "noise" }
        : each,
    );
  }

  /** The path of the operation that answered. */
  #operation({ honoPath }: Ran, method: string, target: string): string {
    const ofPath = this.#routes.filter((route) => route.honoPath === honoPath);
    const found = ofPath.find((route) => route.method === method) ?? ofPath[0];
    return found?.path ?? pathOf(target);
  }
}

const pathOf = (target: string): string => target.replace(/[?#].*$/s, "");

const keyOf = ({ class: kind, what }: Difference): string => `${kind} ${what}`;

/** Two values of one type. Only those can be another one each time. */
const mayBeNoise = ({ class: kind }: Difference): boolean =>
  kind === "body-member-value" || kind === "field" || kind === "upstream-request-changed";

/** Returns true if only one side has a stand-in for the value: then nothing can be said of them. */
const isOneMasked = ({ was, is }: Difference): boolean => pseudonym.test(was) !== pseudonym.test(is);

const pseudonym = /\bhidden-[0-9a-f]{16}\b/;

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
function rematched(sent: readonly SentUpstream[], { upstream }: RecordedExchange): readonly SentUpstream[] {
  const answers = new RecordedAnswers(upstream);
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
