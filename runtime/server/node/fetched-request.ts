import type { ClientRequest } from "../../http/client-request.js";
import { type RequestUrl, splitUrl } from "../../http/client-url.js";
import { isPlainTarget } from "./request-head.js";
import { isPlainHost } from "./request-listener.js";

/** A request as the server of Bun or Deno hands it over. What few flows ask for is asked of the platform when they do. */
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

const scheme = "http://";

function partsOf(url: string): RequestUrl {
  const start = url.indexOf("/", scheme.length);
  const target = start < 0 ? "" : url.slice(start);
  if (!url.startsWith(scheme) || !isPlainTarget(target) || !isPlainHost(url.slice(scheme.length, start)))
    return splitUrl(url);
  const question = target.indexOf("?");
  return {
    url,
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? undefined : target.slice(question + 1) || undefined,
    plainTarget: target,
  };
}
