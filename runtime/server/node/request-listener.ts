import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClientRequest } from "../../http/client-request.js";
import { isLiteralTarget, plainUrl, splitUrl } from "../../http/client-url.js";
import type { Reply } from "../../http/reply.js";
import { ReceivedRequest } from "./received-request.js";
import type { RequestFields } from "./request-fields.js";
import { isPlainTarget } from "./request-head.js";
import { answerFault, sendReply } from "./send-reply.js";

/** The part of a Hono app that a server needs. */
export interface Application {
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** The path as the router wants it. */
  getPath(request: Request): string;
  readonly routes?: readonly { readonly path: string; readonly handler?: unknown }[];
  readonly router: {
    match(
      method: string,
      path: string,
    ): readonly [handlers: readonly (readonly [readonly [unknown, unknown], unknown])[], ...unknown[]];
  };
}

type Answer<T> = (incoming: IncomingMessage, outgoing: ServerResponse, headers: RequestFields) => T;

/** A handler of flows, which can answer without a context of Hono and a `Response`. */
interface ReplyHandler {
  reply(client: ClientRequest, bindings: unknown): Reply | Promise<Reply>;
}

/**
 * Hands each request to the app. If the app's router finds a handler of flows before all others, this handler is called at
 * once; Hono's context, `Response` and what is between them take more time than many a flow. All other requests take the
 * usual way, `app.fetch`, and the answers are the same. Who calls it answers what it throws.
 * @param hostname for requests without a `Host` field
 */
export function requestListener(app: Application, hostname: string): Answer<void> {
  /** The handler that answers paths that no route matches, once Hono has called it. */
  let unmatched: ReplyHandler | undefined;
  const findsUnmatched = (handler: ReplyHandler): void => {
    unmatched = handler;
  };
  const replyTo: Answer<Reply | Response | Promise<Reply | Response>> = (incoming, outgoing, headers) => {
    const { method, url: target = "" } = incoming;
    const host = headers.get("host") || hostname;
    const isPlain = isPlainHost(host) && isPlainTarget(target);
    const url = isPlain ? plainUrl(host, target) : splitUrl(normalized(target, host));
    const request = new ReceivedRequest(incoming, outgoing, url, headers);
    const path = isPlain ? url.path : app.getPath(asRequest(request)); // which may be decoded
    // Hono answers `HEAD` as `GET`, too, and leaves out the body.
    const [handlers] = app.router.match(method === "HEAD" ? "GET" : request.method, path);
    const [first] = handlers;
    const handler = first === undefined ? (isPlain ? unmatched : undefined) : replyHandler(first[0][0]);
    return handler === undefined
      ? app.fetch(asRequest(request), { incoming, outgoing, findsUnmatched })
      : handler.reply(request, { incoming, outgoing });
  };
  return (incoming, outgoing, headers) => {
    const reply = replyTo(incoming, outgoing, headers);
    if (!(reply instanceof Promise)) return sendReply(reply, outgoing);
    reply.then(
      (made) => sendReply(made, outgoing),
      (error: unknown) => answerFault(error, outgoing),
    );
  };
}

/** Hono looks at nothing that a `ReceivedRequest` has not. */
function asRequest(request: ReceivedRequest): Request {
  return request as unknown as Request;
}

const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** The name of the server that was plain last: most servers have one. */
let latestHost: string | undefined;

function isPlainHost(host: string): boolean {
  if (host === latestHost) return true;
  const isPlain = plainHost.test(host);
  if (isPlain) latestHost = host;
  return isPlain;
}

/** The URL of a target. The path and the query stay as they were sent, unless they lead elsewhere than they seem to. */
function normalized(sent: string, host: string): string {
  const url = new URL(sent.startsWith("/") ? `http://${host}${sent}` : sent);
  const target = sent.replace(/^https?:\/\/[^/?]*/, "");
  return isLiteralTarget(target) ? url.origin + target : url.href;
}

/** Handlers of flows call no others behind them, so the first one alone counts. */
function replyHandler(handler: unknown): ReplyHandler | undefined {
  return typeof handler === "function" && "reply" in handler
    ? (handler as unknown as ReplyHandler)
    : undefined;
}
