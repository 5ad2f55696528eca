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
}

/** The part of a `TLSSocket` that is looked at. */
export type Showing = Pick<
  InstanceType<typeof import("node:tls")["TLSSocket"]>,
  "getPeerCertificate" | "getPeerX509Certificate"
>;
