/**
 * Keeps the inputs of requests that fail, or are slow. It becomes the file `recording.cjs` beside `server.js`, which is
 * loaded where `FLOW_RECORD` is set: it has no state in common with the server but what that hands to it.
 * @module
 */
import type { JsonObject } from "../../data/index.js";
import type { Bytes, Reply } from "../../http/index.js";
import {
  clientRequest,
  type Exchange,
  type Listener,
  Masks,
  receivedResponse,
  repliedResponse,
  sentRequest,
  unbounded,
} from "../../observe/index.js";
import { type RecordedExchange, type RecordedUpstream, recordingVersion } from "../../observe/trace/index.js";
import type { State } from "../../request/index.js";
import type { RecordingHost, RecordingModule } from "../index.js";
import { maxOfCause, RecordingDirectory } from "./recording-directory.js";

/** Of a body, the first bytes are kept. A longer one is marked as cut. */
const bounds = { ...unbounded, searched: 4 * 1024 * 1024 };

/** Upstream requests and random values of a request that are kept. */
const maxExchanges = 1_000;
const maxRandom = 1_000;

/** Causes that are counted at once. */
const maxCauses = 1_000;

/** Milliseconds between two requests of one cause that are kept, once a few of it are. */
const pause = 1_000;

/** Writes a stand-in for a secret: the same for the same one, and nobody can tell the secret without the key. */
export function pseudonyms(): (secret: string) => string {
  const { createHmac, randomBytes } = process.getBuiltinModule("node:crypto");
  const key = randomBytes(32);
  return (secret) => `hidden-${createHmac("sha256", key).update(secret).digest("hex").slice(0, 16)}`;
}

export const recordingModule: RecordingModule = {
  openRecordings(path, maxBytes, host) {
    const directory = new RecordingDirectory(path, maxBytes, host.failed);
    const box = new BlackBox(directory, host);
    return {
      list: () => directory.list(),
      listen: (request) => new Inputs(request, box),
      written: () => directory.written(),
    };
  },
};

type Head = Pick<RecordedExchange, "version" | "kind" | "cause" | "count" | "id" | "startedAt" | "duration">;

interface Cause {
  count: number;
  written: number;
  /** Of a clock that nobody can set back. */
  writtenAt: number;
}

class BlackBox {
  readonly #causes = new Map<string, Cause>();
  readonly #standIn = pseudonyms();

  constructor(
    private readonly directory: RecordingDirectory,
    readonly host: RecordingHost,
  ) {}

  /** @param make makes the rest of what is written; called only if there is room */
  keep(cause: string, current: State, make: (masks: Masks) => Omit<RecordedExchange, keyof Head>): void {
    const known = this.#counted(cause);
    const now = performance.now();
    if (known.written >= maxOfCause && now - known.writtenAt < pause) return;
    if (!this.directory.hasRoom) {
      this.host.failed("too many wait to be written");
      return;
    }
    known.written++;
    known.writtenAt = now;
    const masks = new Masks(undefined, false, this.#standIn);
    masks.rememberVariables(this.host.variables());
    const { requestID: id, access } = current;
    const { startedAt } = access;
    const { count } = known;
    const head: Head = {
      ...{ version: recordingVersion, kind: "exchange", cause, count, id, startedAt },
      duration: rounded(access.elapsed),
    };
    make(masks); // a secret may stand before the message that tells that it is one
    const key = process.getBuiltinModule("node:crypto").createHash("sha256").update(cause).digest("hex");
    this.directory.write(startedAt, key.slice(0, 12), id, `${JSON.stringify({ ...head, ...make(masks) })}\n`);
  }

  #counted(cause: string): Cause {
    const known = this.#causes.get(cause) ?? { count: 0, written: 0, writtenAt: 0 };
    known.count++;
    this.#causes.delete(cause);
    this.#causes.set(cause, known);
    if (this.#causes.size > maxCauses)
      for (const oldest of this.#causes.keys()) {
        this.#causes.delete(oldest);
        break;
      }
    return known;
  }
}

/** Holds on to the inputs of one request until it has ended: the request has them in memory anyway. */
class Inputs implements Listener {
  /** The first one, which is often the only one. */
  #exchange: Exchange | undefined;
  #exchanges: Set<Exchange> | undefined;
  #body: Bytes | undefined;
  #random: string[] | undefined;
  #place: string | undefined;
  #code: unknown;
  #reply: Reply | undefined;
  /** Seconds until the answer was known. */
  #took = 0;

  constructor(
    private readonly current: State,
    private readonly box: BlackBox,
  ) {}

  exchanged(exchange: Exchange): void {
    this.#exchange ??= exchange;
    if (this.#exchange === exchange) return;
    this.#exchanges ??= new Set([this.#exchange]);
    if (this.#exchanges.size < maxExchanges) this.#exchanges.add(exchange);
  }

  received(body: Bytes | undefined): void {
    this.#body = body;
  }

  chose(value: string): string {
    this.#random ??= [];
    if (this.#random.length < maxRandom) this.#random.push(value);
    return value;
  }

  alerted(place: string | undefined): void {
    this.#place = place ?? this.#place;
  }

  failed({ code }: JsonObject): void {
    this.#code = code;
  }

  answered(reply: Reply, seconds: number): Reply {
    this.#took = seconds;
    this.#reply = reply;
    return reply;
  }

  ended(status: number): void {
    const { failed, slow } = this.box.host.wanted;
    const isFailed = failed && status >= 500;
    if (!isFailed && (slow === undefined || this.#took < slow)) return;
    const { flow } = this.current.access;
    const what = isFailed ? `failed ${status}${this.#code === undefined ? "" : ` ${this.#code}`}` : "slow";
    const cause = `${what} ${(isFailed && this.#place) || flow}`.trim();
    this.box.keep(cause, this.current, (masks) => this.#recorded(masks));
  }

  #recorded(masks: Masks): Omit<RecordedExchange, keyof Head> {
    const request = clientRequest(this.current, this.#body, masks, bounds);
    const { startedAt } = this.current.access;
    const exchanges = this.#exchanges ?? (this.#exchange === undefined ? [] : [this.#exchange]);
    const upstream = [...exchanges].flatMap((each) => upstreamOf(each, startedAt, masks));
    const response = this.#reply && repliedResponse(this.#reply, masks, bounds);
    const random = this.#random?.map((value) => masks.masked(value));
    return { request, upstream, ...(response && { response }), ...(random && { random }) };
  }
}

/** Directories are asked by no request, and requests that were refused were never sent. */
function upstreamOf(exchange: Exchange, since: number, masks: Masks): readonly RecordedUpstream[] {
  const { id, sent, failure, startedAt, started, ended = started } = exchange;
  const response = receivedResponse(exchange, masks, bounds);
  if (sent === undefined || (response === undefined && failure === undefined)) return [];
  return [
    {
      ...{ at: startedAt - since, duration: rounded(ended - started), matchedBy: "engine", id },
      request: sentRequest(sent, masks, bounds),
      ...(response && { response }),
      ...(failure !== undefined && { failure: masks.masked(failure) }),
    },
  ];
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
