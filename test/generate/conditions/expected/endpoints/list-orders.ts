// swagger.yaml, compiled by flowc.

import {
  at,
  equal,
  exists,
  greater,
  requestEnded,
  respond,
  setStatus,
  toBoolean,
  toJson,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  if (equal(at($.request, "get", "a"), 1)) {                        // orders.xml:2:3 if
    $.size = "one";                                                 // orders.xml:3:5 eval
  } else if (greater(at($.request, "get", "a"), 1) && exists(at($.request, "get", "b"))) {
    // orders.xml:5:3 elseif
    $.size = 2;                                                     // orders.xml:6:5 eval
    if (exists(at($.request, "get", "c"))) {                        // orders.xml:7:5 if
      return;                                                       // orders.xml:7:31 return
    }
  } else {
    if (exists(at($.request, "get", "d"))) {                        // orders.xml:10:5 break
      return requestEnded;
    }
    $.size = "none";                                                // orders.xml:11:5 eval
  }
  if (toBoolean($.size)) {                                          // orders.xml:13:3 set-status
    setStatus($, 201);
  }
  respond($, { size: toJson($, $.size) });                          // orders.xml:14:3 template
};
