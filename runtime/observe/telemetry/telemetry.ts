import type { ClientRequest } from "../../http/client-request.js";
import type { Listener } from "./request-events.js";
import type { TraceParent } from "./trace-parent.js";

/** An observer of all requests of the process. There is none, unless the operator asks for it. */
export interface Telemetry {
  began(request: ObservedRequest): Listener;
  /**
   * The server has refused a request that the app does not get to know.
   * @param status `undefined` if it was a connection
   */
  refused(status: number | undefined): void;
}

/** The facts that are to be known of a client's request. */
export interface ObservedRequest {
  readonly client: Pick<ClientRequest, "method" | "url" | "headers">;
  readonly url: { readonly path: string };
  /** The client's span that the request belongs to, as long as nobody observes it. */
  readonly trace: TraceParent | undefined;
  readonly requestID: string;
  /** Empty where it is not known. */
  readonly clientAddress: string;
  readonly route: { readonly template: string };
  readonly access: {
    /** The flow file that answers; empty as long as it is not known, or if there is none. */
    readonly flow: string;
    /** Who the client is, by its token; empty as long as it is not known. */
    readonly subject: string;
    /** Milliseconds since 1970. */
    readonly startedAt: number;
    /** Milliseconds since the request came. */
    readonly elapsed: number;
  };
}

/** The statuses with which a server refuses requests that the app does not get to know. */
export const refusedStatuses = [400, 408, 413, 417, 431, 503] as const;

let telemetry: Telemetry | undefined;

/** Sets what gets to know of requests that the whole process refuses. */
export function observeWith(observing: Telemetry): void {
  telemetry = observing;
}

/** @param status `undefined` if it was a connection that the server has refused, and not a request */
export function refused(status?: number): void {
  telemetry?.refused(status);
}
