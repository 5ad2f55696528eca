import { errorCode } from "../../base/timeout.js";
import type { Bytes } from "../../http/body-bytes.js";
import { piecesOf } from "../../http/body-bytes.js";
import { ClientGone, Departure } from "../../http/client-request.js";
import { aborted, curlCode, operationTimedOut } from "../../observe/logs/curl-code.js";
import type { SentRequest } from "../../observe/logs/logged-exchange.js";
import type { RequestLog } from "../../observe/logs/request-log.js";
import { harness } from "../../request/harness.js";
import { TimeLimitError } from "../../request/time-limit.js";
import { RequestFailure, refuseOrigin } from "../failure.js";
import { Deadline, Halt } from "../halt.js";
import { isLong, type Passage, passedBody } from "../passed-body.js";
import type { CacheableResponse, SendCacheable } from "../plan/cache.js";
import type { RequestPlan } from "../plan/request-plan.js";
import { asWritten, parseHttpUrl, withoutCredentials } from "../plan/request-url.js";
import { withFields } from "../plan/response-fields.js";
import { BytesBody } from "../received-body.js";
import type { Sending, UpstreamResponse } from "../upstream-messages.js";
import { transport } from "./transport.js";

/** The request of the client that an upstream request is made for: its time, its room, and where a streamed response goes. */
export interface Client {
  /** Milliseconds. */
  timeLeft(): number;
  timeIsOver(): Error;
  /** Takes room for so many bytes of responses; false if there is none. */
  take(bytes: number): boolean;
  /** Begins to wait for a system. Returns what ends that; `undefined` if too many others wait. */
  waitFor(origin: string): (() => void) | undefined;
  /** Logs why a streamed response ended too early. Returns whether the receiver notices by itself. */
  cutOff(reason: string): boolean;
  /** A streamed response is over, after so many bytes. */
  ended(bytes: number): void;
}

/**
 * Sends a request, follows redirects as far as the plan allows (RFC 9110 §15.4), and reads the whole response unless it is
 * streamed. It is one function, because each further promise would take as long as several of its steps.
 * @throws RequestFailure
 * @throws TimeLimitError
 * @throws ClientGone
 */
export async function send(plan: RequestPlan, client: Client, log: RequestLog): Promise<UpstreamResponse> {
  const { credentialFields, headers, origins, cache, checks, acceptedCodings } = plan;
  const { timeout, firstByteTimeout, maxBytes, maxRedirects } = plan.limits;
  const halt = new Halt();
  const left = client.timeLeft();
  const whole =
    left < timeout
      ? new Deadline(halt, left, () => client.timeIsOver())
      : new Deadline(halt, timeout, () => tooLate("complete response", timeout));
  const begin =
    firstByteTimeout && new Deadline(halt, firstByteTimeout, () => tooLate("first byte", firstByteTimeout));
  whole.start();
  if (begin) begin.start();
  const place = new Place(client);
  const gone = (): void => halt.stop(new ClientGone());
  plan.client.tell(gone);
  try {
    let asked = { url: plan.url, method: plan.method, body: sentBody(plan.body, whole, begin) };
    let response: CacheableResponse;
    for (let redirects = 0; ; redirects++) {
      const { url, method, body } = asked;
      refuseOrigin(url, origins);
      const sending = { url, method, headers, body, acceptedCodings, log, cache, checks };
      log.sent(sending, headers);
      response = await (cache === undefined
        ? sendOnce(plan, sending, halt, place)
        : cache({ url, method, headers, credentialFields }, cacheable(plan, sending, halt, place)));
      log.answered(response);
      const location = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
      if (location === null || maxRedirects === undefined) break;
      if (redirects >= maxRedirects) throw new RequestFailure(`More than ${maxRedirects} redirects.`);
      log.ended(await discard(response));
      asked = redirected(plan, asked, response.status, location);
    }
    if (begin) begin.end();
    if (plan.isStreamed && response.body !== null && isLong(response.headers)) {
      const pieces = harness ? harness.passing(response, response.body) : response.body;
      return received(asked.url, response, passedBody(pieces, responsePassage(plan, halt, log, client)));
    }
    const take = (bytes: number): void => {
      if (!client.take(bytes)) throw new RequestFailure("There is no room for the response now.");
    };
    const body = response.body?.atOnce?.(maxBytes, take) ?? (await wholeBody(response, maxBytes, take));
    if (body === undefined) throw new RequestFailure(`The response exceeds ${maxBytes} bytes.`);
    log.ended(body.byteLength, body);
    return received(asked.url, response, body);
  } catch (thrown) {
    const failure = failureOf(thrown, halt, plan);
    log.failed(failure.message, failure instanceof ClientGone ? aborted : codeOf(thrown, halt));
    throw failure;
  } finally {
    whole.end();
    if (begin) begin.end();
    place.leave();
    plan.guard?.leave();
    plan.client.forget(gone); // whoever passes on a response notices by itself
  }
}

