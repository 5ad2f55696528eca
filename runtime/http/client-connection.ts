import { setting } from "../base/settings.js";

/** What platforms hand to the app beside the request, as far as it tells where the request comes from. */
interface Bindings {
  /** A server on Node; ours on Bun and Deno have as much of it. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
  readonly outgoing?: { destroy?(): void };
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
  const address =
    incoming?.socket?.remoteAddress ??
    requestContext?.http?.sourceIp ??
    requestContext?.identity?.sourceIp ??
    (client.cf ? client.headers.get("cf-connecting-ip") : undefined);
  if (typeof address !== "string") return undefined;
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice("::ffff:".length) : address;
}

/** The client's address: that of the connection, unless that is a proxy of the operator, whose word about it counts. */
export function clientAddress(client: Received, bindings: unknown): string | undefined {
  const peer = peerAddress(client, bindings);
  const proxies = setting(bindings, "TRUSTED_PROXIES");
  if (peer === undefined || !proxies?.has(peer)) return peer;
  return proxies.clientOf(peer, client.headers.get("x-forwarded-for") ?? "");
}

/** Closes the connection to the client in the middle of a response; `false` where it is out of reach. */
export function cutOff(bindings: unknown): boolean {
  const { outgoing } = (bindings ?? {}) as Bindings;
  if (typeof outgoing?.destroy !== "function") return false;
  outgoing.destroy();
  return true;
}
