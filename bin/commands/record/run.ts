import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { errorCode } from "../../../runtime/base/index.js";
import { Masks } from "../../../runtime/observe/index.js";
import {
  type Fields,
  type RecordedExchange,
  type RecordedLine,
  recordingVersion,
} from "../../../runtime/observe/trace/index.js";
import { pseudonyms } from "../../../runtime/server/recording/black-box.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { messageOf } from "../../shared/values.js";
import { addedIds, idsIn, matched, type OpenRequest } from "./matching.js";
import { openRecording, writeWhole } from "./recording-file.js";
import { fieldsOf, Passing, recordedUpstream, type Seen } from "./seen-messages.js";
import { Tunnels } from "./tunnels.js";

/** A port that stands in place of an upstream system. */
export interface Egress {
  readonly port: number;
  readonly url: URL;
}

export interface RecordOptions {
  readonly old: URL;
  readonly listen: number;
  readonly egress: readonly Egress[];
  readonly proxy: number | undefined;
  readonly host: string;
  readonly mask: readonly string[];
  readonly keepSecrets: boolean;
  /** The share of requests that is recorded. */
  readonly sample: number;
  /** Those that are recorded: all, if there are none. */
  readonly only: readonly RegExp[];
  /** Seconds; `undefined` for no end. */
  readonly for: number | undefined;
  readonly out: string;
}

/** Bytes of a recording. A longer one is not read by anybody. */
const maxRecording = 8 * 1024 * 1024 * 1024;

/**
 * Milliseconds that an idle connection is kept. Longer than clients keep one: of a shorter time, a recorder that was busy
 * would remember first, and close connections whose next request has come.
 */
const idleConnections = 75_000;

/**
 * Records until the process is asked to end.
 * @throws Error if the file cannot be written, or a port is taken
 */
export async function runRecord(options: RecordOptions, { stdout, stderr }: Output): Promise<ExitCode> {
  const recorder = new Recorder(options, (text) => stderr(`flowc: ${text}\n`));
  const servers: Server[] = [];
  const listen = async (what: string, server: Server, port: number, to: string): Promise<void> => {
    servers.push(server);
    server.requestTimeout = 0;
    server.keepAliveTimeout = idleConnections;
    server.listen(port, options.host);
    await once(server, "listening");
    const { port: found } = server.address() as AddressInfo;
    stdout(
      `${what.padEnd(6)} http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${found} -> ${to}\n`,
    );
  };
  let tunnels: Tunnels | undefined;
  const ended = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    if (options.for !== undefined) setTimeout(resolve, options.for * 1000).unref();
  });
  try {
    for (const { port, url } of options.egress)
      await listen(
        "egress",
        createServer((...both) => recorder.upstream(url, ...both)),
        port,
        url.href,
      );
    if (options.proxy !== undefined) {
      tunnels = recorder.tunnels();
      await listen("proxy", recorder.proxy(tunnels), options.proxy, "any upstream");
    }
    await listen(
      "listen",
      createServer((...both) => recorder.client(...both)),
      options.listen,
      options.old.href,
    );
    stdout(`recording to ${options.out}\n`);
    await ended;
  } finally {
    for (const server of servers) {
      server.close();
      server.closeIdleConnections();
    }
    await recorder.settled(5_000); // what is on its way is recorded, too
    for (const server of servers) server.closeAllConnections();
    tunnels?.end();
    await recorder.settled(1_000, true); // and what was cut off
  }
  const { written, unmatched, problem } = recorder.close();
  stderr(
    `recorded ${written} exchanges${unmatched > 0 ? `; ${unmatched} upstream exchanges belong to no request for sure` : ""}\n`,
  );
  return problem === undefined ? exitCodes.fine : exitCodes.failed;
}

interface OpenExchange extends OpenRequest {
  readonly startedAt: number;
  readonly seen: Seen;
  readonly upstream: Seen[];
  /** False if it is only passed on. */
  readonly isKept: boolean;
  /** Upstream exchanges of it that are on their way. */
  waiting: number;
  uncertain: number;
}

const hopByHop =
  /^(?:connection|keep-alive|proxy-connection|proxy-authorization|transfer-encoding|upgrade|te|trailer)$/i;

/** Of all messages by one clock: it tells which of them are of the same time. */
const startedAt = ({ started }: Seen): number => Math.round(performance.timeOrigin + started);

