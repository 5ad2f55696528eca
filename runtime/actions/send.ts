import { type Bytes, readBytes } from "../body-bytes.js";
import { errorCode } from "../error-code.js";
import { longestTimer } from "../limits.js";
import { curlCode, operationTimedOut } from "../logs/curl-code.js";
import type { RequestLog } from "../logs/request-log.js";
import { dispatcherFor } from "./connect-timeout.js";
import { RequestFailure } from "./request-failure.js";
import { parseHttpUrl, type RequestPlan, removeCredentials, removeFragment } from "./request-plan.js";

export interface UpstreamResponse {
  /** Of the last request, if redirects were followed. */
  readonly url: string;
  readonly status: number;
  /** The reason phrase; empty where there is none. */
  readonly statusText: string;
  readonly headers: Headers;
  readonly bytes: Bytes;
}

/** Sends a request and reads the whole response. @throws RequestFailure */
export const send = async (plan: RequestPlan, log: RequestLog): Promise<UpstreamResponse> => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), Math.min(plan.timeout, longestTimer));
  try {
    const { url, response } = await follow(plan, log, abort.signal);
    const bytes = await readBytes(response.body, plan.maxBytes);
    if (bytes === undefined) throw new RequestFailure(`The response exceeds ${plan.maxBytes} bytes.`);
    log.ended(bytes.byteLength);
    const { status, statusText, headers } = response;
    return { url: url.href, status, statusText, headers, bytes };
  } catch (thrown) {
    const failure = failureOf(thrown, abort.signal, plan);
    log.failed(failure.message, abort.signal.aborted ? operationTimedOut : curlCode(thrown));
    throw failure;
  } finally {
    clearTimeout(timer);
  }
};

/** Sends the request, and those that redirects lead to as far as the plan allows (RFC 9110 §15.4). */
const follow = async (
  plan: RequestPlan,
  log: RequestLog,
  signal: AbortSignal,
): Promise<{ url: URL; response: Response }> => {
  let { url, method, body } = plan;
  const headers = new Map(plan.headers);
  const dispatcher = plan.connectTimeout === undefined ? undefined : dispatcherFor(plan.connectTimeout);
  for (let redirects = 0; ; redirects++) {
    const init = { method, headers: [...headers], body: body ?? null, redirect, signal };
    log.sent(url, method);
    const response = await fetch(url, dispatcher === undefined ? init : Object.assign(init, { dispatcher }));
    log.answered(response);
    const location = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
    if (location === null || plan.maxRedirects === undefined) return { url, response };
    if (redirects >= plan.maxRedirects) throw new RequestFailure(`More than ${plan.maxRedirects} redirects.`);
    log.ended(await discard(response));

    const next = redirectTarget(location, url);
    if (next.origin !== url.origin) for (const name of plan.credentialFields) headers.delete(name);
    if (response.status < 307 && method !== "HEAD") {
      method = "GET";
      body = undefined;
      for (const name of headers.keys()) if (name.startsWith("content-")) headers.delete(name);
    }
    url = next;
  }
};

/** Followed here and not by `fetch`, which would not say where to, nor keep credentials from other origins. */
const redirect = "manual" as const;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const redirectTarget = (location: string, from: URL): URL => {
  const target = parseHttpUrl(location, from);
  if (target === undefined) throw new RequestFailure("A redirect leads to no http or https URL.");
  removeFragment(target);
  removeCredentials(target);
  return target;
};

/** Reading a short body to its end keeps its connection usable. Resolves to its bytes; 0 for one that is longer. */
const discard = async (response: Response): Promise<number> =>
  (await readBytes(response.body, 65_536))?.byteLength ?? 0;

const failureOf = (thrown: unknown, { aborted }: AbortSignal, { timeout }: RequestPlan): RequestFailure => {
  if (aborted) return new RequestFailure(`No complete response within ${timeout / 1000} s.`, 504);
  return thrown instanceof RequestFailure ? thrown : connectionFailure(thrown);
};

const connectionFailure = (thrown: unknown): RequestFailure => {
  const code = errorCode(thrown);
  const timedOut = code.includes("TIMEOUT") || code === "ETIMEDOUT";
  return new RequestFailure(`The connection failed${code && ` (${code})`}.`, timedOut ? 504 : 502);
};
