/** What Node's `fetch` hands its requests to: an agent of undici, with version 1 of its interface. */
export interface Dispatcher {
  readonly isMockActive?: boolean;
  dispatch(options: DispatchOptions, handler: unknown): boolean;
}

export interface DispatchOptions {
  readonly origin?: string;
  readonly path?: string;
  readonly method?: string;
  /** Names and values, one after the other, from the runtime; an object from `fetch`. */
  readonly headers: readonly string[] | Readonly<Record<string, string>>;
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** Gets to know how a request goes on (undici, `Dispatcher.DispatchHandlers`). */
export interface Handler {
  /** The request is about to be written to a connection. */
  onConnect(abort: (reason?: Error) => void): void;
  /** The first byte of the response is there. */
  onResponseStarted(): void;
  /** Also called for interim responses. `false` keeps the body back until `resume` is called. */
  onHeaders(status: number, fields: readonly RawField[], resume: () => void, statusText: string): boolean;
  /** `false` keeps further bytes back until `resume` is called. */
  onData(piece: Uint8Array): boolean;
  onComplete(): void;
  /** The last call. */
  onError(error: Error): void;
}

/** A name, or a value or several: `Buffer`s of Node, or texts. */
export type RawField = RawText | readonly RawText[];

interface RawText {
  toString(encoding?: "latin1"): string;
}

/** The dispatcher of the platform's `fetch`; `undefined` where that is not undici. */
export function platformDispatcher(): Dispatcher | undefined {
  // Node loads undici when one of its classes is looked at for the first time.
  const current: unknown = globalThis.Response && Reflect.get(globalThis, key);
  return isDispatcher(current) ? current : undefined;
}

const key = Symbol.for("undici.globalDispatcher.1");

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === "object" && value !== null && "dispatch" in value;
}