class Recorder {
  readonly #names: ReadonlySet<string>;
  readonly #standIn = pseudonyms();
  readonly #open = new Set<OpenExchange>();
  readonly #held = { bytes: 0 };
  readonly #file: number;
  #bytes = 0;
  #written = 0;
  #unmatched = 0;
  /** Upstream exchanges on their way that belong to no request for sure. */
  #loose = 0;
  #isClosed = false;
  #problem: string | undefined;
  /** True if it has been told that the system does not answer; it has answered none since then. */
  #isDead = false;

  constructor(
    private readonly options: RecordOptions,
    private readonly tell: (text: string) => void,
  ) {
    this.#names = new Set(options.mask.map((name) => name.toLowerCase()));
    this.#file = openRecording(options.out);
  }

  /** For one exchange: a secret of one message is one in all that follow. */
  #masks(): Masks {
    return new Masks(this.#names, this.options.keepSecrets, this.#standIn);
  }

  client(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const own = fieldsOf(incoming);
    const fields = [...own, ...addedIds(own)];
    const seen = this.#seen(incoming, incoming.url ?? "/", fields);
    const open: OpenExchange = {
      ...{
        ids: idsIn(fields),
        isOver: false,
        startedAt: startedAt(seen),
        isKept: this.#isWanted(seen),
        seen,
        upstream: [],
        waiting: 0,
        uncertain: 0,
      },
    };
    this.#open.add(open);
    this.#pass(this.options.old, seen, incoming, outgoing, () => {
      open.isOver = true;
      this.#finish(open);
    });
  }

  upstream(base: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { origin, pathname, search } = base;
    const target = `${origin}${pathname.replace(/\/$/, "")}${incoming.url ?? "/"}${search}`;
    const seen = this.#seen(incoming, target, fieldsOf(incoming));
    const over = this.#belongs(seen);
    this.#pass(new URL(origin), seen, incoming, outgoing, over);
  }

  tunnels(): Tunnels {
    return new Tunnels((incoming) => {
      const seen = this.#seen(incoming, `https://${incoming.url}/`, []);
      seen.isUnseen = true;
      const over = this.#belongs(seen);
      return (failure) => {
        seen.ended = performance.now();
        if (failure !== undefined) seen.failure = failure;
        over();
      };
    });
  }

  /** A forward proxy. */
  proxy(tunnels: Tunnels): Server {
    return createServer((incoming, outgoing) => {
      if (!/^http:\/\//i.test(incoming.url ?? "") || !URL.canParse(incoming.url ?? "")) {
        outgoing.writeHead(400).end();
        return;
      }
      const url = new URL(incoming.url ?? "");
      const seen = this.#seen(incoming, url.href, fieldsOf(incoming));
      this.#pass(new URL(url.origin), seen, incoming, outgoing, this.#belongs(seen));
    }).on("connect", (...connection: Parameters<Tunnels["connect"]>) => tunnels.connect(...connection));
  }

  #seen({ method = "GET" }: IncomingMessage, target: string, fields: Fields): Seen {
    const now = performance.now();
    return { method, target, fields, started: now, ended: now };
  }

  /** Notes an upstream exchange with the client's request that it belongs to. Returns what is to be called at its end. */
  #belongs(seen: Seen): () => void {
    const { request, by, candidates } = matched(seen.fields, this.#open);
    if (request === undefined) {
      for (const candidate of candidates) candidate.uncertain++;
      this.#unmatched++;
      this.#loose++;
      return () => {
        this.#loose--;
        const masks = this.#masks();
        this.#write({
          ...{ version: recordingVersion, kind: "upstream", startedAt: startedAt(seen) },
          ...(candidates.every(({ isKept }) => isKept) && { candidates: candidates.length }),
          upstream: recordedUpstream(seen, seen.started, masks),
        });
        this.#settle?.();
      };
    }
    if (by !== undefined) seen.by = by;
    request.upstream.push(seen);
    request.waiting++;
    return () => {
      request.waiting--;
      this.#finish(request);
    };
  }

  /** Sends a request on, and its answer back. */
  #pass(
    origin: URL,
    seen: Seen,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    over: () => void,
  ): void {
    const sent = new Passing(this.#held);
    const received = new Passing(this.#held);
    let answer: IncomingMessage | undefined;
    const finish = (): void => {
      seen.ended = performance.now();
      seen.body = sent.taken(incoming.headers["content-encoding"]);
      const body = received.taken(answer?.headers["content-encoding"]);
      if (answer !== undefined)
        seen.response = { status: answer.statusCode ?? 0, fields: fieldsOf(answer), body };
      over();
    };
    const target = URL.canParse(seen.target) ? new URL(seen.target) : undefined;
    const path = target === undefined ? seen.target : target.pathname + target.search;
    const fields = seen.fields.filter(([name]) => !hopByHop.test(name) && name.toLowerCase() !== "host");
    const isChunked = incoming.headers["transfer-encoding"] !== undefined;
    const request = (origin.protocol === "https:" ? httpsRequest : httpRequest)(origin, {
      method: seen.method,
      path,
      agent: false,
      headers: [
        ["host", origin.host],
        ...fields,
        ...(isChunked ? [["transfer-encoding", "chunked"]] : []),
      ].flat() as never,
    });
    request.on("response", (response) => {
      answer = response;
      if (this.#isFromClient(seen)) this.#isDead = false;
      const kept = fieldsOf(response).filter(([name]) => !hopByHop.test(name));
      try {
        outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, kept.flat());
      } catch (error) {
        request.destroy(error as Error); // a status such as 099, which no server can send
        return;
      }
      pipeline(received.through(response), outgoing, (error) => {
        if (error) seen.failure = answer?.complete ? "the client went away" : "the answer broke off";
      });
    });
    request.on("upgrade", () => void outgoing.destroy()); // nobody has asked for that
    request.on("error", (error) => {
      seen.failure ??= errorCode(error) || messageOf(error);
      // Upstream systems that do not answer are seen as such; clients are told.
      if (this.#isFromClient(seen) && !outgoing.headersSent) {
        outgoing.writeHead(502).end("The system does not answer.\n");
        if (/^(?:ECONNRESET|EPIPE)$/.test(seen.failure)) return; // it has taken the request
        if (!this.#isDead) this.tell(`${origin.href} does not answer: ${seen.failure}`);
        this.#isDead = true;
      } else outgoing.destroy();
    });
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) seen.failure ??= "the client went away";
      request.destroy();
      finish();
    });
    sent.through(incoming).pipe(request);
  }

  #isFromClient(seen: Seen): boolean {
    return [...this.#open].some((each) => each.seen === seen);
  }

  #finish(open: OpenExchange): void {
    if (!open.isOver || open.waiting > 0 || !this.#open.delete(open)) return;
    if (open.isKept) this.#record(open);
    this.#settle?.();
  }

  #record(open: OpenExchange): void {
    try {
      const { seen, startedAt, upstream, uncertain } = open;
      const masks = this.#masks();
      const shown = () => ({
        client: recordedUpstream(seen, seen.started, masks),
        upstream: upstream.map((each) => recordedUpstream(each, seen.started, masks)),
      });
      shown(); // a secret may stand before the message that tells that it is one
      const { client, upstream: sent } = shown();
      const { request, response, failure, duration } = client;
      const line: RecordedExchange = {
        ...{ version: recordingVersion, kind: "exchange", id: randomUUID(), startedAt, duration, request },
        upstream: sent,
        ...(response && { response }),
        ...(failure !== undefined && { failure }),
        ...(uncertain > 0 && { uncertain }),
      };
      if (this.#write(line)) this.#written++;
    } catch (error) {
      this.#fail(messageOf(error));
    }
  }

  #isWanted({ method, target }: Seen): boolean {
    const { only, sample } = this.options;
    const operation = `${method} ${target.replace(/[?#].*$/s, "")}`;
    return (only.length === 0 || only.some((pattern) => pattern.test(operation))) && Math.random() < sample;
  }

  #settle: (() => void) | undefined;

  /** Resolves when no request is on its way, nor any upstream request if `isAll`; or after so many milliseconds. */
  settled(most: number, isAll = false): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, most);
      this.#settle = () => {
        if (this.#open.size > 0 || (isAll && this.#loose > 0)) return;
        clearTimeout(timer);
        resolve();
      };
      this.#settle();
    });
  }

  /** Requests pass on when nothing can be written any more. */
  #write(line: RecordedLine): boolean {
    if (this.#problem !== undefined || this.#isClosed) return false;
    try {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      if (this.#bytes + bytes.length > maxRecording) throw new Error("the recording is as long as it may be");
      this.#bytes += bytes.length;
      writeWhole(this.#file, bytes);
      return true;
    } catch (error) {
      this.#fail(messageOf(error));
      return false;
    }
  }

  #fail(problem: string): void {
    if (this.#problem === undefined) this.tell(`nothing more is recorded: ${problem}`);
    this.#problem = problem;
  }

  close() {
    this.#isClosed = true; // a connection may end even later
    closeSync(this.#file);
    return { written: this.#written, unmatched: this.#unmatched, problem: this.#problem };
  }
}
