import type { Application } from "./node/application.js";
import { withPeer } from "./node/fetch-listener.js";
import { serveWith } from "./node/fetch-server.js";
import { WaitingRequest } from "./node/fetched-request.js";
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

/** `listen` of `flowc/runtime/node` on Deno's own server. */
export function listen(app: Application, api?: ApiNames): void {
  serveWith(
    (answer, { port, hostname = "::" }) => {
      const server = Deno.serve({ port, hostname, onListen: () => {} }, (request, { remoteAddr }) =>
        answer(request, withPeer({ remoteAddress: remoteAddr.hostname })),
      );
      return { ...server.addr, stop: () => server.shutdown() };
    },
    WaitingRequest,
    app,
    api,
  );
}
