import type { ClientRequest } from "../../http/client-request.js";
import type { Reply } from "../../http/reply.js";
import type { Application } from "./application.js";

/** A handler of flows, which can answer without a context of Hono and a `Response`. */
interface ReplyHandler {
  reply(client: ClientRequest, bindings: unknown): Reply | Promise<Reply>;
}

/**
 * Asks the router of an app for handlers of flows, which a server calls at once: Hono's context and what is between them
 * take more time than many a flow.
 */
export class HandlerFinder {
  readonly #app: Application;
  /** The handler that answers paths that no route matches, once Hono has called it. */
  #unmatched: ReplyHandler | undefined;

  constructor(app: Application) {
    this.#app = app;
  }

  /** To be among the bindings of requests that take the usual way, `app.fetch`. */
  readonly findsUnmatched = (handler: ReplyHandler): void => {
    this.#unmatched = handler;
  };

  /**
   * `undefined` if the app has to find out itself. Handlers of flows call no others behind them, so the first one alone
   * counts.
   * @param path as the router wants it
   * @param isPlain true if no reader takes the path for another one
   */
  find(method: string, path: string, isPlain: boolean): ReplyHandler | undefined {
    const [handlers] = this.#app.router.match(method, path);
    const first = handlers[0];
    if (first === undefined) return isPlain ? this.#unmatched : undefined;
    const handler = first[0][0];
    return typeof handler === "function" && "reply" in handler
      ? (handler as unknown as ReplyHandler)
      : undefined;
  }
}
