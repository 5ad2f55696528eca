import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { beginTrace, type GrowingTrace } from "../../../../runtime/observe/index.js";
import type { Trace } from "../../../../runtime/observe/trace/index.js";
import type { RequestStore } from "../requests/store.js";
import type { Gate } from "./gate.js";

/** The facts that the terminal tells of a request. */
export interface AnsweredRequest {
  readonly method: string;
  readonly target: string;
  /** `undefined` if the client went away before. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

/** A request that the server has begun to answer. */
interface Running {
  readonly key: number;
  /** True if the app tells about it. */
  isTraced: boolean;
}

/** The header field of requests that the page sends: which request of the page it is. */
export const sentField = "x-flowc-sent";

/** Notes each request that reaches the app's server, also those that never reach a flow. */
export class Arrivals {
  readonly #running = new AsyncLocalStorage<Running>();
  readonly #sent = new Map<string, (key: number) => void>();

  constructor(
    private readonly requests: RequestStore,
    /** The number of the build that answers. */
    private readonly build: () => number,
    /** A target without what is secret. */
    private readonly shownTarget: (target: string) => string,
    private readonly answered: (request: AnsweredRequest) => void,
  ) {}

  /** Puts itself and a gate around the listeners of a server. */
  watch(server: Server, gate: Gate): void {
    for (const event of ["request", "checkContinue", "checkExpectation"] as const) {
      const listeners = server.listeners(event) as RequestListener[];
      server.removeAllListeners(event);
      server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
        const pass = (): void => {
          for (const listener of listeners) listener.call(server, incoming, outgoing);
        };
        this.#running.run(this.#begin(incoming, outgoing), () => gate.enter(incoming, outgoing, pass));
      });
    }
  }

  /** Resolves to the key of the request that is sent with this token in `sentField`, once it has begun. */
  expect(token: string): Promise<number> {
    return new Promise((resolve) => this.#sent.set(token, resolve));
  }

  forget(token: string): void {
    this.#sent.delete(token);
  }

  /** The app has begun to tell about a request, in an object that grows. */
  readonly began = (trace: Trace): void => {
    const running = this.#running.getStore();
    if (running === undefined || running.isTraced) return;
    running.isTraced = true;
    this.requests.replace(running.key, trace);
  };

  /** Nothing more will be known of a request. */
  readonly ended = (_: Trace): void => {
    const running = this.#running.getStore();
    if (running !== undefined) this.requests.changed(running.key);
  };

  #begin(incoming: IncomingMessage, outgoing: ServerResponse): Running {
    const { method = "", url: target = "", headers } = incoming;
    const started = performance.now();
    const shown = this.shownTarget(target);
    const trace = untraced(method, shown, this.build());
    const running = { key: this.requests.begin(trace), isTraced: false };
    if (headers[sentField] !== undefined) this.#claim(incoming, running.key);
    const writeHead = outgoing.writeHead;
    let duration: number | undefined;
    outgoing.writeHead = ((...args: Parameters<typeof writeHead>) => {
      duration ??= performance.now() - started;
      return writeHead.apply(outgoing, args);
    }) as typeof writeHead;
    outgoing.once("close", () => {
      const status = outgoing.headersSent ? outgoing.statusCode : undefined;
      if (!running.isTraced && status !== undefined) {
        trace.response = { status, fields: [] };
        trace.duration = duration;
      }
      this.requests.changed(running.key);
      this.answered({ method, target: shown, status, duration: duration ?? performance.now() - started });
    });
    return running;
  }

  /**
   * The app must not see the mark, so that it answers the request as it would answer any. A client may send a field of
   * the same name, which is not ours.
   */
  #claim({ rawHeaders, headers }: IncomingMessage, key: number): void {
    const values = rawHeaders.flatMap((name, at) => (isMark(name, at) ? [rawHeaders[at + 1] ?? ""] : []));
    const token = values.find((value) => this.#sent.has(value));
    if (token === undefined) return;
    const claim = this.#sent.get(token);
    this.#sent.delete(token);
    const at = rawHeaders.findIndex((name, index) => isMark(name, index) && rawHeaders[index + 1] === token);
    rawHeaders.splice(at, 2);
    const others = values.filter((value) => value !== token);
    if (others.length === 0) delete headers[sentField];
    else headers[sentField] = others.join(", ");
    claim?.(key);
  }
}

const isMark = (name: string, index: number): boolean => index % 2 === 0 && name.toLowerCase() === sentField;

/** Makes a trace of the known facts of a request about which the app tells nothing. */
function untraced(method: string, target: string, build: number): GrowingTrace {
  const request = { method, target, fields: [] };
  return beginTrace({ id: "", startedAt: Date.now(), build, request, route: "", hasSecrets: false });
}
