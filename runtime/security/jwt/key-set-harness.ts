import type { Context } from "../../request/context.js";

/** What tests of flows put around the key sets of an app. */
export interface KeySetHarness {
  /** Fetches a key set, which something else than its server may answer. */
  keySet($: Context, url: URL, init: RequestInit): Promise<Response>;
}

declare module "../../request/harness.js" {
  interface Harness extends KeySetHarness {}
}
