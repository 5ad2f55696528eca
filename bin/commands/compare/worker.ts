import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Trace } from "../../../runtime/observe/trace/format.js";
import type { RecordedExchange, RecordedRequest } from "../../../runtime/observe/trace/recording.js";
import type { Application } from "../../../runtime/testing.js";
import type { TracingOptions } from "../../../runtime/tracing.js";
import { bytesOf } from "../../recording/body.js";
import { goOffline } from "../../shared/offline.js";
import { RecordedAnswers, type SentUpstream } from "./recorded-answers.js";

/** The thread that an app of a bundle runs in, without network, clock and chance of its own. */
export interface AppData {
  readonly bundle: string;
  readonly map: string;
}

/** A recorded request that the app is to answer. */
export interface RunJob {
  readonly exchange: RecordedExchange;
  /** 0, or another number for another clock and other random values. */
  readonly turn: number;
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
  /** Why the request could not be sent to the app; it answered none. */
  readonly failure?: string;
}

interface Bundle {
  readonly app: Application;
  startTracing(options: TracingOptions): void;
}

const { bundle, map } = workerData as AppData;

// Nothing may go out, whatever asks for a connection: upstream requests, caches, directories.
goOffline();

let now = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args: [] | ConstructorParameters<DateConstructor>) {
    if (args.length === 0) super(now);
    else super(...(args as ConstructorParameters<DateConstructor>));
  }
  static override now(): number {
    return now;
  }
} as DateConstructor;

let seed = 0;
/** Mulberry32: the same numbers for the same seed. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
Math.random = random;
/** The ID that the request had. Apps make that of their request first. */
let ownId: ReturnType<typeof crypto.randomUUID> | undefined;
crypto.randomUUID = () => {
  const id = ownId;
  ownId = undefined;
  if (id !== undefined) return id;
  const digits = Array.from({ length: 30 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18)}`;
};

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

let answers = new RecordedAnswers([]);
let trace: Trace | undefined;
const { app, startTracing } = createRequire(import.meta.url)(bundle) as Bundle;
startTracing({
  began: (begun) => {
    trace ??= begun;
  },
  ended: () => {},
  showsSecrets: () => true,
  sourceMap: () => readFileSync(map, "utf8"),
  answer: (asked) => answers.answer(asked),
});

async function run({ exchange, turn }: RunJob): Promise<Ran> {
  now = exchange.startedAt + turn * 61_007;
  seed = turn;
  ownId = turn === 0 && isUuid.test(exchange.id) ? (exchange.id as typeof ownId) : undefined;
  trace = undefined;
  answers = new RecordedAnswers(exchange.upstream);
  const { sent } = answers;
  try {
    const request = requestOf(exchange.request);
    const honoPath = routeOf(request);
    const response = await app.fetch(request);
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, fields: [...response.headers], body, sent, trace, honoPath };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { status: 0, fields: [], body: new Uint8Array(), sent, trace, honoPath: "", failure };
  }
}

function requestOf({ method, target, fields, body }: RecordedRequest): Request {
  const host = fields.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "localhost";
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
