import type { Pieces } from "../../http/pieces.js";
import type { Context } from "../../request/context.js";
import type { upstreamChecks } from "./api.js";
import type { RequestPlan } from "./request-plan.js";

/** What tests of flows, and development, put around the upstream requests of an app. */
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
