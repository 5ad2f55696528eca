/**
 * The upstream systems that an app names in `x-flow-upstreams`, once it is loaded. The admin port asks how they are, and
 * metrics count what is refused of each from the start.
 * @module
 */

/** What connections with TLS have: certificates in PEM, or what was made of them. */
export interface Secured {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly secureContext?: ReturnType<typeof import("node:tls")["createSecureContext"]>;
}

export interface NamedUpstream {
  readonly origin: string;
  /** The URL at which it says that it is well. */
  readonly health: string | undefined;
  /** What connections to it have of TLS that others have not. */
  readonly secured: (() => Secured) | undefined;
  /** Seconds for which a connection to it is used. */
  readonly connectionAge: number | undefined;
}

const sources: (() => readonly NamedUpstream[])[] = [];

/** @param named is called each time: the environment says where systems are */
export function nameUpstreams(named: () => readonly NamedUpstream[]): void {
  sources.push(named);
}

export function namedUpstreams(): readonly NamedUpstream[] {
  return sources.flatMap((named) => named());
}

export function healthUrls(): readonly string[] {
  return namedUpstreams().flatMap(({ health }) => health ?? []);
}

/** How the system is connected to that this URL leads to. */
export function securedFor({ origin }: URL): Secured | undefined {
  return namedUpstreams()
    .find((one) => one.origin === origin)
    ?.secured?.();
}
