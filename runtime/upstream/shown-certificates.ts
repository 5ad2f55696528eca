/** A connection with TLS, of which the other end has shown its certificate. */
type Socket = InstanceType<typeof import("node:tls")["TLSSocket"]>;

type Watch = (url: URL, socket: Socket) => void;

let watch: Watch | undefined;

/** Looks at each new connection with TLS to an upstream system. */
export function watchConnections(watching: Watch): void {
  watch = watching;
}

/** @param socket a connection with TLS to the host of the URL, which has just been made */
export function showsCertificate(url: URL, socket: object): void {
  watch?.(url, socket as Socket);
}
