/**
 * The interface of the file `check.cjs` for the server that loads it. `checks/` makes it; this room has the types, so that
 * nothing else needs its code.
 * @module
 */
export interface CheckModule {
  /**
   * Looks at everything that the app needs, tells what it has found, and ends the process: with exit code 0 if nothing is
   * wrong, 1 if something is, 2 for wrong arguments.
   * @param faultsAtStart the faults that only the app itself can find
   */
  run(args: readonly string[], faultsAtStart: () => Promise<readonly string[]> | undefined): void;
  /** @param alert tells of a certificate that ends soon, or cannot be used */
  watchCertificates(alert: (message: string) => void): CertificateWatch;
}

export interface CertificateWatch {
  /** Tells of the app's own certificates. */
  warn(): void;
  /** A system has shown its certificate on a new connection. */
  shown(url: URL, socket: Showing): void;
  known(): readonly KnownCertificate[];
}

/** The part of a `TLSSocket` that is looked at. */
export type Showing = Pick<InstanceType<typeof import("node:tls")["TLSSocket"]>, "getPeerCertificate">;

export interface KnownCertificate {
  /** `server` is one that a system shows. */
  readonly kind: "client" | "ca" | "server";
  /** Such as `$USERS_API`, the path of a file, or the host and port of what shows it. */
  readonly source: string;
  /** Milliseconds since 1970. Of several, such as a chain, the earliest time counts. */
  readonly expires: number;
}
