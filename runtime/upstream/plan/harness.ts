import type { Context } from "../../flow/context.js";
import type { RequestPlan } from "./request.js";

/** What tests of flows put around the upstream requests of an app. */
export interface UpstreamHarness {
  /** The plan of a request, which another one than the upstream may answer. */
  planned($: Context, id: string, plan: RequestPlan): RequestPlan;
}

declare module "../../flow/harness.js" {
  interface Harness extends UpstreamHarness {}
}
