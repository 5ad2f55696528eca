import type { ClientRequest } from "../../http/client-request.js";
import type { ExchangeObserver } from "../logs/request-log.js";
import { receivedParent } from "./propagation.js";
import type { TraceParent } from "./trace-parent.js";

/** What observes all requests of the process. Nothing does, unless the operator asks for it. */
export interface Telemetry {
  /** @param parent the client's span that the request belongs to */
  began(request: ObservedRequest, parent: TraceParent | undefined): RequestObserver;
  /**
   * The server has refused a request that the app does not get to know.
   * @param status `undefined` if it was a connection
   */
  refused(status: number | undefined): void;
}

/** What is to be known of a client's request. */
export interface ObservedRequest {
  readonly client: Pick<ClientRequest, "method" | "url" | "headers">;
  readonly requestID: string;
  /** Empty where it is not known. */
  readonly clientAddress: string;
  readonly route: { readonly template: string };
  readonly access: {
    /** The flow file that answers; empty as long as it is not known, or if there is none. */
    readonly flow: string;
    /** Who the client is, by its token; empty as long as it is not known. */
    readonly subject: string;
    /** Milliseconds since the request came. */
    readonly elapsed: number;
  };
}

export interface RequestObserver {
  /** The span of the request; `undefined` if the process has no spans of its own. */
  readonly trace: TraceParent | undefined;
  /**
   * An action begins that waits for others. `undefined` if nothing is to be known of it.
   * @param place where it stands in the flows, such as `orders.xml:12`
   * @param peer the system that it asks, unless it makes upstream requests
   */
  waits(action: string, place: () => string | undefined, peer?: URL): ActionObserver | undefined;
  /** A description has been asked about the client's request, or about the response to it. */
  checked(message: "request" | "response", isValid: boolean): void;
  /** @param code the code of the error that ended the flows */
  failed(code: number): void;
  /** The response is complete. */
  ended(status: number): void;
}

/** The upstream requests that it gets to know belong to the action. */
export interface ActionObserver extends ExchangeObserver {
  /** @param code the code of the error */
  failed(code: number): void;
  ended(): void;
}

let telemetry: Telemetry | undefined;

/** Sets what observes the requests of the whole process. */
export function observeWith(observing: Telemetry): void {
  telemetry = observing;
}

/** A client's request has come. */
export function observed(request: ObservedRequest): RequestObserver | undefined {
  return telemetry?.began(request, receivedParent(request.client.headers));
}

/** @param status `undefined` if it was a connection that the server has refused, and not a request */
export function refused(status?: number): void {
  telemetry?.refused(status);
}
