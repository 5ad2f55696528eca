import type { Bytes } from "./body-bytes.js";
import type { ClientUrl } from "./client-url.js";

/** What is read of a client's request. `Request` has all of it; a server may have something that costs less. */
export interface ClientRequest
  extends Pick<Request, "method" | "url" | "headers" | "signal" | "arrayBuffer"> {
  readonly body: ReadableStream<Uint8Array> | null;
  /** The parts of `url`, for a server that knows them. */
  readonly urlParts?: ClientUrl;
  /** The same as `signal`, for a server that knows without one. */
  readonly departure?: Departure;
  /** The same as `arrayBuffer`, for a server that need not copy the body. */
  readAll?(): Promise<Bytes>;
}

/** The client has gone, so that nobody wants what a flow waits for. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  override readonly message = "The client is gone.";
}

/** The status in the log where nobody got an answer, because the client had gone. nginx began with it. */
export const clientGoneStatus = 499;

/** Whether the client goes before it has the response. */
export class Departure {
  readonly isGone: () => boolean;
  readonly #listen: (gone: () => void) => void;
  #told: Set<() => void> | undefined;

  /** @param listen calls the function when the client goes; it is called once, since platforms warn of many listeners */
  constructor(isGone: () => boolean, listen: (gone: () => void) => void) {
    this.isGone = isGone;
    this.#listen = listen;
  }

  /** Calls the function when the client goes, or at once if it has gone. Returns what makes that undone. */
  tell(told: () => void): () => void {
    if (this.isGone()) {
      told();
      return () => {};
    }
    if (this.#told === undefined) {
      const all = new Set<() => void>();
      this.#told = all;
      this.#listen(() => {
        for (const each of all) each();
      });
    }
    const all = this.#told;
    all.add(told);
    return () => all.delete(told);
  }
}

export function departureOf(client: ClientRequest): Departure {
  if (client.departure !== undefined) return client.departure;
  const { signal } = client;
  return new Departure(
    () => signal.aborted,
    (gone) => signal.addEventListener("abort", gone, { once: true }),
  );
}
