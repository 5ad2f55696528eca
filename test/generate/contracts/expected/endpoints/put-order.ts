// swagger.yaml, compiled by flowc.

import { echo, type Flow } from "flowc/runtime";

/** PUT /api/orders/{id}, from put.xml */
export const putOrder: Flow = ($) => {
  return echo($, "put", "text/plain");                                  // put.xml:2:3 echo
};
