// swagger.yaml, compiled by flowc.

import { at, debug, echo, exists, json, log, members, string, tag, untag } from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  tag($, "orders", "first");                                            // orders.xml:2:3 template
  $.order = { id: json(at($.request, "get", "id")) };
  untag($);
  debug($, "user", "debug", () => $.order);                             // orders.xml:3:3 debug
  if (!exists(members($.order).id)) {                                   // orders.xml:4:3 debug
    debug($, "ids", "warn", () => string(members($.order).id));
  }
  log($, { order: json(members($.order).id) });                         // orders.xml:5:3 log
  tag($, "orders");                                                     // orders.xml:6:3 echo
  return echo($, "done", "text/plain");
};
