import type { Hono } from "hono";
import { type LogLine, withLog } from "./log.js";

/** A request of a test; `json` is short for a JSON body with its content type. */
export interface ClientRequest {
  readonly method?: string;
  /** Relative to the sample's own path. For `send()`, the whole path. */
  readonly path?: string;
  /** The raw query, without `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly json?: unknown;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The parsed body. Fails the test if it is not JSON. */
  json(): unknown;
  /** The alerts logged while the request ran. Empty over real HTTP. */
  readonly log: readonly LogLine[];
  /** Everything logged while the request ran. Empty over real HTTP. */
  readonly events: readonly LogLine[];
}

export const origin = "http://client.test:8080";

/** The request in the form that `fetch` and `app.request` take. */
export function init(request: ClientRequest): RequestInit {
  const headers = new Headers(request.headers);
  const hasJson = "json" in request;
  if (hasJson && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = hasJson ? JSON.stringify(request.json) : request.body;
  // A string would get the content type `text/plain`, but some tests send none.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    method: request.method ?? (bytes === undefined ? "GET" : "POST"),
    headers,
    redirect: "manual",
    ...(bytes === undefined ? {} : { body: bytes }),
  };
}

export function target(request: ClientRequest): string {
  return `${request.path ?? "/"}${request.query === undefined ? "" : `?${request.query}`}`;
}

/** Sends to an app in this process. */
export async function send(app: Hono, request: ClientRequest): Promise<ClientResponse> {
  const { result, log } = await withLog(async () => {
    const response = await app.request(`${origin}${target(request)}`, init(request));
    return { response, bytes: await response.arrayBuffer() };
  });
  return view(result.response, result.bytes, log);
}

/** Sends to a server at `base`, for example `http://127.0.0.1:8080`. */
export async function sendTo(base: string, request: ClientRequest): Promise<ClientResponse> {
  const response = await fetch(`${base}${target(request)}`, init(request));
  return view(response, await response.arrayBuffer(), []);
}

function view(response: Response, buffer: ArrayBuffer, events: readonly LogLine[]): ClientResponse {
  const bytes = new Uint8Array(buffer);
  const text = new TextDecoder().decode(bytes);
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    json: () => JSON.parse(text),
    log: events.filter(({ type }) => type === "engine_alert"),
    events,
  };
}
