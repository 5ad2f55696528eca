/** What programs by hand share that are served by functions such as `fetch`. */
import { type Began, type Failure, logAccess, logError } from "../by-hand/log.js";
import { limitFailure } from "../by-hand/orders.js";

/** To be called before anything else is done for a request. */
export const begin = (): Began => ({
  requestID: crypto.randomUUID(),
  startedAt: Date.now(),
  started: performance.now(),
});

export interface Received {
  readonly began: Began;
  readonly method: string;
  readonly url: string;
  /** The value of a header field. */
  field(name: string): string | null | undefined;
  readonly address: string;
}

/** What is sent of a value: the text of it, whose line of the log is written. */
export function sent(
  { began, method, url, field, address }: Received,
  flow: string,
  value: unknown,
  status: number,
): string {
  const text = JSON.stringify(value);
  logAccess(began, {
    url,
    path: url.slice(url.indexOf("/", 8)),
    status,
    method,
    agent: field("user-agent") ?? "",
    referrer: field("referer") ?? "",
    mime: "application/json",
    bytes: Buffer.byteLength(text),
    requestbytes: Number(field("content-length") ?? 0),
    flow,
    requestmime: field("content-type") ?? "",
    address,
  });
  return text;
}

/** The answer to a limit: a document of the problem, whose line of the log is written, or the limit. */
export function limited(
  began: Began,
  limit: number,
  path: string,
): { readonly value: unknown; readonly status: 200 | 400 } {
  const failure: Failure | undefined = limitFailure(limit);
  if (failure === undefined) return { value: { limit }, status: 200 };
  logError(began, failure);
  const { message: title, code, status } = failure;
  return { value: { title, code, instance: path }, status };
}
