import type { Bytes } from "../http/body-bytes.js";

/** A request to one URL. */
export interface Sending {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Bytes | ReadableStream<Uint8Array> | null;
  /** Called when there is a connection to send it over. */
  connected?(isReused: boolean): void;
}
