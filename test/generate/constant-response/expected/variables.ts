// The variables of the flows of swagger.yaml, compiled by flowc.

import type { Context, Outcome, Value } from "flowc/runtime";

/** Each is undefined until a flow sets it, and lives as long as the request. */
export interface Variables {
  response?: Value;
  short?: Value;
}

export type Flow = ($: Context & Variables) => Outcome | Promise<Outcome>;
