import type { Pieces } from "../../http/body-bytes.js";
import type { Context } from "../../request/context.js";
import type { HttpCache } from "./cache.js";
import type { GuardedUpstreams, Guards } from "./guard.js";
import type { Multipart } from "./multipart.js";
import type { Charsets } from "./percent-encode.js";
import type { RequestPlan } from "./request-plan.js";
import type { Sockets } from "./socket-options.js";
import type { UpstreamApi, upstreamChecks } from "./upstream-api.js";

/** The parts that only some apps need to send upstream requests. */
export interface UpstreamFacilities {
  /** Keeps upstream responses. */
  readonly cache?: HttpCache;
  /** Carries out options of upstream requests about connections. */
  readonly sockets?: Sockets;
  /** Repeats upstream requests, and holds some back. */
  readonly guard?: Guards;
  /** How much of upstream systems may be used. */
  readonly upstreams?: GuardedUpstreams;
  /** Writes the `uploads` of upstream requests. */
  readonly multipart?: Multipart;
  /** Finds charsets of upstream requests other than UTF-8. */
  readonly charsets?: Charsets;
  /** The API descriptions of upstream systems, as flows name them. */
  readonly definitions?: Readonly<Record<string, UpstreamApi>>;
}

declare module "../../request/facilities.js" {
  interface Facilities extends UpstreamFacilities {}
}

/** The parts that tests of flows, and development, put around the upstream requests of an app. */
export interface UpstreamHarness {
  /** The plan of a request, which another one than the upstream may answer. */
  planned($: Context, id: string, plan: RequestPlan): RequestPlan;
  /** The checks of a request, which may be mocked although it does not say so. */
  readonly checks: typeof upstreamChecks;
  /** The body of a response that is passed on as it comes, which somebody may look at. */
  passing(response: object, body: Pieces): Pieces;
}

declare module "../../request/harness.js" {
  interface Harness extends UpstreamHarness {}
}
