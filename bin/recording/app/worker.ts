import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { fieldValue, type RequestMessage, type Trace } from "../../../runtime/observe/trace/index.js";
import type { Application } from "../../../runtime/testing.js";
import type { TracingOptions } from "../../../runtime/tracing.js";
import { goOffline } from "../../shared/offline.js";
import { bytesOf } from "../body.js";
import type { SentUpstream } from "../differences/sent-upstream.js";
import { moveClock, setClock } from "./clock.js";
import { RecordedAnswers, type WideExchange } from "./recorded-answers.js";

/** The thread that an app of a bundle runs in, without network, clock and chance of its own. */
export interface AppData {
  readonly bundle: string;
  readonly map: string;
}

/** A recorded request that the app is to answer. */
export interface RunJob {
  readonly exchange: WideExchange;
  readonly turn: Turn;
}

/** How the app runs. */
export interface Turn {
  /** Milliseconds by which the clock is later. */
  readonly clock: number;
  /** 0, or another number for other random values. */
  readonly chance: number;
}

/** The result of running the app. */
export interface Ran {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly sent: readonly SentUpstream[];
  /** `undefined` if no flow has seen the request. */
  readonly trace: Trace | undefined;
  /** The path pattern that answered, as Hono has it; empty if there is none. */
  readonly honoPath: string;
  /** Why the app has not answered. */
  readonly failure?: string;
  /** True if there cannot be such a request. */
  readonly isUnsendable?: true;
}

interface Bundle {
  readonly app: Application;
  startTracing(options: TracingOptions): void;
}

const { bundle, map } = workerData as AppData;

// Nothing may go out, whatever asks for a connection: upstream requests, caches, directories.
goOffline();

let answers = new RecordedAnswers({ upstream: [], startedAt: 0, duration: 0 });
let random: Iterator<string> = [].values();
let trace: Trace | undefined;
const { app, startTracing } = createRequire(import.meta.url)(bundle) as Bundle;
startTracing({
  began: (begun) => {
    trace ??= begun;
  },
  ended: () => {},
  sourceMap: () => readFileSync(map, "utf8"),
  answer: (asked) => answers.answer(asked),
  random: () => random.next().value,
});

async function run({ exchange, turn }: RunJob): Promise<Ran> {
  const { clock, chance } = turn;
  setClock(exchange.startedAt + clock, chance, chance === 0 ? exchange.id : "");
  trace = undefined;
  answers = new RecordedAnswers(exchange, moveClock);
  random = (chance === 0 ? (exchange.random ?? []) : []).values();
  const { sent } = answers;
  let request: Request | undefined;
  try {
    request = requestOf(exchange.request);
    const honoPath = routeOf(request);
    const response = await app.fetch(request);
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, fields: [...response.headers], body, sent, trace, honoPath };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const nothing = { status: 0, fields: [], body: new Uint8Array(), sent, trace, honoPath: "", failure };
    return request === undefined ? { ...nothing, isUnsendable: true } : nothing;
  }
}

function requestOf({ method, target, fields, body }: RequestMessage): Request {
  const host = fieldValue(fields, "host") || "localhost";
  const headers = fields.filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding|content-length|expect)$/i.test(name),
  );
  const bytes = bytesOf(body);
  return new Request(`http://${host}${target}`, {
    method,
    headers: [
      ...headers.map(([name, value]) => [name, value] as [string, string]),
      ...(bytes.length > 0 ? [["content-length", String(bytes.length)] as [string, string]] : []),
    ],
    ...(bytes.length > 0 ? { body: bytes } : {}),
  });
}

function routeOf({ method, url }: Request): string {
  const [found = []] = app.router.match(method, new URL(url).pathname) as readonly [
    (readonly (readonly [readonly [unknown, { readonly path: string }], unknown])[])?,
  ];
  return found[0]?.[0][1].path ?? "";
}

parentPort?.on("message", (job: RunJob) => {
  run(job).then((ran) => parentPort?.postMessage(ran));
});
