import { type ClientRequest, Departure } from "../../http/client-request.js";
import { plainUrl, type RequestUrl, splitUrl } from "../../http/client-url.js";
import { isPlainHost, isPlainTarget } from "./plain-url.js";

/**
 * A request as a server of functions such as `fetch` hands it over. What few flows ask for is asked of the platform when
 * they do.
 */
export class FetchedRequest implements ClientRequest {
  readonly method: string;
  readonly urlParts: RequestUrl;
  readonly headers: Headers;
  protected readonly request: Request;

  constructor(request: Request) {
    this.method = request.method;
    this.urlParts = partsOf(request.url);
    this.headers = request.headers;
    this.request = request;
  }

  get url(): string {
    return this.urlParts.url;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.request.body;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.request.arrayBuffer();
  }
}

/**
 * Only those who wait for a client to go ask for its signal. It does not tell them at once of one that had gone before.
 * Deno aborts each signal that somebody has asked for when the response is sent, which takes a fifth of a request that has a
 * body of 9 KB, and warns of it on standard error. Workers make an object for each, a tenth of such a request.
 */
export class WaitingRequest extends FetchedRequest {
  #departure: Departure | undefined;

  get departure(): Departure {
    let signal: AbortSignal | undefined;
    this.#departure ??= new Departure(
      () => signal?.aborted === true,
      (gone) => {
        signal = this.signal;
        signal.addEventListener("abort", gone, { once: true });
      },
    );
    return this.#departure;
  }
}

function partsOf(url: string): RequestUrl {
  const authority = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : undefined;
  if (authority === undefined) return splitUrl(url);
  const start = url.indexOf("/", authority);
  const target = start < 0 ? "" : url.slice(start);
  const isPlain = isPlainTarget(target) && isPlainHost(url.slice(authority, start));
  return isPlain ? plainUrl(url, target) : splitUrl(url);
}
