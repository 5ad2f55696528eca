import { plainResponse, type Reply } from "../../http/reply.js";
import { unprocessed } from "../../request/engine-errors.js";
import type { Application } from "./application.js";
import { errorReply } from "./error-reply.js";
import { report } from "./faults.js";
import type { FetchedRequest } from "./fetched-request.js";
import { HandlerFinder } from "./handler-finder.js";

/** The other end of a connection. */
export interface Peer {
  /** Where it is known: the platform may tell it only until the response is handed over. */
  readonly remoteAddress: string | undefined;
}

/** Makes of a request of the platform what flows ask. */
export type Receive = new (request: Request) => FetchedRequest;

/** @param bindings what the platform hands over beside the request */
export type FetchListener = (request: Request, bindings?: object) => Response | Promise<Response>;

/** The bindings of a server that knows who asks. */
export function withPeer(socket: Peer): object {
  return { incoming: { socket } };
}

/**
 * The same as `requestListener` for servers of functions such as `fetch`: handlers of flows are called at once, and
 * all other requests take the usual way, `app.fetch`. The answers are the same.
 */
export function fetchListener(app: Application, Received: Receive): FetchListener {
  const finder = new HandlerFinder(app);
  const { findsUnmatched } = finder;
  return (request, bindings) => {
    try {
      const client = new Received(request);
      const { path, plainTarget } = client.urlParts;
      const isPlain = plainTarget !== undefined;
      // Hono leaves out the body where the method is `HEAD`.
      const handler =
        client.method === "HEAD"
          ? undefined
          : finder.find(client.method, isPlain ? path : app.getPath(request), isPlain);
      if (handler === undefined) return app.fetch(request, { ...bindings, findsUnmatched });
      const made = handler.reply(client, bindings);
      return made instanceof Promise ? made.then(sent, faultResponse) : plainResponse(made);
    } catch (error) {
      return faultResponse(error);
    }
  };
}

function sent(reply: Reply): Response {
  try {
    return plainResponse(reply);
  } catch (error) {
    return faultResponse(error);
  }
}

/** Logs a fault of serving itself, and answers with an internal error. */
function faultResponse(error: unknown): Response {
  return plainResponse(errorReply(report(error), 500, unprocessed));
}
