import { ipv6Address } from "../base/ip-address.js";
import { setting } from "../base/settings.js";
import type { TrustedProxies } from "../base/trusted-proxies.js";
import type { Bytes } from "./body-bytes.js";
import type { RequestUrl } from "./client-url.js";

/**
 * The parts of a client's request that are read. `Request` has all of it; a server may have something that
 * costs less.
 */
export interface ClientRequest
  extends Pick<Request, "method" | "url" | "headers" | "signal" | "arrayBuffer"> {
  readonly body: ReadableStream<Uint8Array> | null;
  /** The parts of `url`, for a server that knows them. */
  readonly urlParts?: RequestUrl;
  /** The same as `signal`, for a server that knows without one. */
  readonly departure?: Departure;
  /** The same as `arrayBuffer`, for a server that need not copy the body, nor make a promise. */
  readAll?(arrived: (bytes: Bytes) => void, broken: (reason: unknown) => void): void;
  /** The same as `blob`, for a server that makes a text of that faster than of bytes. Most take longer, or have none. */
  quickBlob?(): Promise<Blob>;
}

/** The client has gone, so that nobody wants what a flow waits for. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
  override readonly message = "The client is gone.";
}

/** The status in the log where nobody got an answer, because the client had gone. nginx began with it. */
export const clientGoneStatus = 499;

/** Tells if the client goes before it has the response. */
export class Departure {
  readonly isGone: () => boolean;
  readonly #listen: (gone: () => void) => void;
  #told: Set<() => void> | undefined;

  /**
   * @param listen calls the function when the client goes, and perhaps when it has the response; it is called once, since
   * platforms warn of many listeners
   */
  constructor(isGone: () => boolean, listen: (gone: () => void) => void) {
    this.isGone = isGone;
    this.#listen = listen;
  }

  /** Calls the function when the client goes, or at once if it has gone. */
  tell(told: () => void): void {
    if (this.isGone()) {
      told();
      return;
    }
    if (this.#told === undefined) {
      const all = new Set<() => void>();
      this.#told = all;
      this.#listen(() => {
        if (this.isGone()) for (const each of all) each();
      });
    }
    this.#told.add(told);
  }

  /** Makes `tell` undone. */
  forget(told: () => void): void {
    this.#told?.delete(told);
  }
}

export function departureOf(client: ClientRequest): Departure {
  if (client.departure !== undefined) return client.departure;
  const { signal } = client;
  return new Departure(
    () => signal.aborted,
    (gone) => signal.addEventListener("abort", gone, { once: true }),
  );
}

/** The objects that platforms hand to an app beside a request, as far as they tell where it comes from. */
interface Bindings {
  /** A server on Node; ours on Bun and Deno have as much of it. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
  readonly outgoing?: { destroy?(): void; readonly socket?: { uncork?(): void } | null };
  /** AWS Lambda: API Gateway has two forms of it. */
  readonly requestContext?: {
    readonly http?: { readonly sourceIp?: unknown };
    readonly identity?: { readonly sourceIp?: unknown };
  };
}

interface Received {
  readonly headers: Pick<Headers, "get">;
  /** Only Cloudflare sets it. */
  readonly cf?: unknown;
}

/** The address at the other end of the connection, where it is known. */
export function peerAddress(client: Received, bindings: unknown): string | undefined {
  const { incoming, requestContext } = (bindings ?? {}) as Bindings;
  const remote = incoming?.socket?.remoteAddress;
  // The system spells addresses always the same.
  if (typeof remote === "string")
    return remote.startsWith("::ffff:") && remote.includes(".") ? remote.slice("::ffff:".length) : remote;
  const address =
    requestContext?.http?.sourceIp ??
    requestContext?.identity?.sourceIp ??
    (client.cf ? client.headers.get("cf-connecting-ip") : undefined);
  return typeof address === "string" ? (ipv6Address(address) ?? address) : undefined;
}

/** The proxies of the operator, if one of them has sent the request: then its word counts. */
export function sendingProxies(client: Received, bindings: unknown): TrustedProxies | undefined {
  const proxies = setting(bindings, "TRUSTED_PROXIES");
  const peer = proxies && peerAddress(client, bindings);
  return peer !== undefined && proxies?.has(peer) ? proxies : undefined;
}

/** The client's address: that of the connection, unless that is a proxy of the operator, which tells it. */
export function clientAddress(client: Received, bindings: unknown): string | undefined {
  const peer = peerAddress(client, bindings);
  const proxies = sendingProxies(client, bindings);
  return peer && proxies ? proxies.clientOf(peer, client.headers.get("x-forwarded-for") ?? "") : peer;
}

/** Closes the connection to the client in the middle of a response; `false` where it is out of reach. */
export function cutOff(bindings: unknown): boolean {
  const { outgoing } = (bindings ?? {}) as Bindings;
  if (typeof outgoing?.destroy !== "function") return false;
  outgoing.socket?.uncork?.(); // Node waits until the end of the turn with what was written
  outgoing.destroy();
  return true;
}
