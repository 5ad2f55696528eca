import type { Application } from "./node/application.js";
import { type Peer, withPeer } from "./node/fetch-listener.js";
import { serveWith } from "./node/fetch-server.js";
import { FetchedRequest } from "./node/fetched-request.js";
import type { ApiNames } from "./node/process-events.js";

interface BunServer {
  requestIP(request: Request): { readonly address: string } | null;
}

/** The parts of Bun that are used. */
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname?: string;
    readonly fetch: (request: Request, server: BunServer) => Response | Promise<Response>;
    /** Seconds, 255 at most. */
    readonly idleTimeout: number;
    readonly maxRequestBodySize: number;
  }): { readonly hostname: string; readonly port: number; stop(): Promise<void> };
};

/** Bun asks the system for each address, which takes a fifth of the time of a short request. Few ask where nothing is logged. */
class BunPeer implements Peer {
  readonly #request: Request;
  readonly #server: BunServer;
  #remoteAddress: string | undefined;

  constructor(request: Request, server: BunServer) {
    this.#request = request;
    this.#server = server;
  }

  get remoteAddress(): string | undefined {
    this.#remoteAddress ??= this.#server.requestIP(this.#request)?.address;
    return this.#remoteAddress;
  }
}

class BunRequest extends FetchedRequest {
  quickBlob(): Promise<Blob> {
    return this.request.blob();
  }
}

/** `listen` of `flowc/runtime/node` on Bun's own server. */
export function listen(app: Application, api?: ApiNames): void {
  serveWith(
    (answer, { port, hostname }) => {
      return Bun.serve({
        port,
        ...(hostname !== undefined && { hostname }),
        fetch: (request, server) => answer(request, withPeer(new BunPeer(request, server))),
        // Bun would cut off requests that wait for an upstream for 10 s; the app has limits of its own, as for bodies.
        idleTimeout: 255,
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      });
    },
    BunRequest,
    app,
    api,
  );
}