/** Member by member: V8 makes a hidden class for each object that begins with the members of another one. */
function received(
  { href }: URL,
  { status, statusText = "", headers, cacheHit = false, isCoded = false }: CacheableResponse,
  body: UpstreamResponse["body"],
): UpstreamResponse {
  return { url: href, status, statusText, headers, cacheHit, isCoded, body };
}

/** Where a request waits: for one system at a time, since redirects lead to others. */
class Place {
  #origin: string | undefined;
  #leave: (() => void) | undefined;

  constructor(private readonly client: Pick<Client, "waitFor">) {}

  /** @throws RequestFailure if too many requests wait for the system */
  moveTo(origin: string): void {
    if (origin === this.#origin) return;
    this.leave();
    this.#leave = this.client.waitFor(origin);
    if (this.#leave === undefined)
      throw new RequestFailure("Too many requests wait for the server now.", 503);
    this.#origin = origin;
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

function tooLate(what: string, milliseconds: number): RequestFailure {
  return new RequestFailure(`No ${what} within ${milliseconds / 1000} s.`, 504);
}

/**
 * The body as it is sent. The time that the client takes to send it does not count. Node's `fetch` tees a body and reads
 * one half, so the other half would hold all of it; here it holds nothing.
 */
function sentBody(body: RequestPlan["body"], ...clocks: (Deadline | 0 | undefined)[]): Sending["body"] {
  if (!(body instanceof ReadableStream)) return body ?? null;
  const passed = passedBody(piecesOf(body), {
    asked() {
      for (const clock of clocks) if (clock) clock.pause();
    },
    answered() {
      for (const clock of clocks) if (clock) clock.start();
    },
    broke(thrown) {
      throw thrown;
    },
    dropped() {},
    ended() {},
  });
  return Object.assign(passed, { tee: (): ReadableStream[] => [new ReadableStream(), passed] });
}

/** Watches the passage of a streamed response. The time that the client takes to read it does not count. */
function responsePassage(plan: RequestPlan, halt: Halt, log: RequestLog, receiver: Client): Passage {
  const { timeout } = plan.limits;
  const next = new Deadline(halt, timeout, () => tooLate("more of the response", timeout));
  return {
    asked: () => next.start(),
    answered: () => next.pause(),
    broke(thrown) {
      if (plan.client.isGone()) return;
      const message = lateness(halt)?.message ?? "The response broke off.";
      log.failed(message, codeOf(thrown, halt));
      if (!receiver.cutOff(message)) throw new Error(message);
    },
    dropped: () => halt.stop(new Error("The client wants no more.")),
    ended(bytes) {
      next.end();
      log.ended(bytes);
      receiver.ended(bytes);
    },
  };
}

/** A request to one URL, as it is sent and as it is logged. */
type Hop = Sending & SentRequest & { readonly log: RequestLog };

/** Sends a request to one URL, or what the guard makes of it. */
function sendOnce(plan: RequestPlan, sending: Hop, halt: Halt, place: Place): Promise<CacheableResponse> {
  const { guard, responseFields } = plan;
  place.moveTo(sending.url.origin);
  const response =
    guard === undefined
      ? transport(plan, sending, halt)
      : guard.exchange(
          {
            request: sending,
            once: (again, until) => transport(plan, again, until),
            isPlain: plan.send === undefined,
            connectTimeout: plan.limits.connectTimeout,
          },
          halt,
          sending.log,
        );
  return responseFields ? response.then((received) => withFields(received, responseFields)) : response;
}

/** The same for a cache, which may ask with other fields. */
function cacheable(plan: RequestPlan, sending: Hop, halt: Halt, place: Place): SendCacheable {
  const { url, method, log } = sending;
  return Object.assign(
    (headers: ReadonlyMap<string, string>) =>
      sendOnce(plan, headers === plan.headers ? sending : { ...sending, headers }, halt, place),
    {
      later: (sent: ReadonlyMap<string, string>) =>
        sendLater({ ...plan, url, method, headers: new Map(sent) }, log),
    },
  );
}

/** The request that a redirect asks for. Credentials and the body stay behind where they have to. */
function redirected(
  { headers, credentialFields }: RequestPlan,
  { url, method, body }: Pick<Sending, "url" | "method" | "body">,
  status: number,
  location: string,
): Pick<Sending, "url" | "method" | "body"> {
  const next = redirectTarget(location, url);
  if (next.origin !== url.origin) for (const name of credentialFields) headers.delete(name);
  if (status >= 307 || method === "HEAD") return { url: next, method, body };
  for (const name of headers.keys()) if (name.startsWith("content-")) headers.delete(name);
  return { url: next, method: "GET", body: null };
}

/** Sends a request that no client waits for: its time, its room and its event in the log are its own. */
async function sendLater(plan: RequestPlan, log: RequestLog): Promise<CacheableResponse> {
  const alone = { ...plan, body: undefined, cache: undefined, guard: plan.guard?.apart(), isStreamed: false };
  const limits = { ...plan.limits, maxRedirects: undefined };
  const client = new Departure(
    () => false,
    () => {},
  );
  const { status, headers, body } = await send({ ...alone, limits, client }, nobody, log.apart());
  return { status, headers, body: body instanceof Uint8Array ? new BytesBody(body) : null };
}

const nobody: Client = {
  timeLeft: () => Number.POSITIVE_INFINITY,
  timeIsOver: () => new TimeLimitError(0),
  take: () => true,
  waitFor: () => () => {},
  cutOff: () => false,
  ended() {},
};

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectTarget(location: string, from: URL): URL {
  const target = parseHttpUrl(location, from);
  if (target === undefined) throw new RequestFailure("A redirect leads to no http or https URL.");
  return withoutCredentials(asWritten(target, location));
}

function wholeBody(
  { body }: CacheableResponse,
  limit: number,
  count?: (bytes: number) => void,
): Bytes | Promise<Bytes | undefined> {
  return body === null ? new Uint8Array() : body.whole(limit, count);
}

/**
 * Reads a short body to its end, which keeps the connection usable. Resolves to the number of its bytes, or to 0 for a
 * longer body.
 */
async function discard(response: CacheableResponse): Promise<number> {
  return (await wholeBody(response, 65_536))?.byteLength ?? 0;
}

function failureOf(thrown: unknown, halt: Halt, { client }: RequestPlan): Error {
  if (client.isGone()) return new ClientGone();
  const late = lateness(halt);
  if (late !== undefined) return late;
  return thrown instanceof RequestFailure ? thrown : connectionFailure(thrown);
}

/** The error that a clock has ended the request with. */
function lateness({ reason }: Halt): Error | undefined {
  return reason instanceof RequestFailure || reason instanceof TimeLimitError ? reason : undefined;
}

/** The code of the failure for the log. */
function codeOf(thrown: unknown, halt: Halt): number | undefined {
  return lateness(halt) === undefined ? curlCode(thrown) : operationTimedOut;
}

function connectionFailure(thrown: unknown): RequestFailure {
  const code = errorCode(thrown);
  const timedOut = code.includes("TIMEOUT") || code === "ETIMEDOUT";
  return new RequestFailure(`The connection failed${code && ` (${code})`}.`, timedOut ? 504 : 502);
}
