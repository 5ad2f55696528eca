import type { Bytes } from "./body-bytes.js";

/** What is read of a client's request. `Request` has all of it; a server may have something that costs less. */
export interface ClientRequest
  extends Pick<Request, "method" | "url" | "headers" | "signal" | "arrayBuffer"> {
  readonly body: ReadableStream<Uint8Array> | null;
  /** The same as `signal`, for a server that knows without one. */
  readonly departure?: Departure;
  /** The same as `arrayBuffer`, for a server that need not copy the body. */
  readAll?(): Promise<Bytes>;
}

/** Whether the client goes before it has the response. */
export interface Departure {
  isGone(): boolean;
  /** Calls the function when the client goes, or at once if it has gone. */
  tell(told: () => void): void;
}

export function departureOf(client: ClientRequest): Departure {
  if (client.departure !== undefined) return client.departure;
  const { signal } = client;
  return {
    isGone: () => signal.aborted,
    tell(told) {
      if (signal.aborted) told();
      else signal.addEventListener("abort", told, { once: true });
    },
  };
}
