import type { IncomingMessage, ServerResponse } from "node:http";
import { isLiteralTarget, plainUrl, splitUrl } from "../../http/client-url.js";
import type { Reply } from "../../http/reply.js";
import type { Application } from "./application.js";
import { HandlerFinder } from "./handler-finder.js";
import { isPlainHost, isPlainTarget } from "./plain-url.js";
import { ReceivedRequest } from "./received-request.js";
import type { RequestFields } from "./request-fields.js";
import { answerFault, sendReply } from "./send-reply.js";

type Answer<T> = (incoming: IncomingMessage, outgoing: ServerResponse, headers: RequestFields) => T;

/**
 * Hands each request to the app. If the app's router finds a handler of flows before all others, this handler is called at
 * once; Hono's context, `Response` and what is between them take more time than many a flow. All other requests take the
 * usual way, `app.fetch`, and the answers are the same. Who calls it answers what it throws.
 * @param hostname for requests without a `Host` field
 */
export function requestListener(app: Application, hostname: string): Answer<void> {
  const finder = new HandlerFinder(app);
  const { findsUnmatched } = finder;
  const replyTo: Answer<Reply | Response | Promise<Reply | Response>> = (incoming, outgoing, headers) => {
    const { method, url: target = "" } = incoming;
    const host = headers.get("host") || hostname;
    const isPlain = isPlainHost(host) && isPlainTarget(target);
    const url = isPlain ? plainUrl(`http://${host}${target}`, target) : splitUrl(normalized(target, host));
    const request = new ReceivedRequest(incoming, outgoing, url, headers);
    const path = isPlain ? url.path : app.getPath(asRequest(request)); // which may be decoded
    // Hono answers `HEAD` as `GET`, too, and leaves out the body.
    const handler = finder.find(method === "HEAD" ? "GET" : request.method, path, isPlain);
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

/** The URL of a target. The path and the query stay as they were sent, unless they lead elsewhere than they seem to. */
function normalized(sent: string, host: string): string {
  const url = new URL(sent.startsWith("/") ? `http://${host}${sent}` : sent);
  const target = sent.replace(/^https?:\/\/[^/?]*/, "");
  return isLiteralTarget(target) ? url.origin + target : url.href;
}
