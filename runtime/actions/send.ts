import { type Bytes, readBytes } from "../body-bytes.js";
import { errorCode } from "../error-code.js";
import { longestTimer } from "../limits.js";
import { dispatcherFor } from "./connect-timeout.js";
import { isLong, type Passage, passedBody } from "./passed-body.js";
import { RequestFailure } from "./request-failure.js";
import type { RequestPlan } from "./request-plan.js";
import { parseHttpUrl, removeCredentials, removeFragment } from "./request-url.js";
import { withFields } from "./response-fields.js";

export interface UpstreamResponse {
  /** Of the last request, if redirects were followed. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** A stream where it is long and the plan has it streamed. */
  readonly body: Bytes | ReadableStream<Uint8Array>;
}

/**
 * Sends a request, and reads the whole response unless it is streamed; `broke` is told if a stream ends too early.
 * @throws RequestFailure
 */
export const send = async (plan: RequestPlan, broke: Passage["broke"]): Promise<UpstreamResponse> => {
  const abort = new AbortController();
  const limit = (milliseconds: number, what: string) =>
    setTimeout(
      () => abort.abort(new RequestFailure(`No ${what} within ${milliseconds / 1000} s.`, 504)),
      Math.min(milliseconds, longestTimer),
    );
  const timer = limit(plan.timeout, "complete response");
  const firstByte = plan.firstByteTimeout && limit(plan.firstByteTimeout, "response");
  plan.client?.addEventListener("abort", () => abort.abort(), { once: true });
  try {
    const { url, response } = await follow(plan, abort.signal);
    clearTimeout(firstByte);
    const { status } = response;
    const headers = withFields(response.headers, plan.responseFields);
    if (plan.isStreamed && response.body !== null && isLong(response.headers)) {
      const passage = { patience: plan.timeout, abort: () => abort.abort(), broke };
      return { url: url.href, status, headers, body: passedBody(response.body, passage) };
    }
    const body = await readBytes(response.body, plan.maxBytes);
    if (body === undefined) throw new RequestFailure(`The response exceeds ${plan.maxBytes} bytes.`);
    return { url: url.href, status, headers, body };
  } catch (thrown) {
    if (plan.client?.aborted) throw new RequestFailure("The client closed the connection.");
    if (abort.signal.reason instanceof RequestFailure) throw abort.signal.reason;
    throw thrown instanceof RequestFailure ? thrown : connectionFailure(thrown);
  } finally {
    clearTimeout(timer);
    clearTimeout(firstByte);
  }
};

/** Sends the request, and those that redirects lead to as far as the plan allows (RFC 9110 §15.4). */
const follow = async (plan: RequestPlan, signal: AbortSignal): Promise<{ url: URL; response: Response }> => {
  let { url, method, body } = plan;
  const headers = new Map(plan.headers);
  const dispatcher =
    plan.connectTimeout === undefined || plan.fetch !== undefined
      ? undefined
      : dispatcherFor(plan.connectTimeout);
  for (let redirects = 0; ; redirects++) {
    const init = { method, headers: [...headers], body: body ?? null, duplex, redirect, signal };
    const response = await (plan.fetch ?? fetch)(
      url,
      dispatcher === undefined ? init : Object.assign(init, { dispatcher }),
    );
    const location = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
    if (location === null || plan.maxRedirects === undefined) return { url, response };
    if (redirects >= plan.maxRedirects) throw new RequestFailure(`More than ${plan.maxRedirects} redirects.`);
    await discard(response);

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

/** What `fetch` wants to hear where a body is a stream. */
const duplex = "half" as const;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const redirectTarget = (location: string, from: URL): URL => {
  const target = parseHttpUrl(location, from);
  if (target === undefined) throw new RequestFailure("A redirect leads to no http or https URL.");
  removeFragment(target);
  removeCredentials(target);
  return target;
};

/** Reading a short body to its end keeps its connection usable. */
const discard = async (response: Response): Promise<void> => {
  await readBytes(response.body, 65_536);
};

const connectionFailure = (thrown: unknown): RequestFailure => {
  const code = errorCode(thrown);
  const timedOut = code.includes("TIMEOUT") || code === "ETIMEDOUT";
  return new RequestFailure(`The connection failed${code && ` (${code})`}.`, timedOut ? 504 : 502);
};
