// The variables of the flows of swagger.yaml, compiled by flowc.

import type { Context, Outcome, Value } from "flowc/runtime";

/** Each is undefined until a flow sets it, and lives as long as the request. */
export interface Variables {
  a?: Value;
  b?: Value;
  c?: Value;
  d?: Value;
  e?: Value;
  f?: Value;
  g?: Value;
  h?: Value;
  i?: Value;
  j?: Value;
  k?: Value;
  l?: Value;
  m?: Value;
  n?: Value;
  o?: Value;
  p?: Value;
  q?: Value;
  r?: Value;
}

export type Flow = ($: Context & Variables) => Outcome | Promise<Outcome>;
