import type { Bytes } from "../http/body-bytes.js";
import type { ReceivedFields } from "../http/received-fields.js";

/** A request to one URL. */
export interface Sending {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Bytes | ReadableStream<Uint8Array> | null;
  /** The client's `Accept-Encoding`, if nobody else reads the response: the codings that it names stay on the content. */
  readonly acceptedCodings?: string | undefined;
  /** Gets to know when there is a connection to send it over. */
  readonly log?: { connected(isReused: boolean): void };
}

/** The response to an upstream request. */
export interface UpstreamResponse {
  /** The URL of the last request, if redirects were followed. */
  readonly url: string;
  readonly status: number;
  /** The reason phrase; empty if there is none. */
  readonly statusText: string;
  readonly headers: ReceivedFields;
  readonly cacheHit: boolean;
  /** True if the content still has the codings that its field names. */
  readonly isCoded: boolean;
  /** A stream if the body is long and the plan asks for a stream. */
  readonly body: Bytes | ReadableStream<Uint8Array>;
}
