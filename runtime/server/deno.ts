import { Departure } from "../http/client-request.js";
import type { Application } from "./node/application.js";
import { serveWith } from "./node/fetch-server.js";
import { FetchedRequest } from "./node/fetched-request.js";
import type { ApiNames } from "./node/process-events.js";

interface DenoInfo {
  readonly remoteAddr: { readonly hostname: string };
}

/** The parts of Deno that are used. */
declare const Deno: {
  serve(
    options: {
      readonly port: number;
      readonly hostname: string;
      /** Without it, Deno tells the address on standard output. */
      readonly onListen: () => void;
    },
    handler: (request: Request, info: DenoInfo) => Response | Promise<Response>,
  ): {
    readonly addr: { readonly hostname: string; readonly port: number };
    shutdown(): Promise<void>;
  };
};

/**
 * Deno aborts each signal that somebody has asked for when the response is sent, which takes a fifth of a request that has a
 * body of 9 KB, and warns of it on standard error. It does not tell at once of a client that had gone before; so only those
 * ask for a signal who wait for it.
 */
class DenoRequest extends FetchedRequest {
  #departure: Departure | undefined;

  get departure(): Departure {
    let signal: AbortSignal | undefined;
    this.#departure ??= new Departure(
      () => signal?.aborted === true,
      (gone) => {
        signal = this.signal;
        signal.addEventListener("abort", gone, { once: true });
      },
    );
    return this.#departure;
  }
}

/** `listen` of `flowc/runtime/node` on Deno's own server. */
export function listen(app: Application, api?: ApiNames): void {
  serveWith(
    (answer, { port, hostname = "::" }) => {
      const server = Deno.serve({ port, hostname, onListen: () => {} }, (request, { remoteAddr }) =>
        answer(request, { remoteAddress: remoteAddr.hostname }),
      );
      return { ...server.addr, stop: () => server.shutdown() };
    },
    DenoRequest,
    app,
    api,
  );
}
