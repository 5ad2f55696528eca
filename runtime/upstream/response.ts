import type { Bytes } from "../http/body-bytes.js";

/** What came of an upstream request. */
export interface UpstreamResponse {
  /** Of the last request, if redirects were followed. */
  readonly url: string;
  readonly status: number;
  /** The reason phrase; empty where there is none. */
  readonly statusText: string;
  readonly headers: Headers;
  readonly cacheHit: boolean;
  /** A stream where it is long and the plan has it streamed. */
  readonly body: Bytes | ReadableStream<Uint8Array>;
}
