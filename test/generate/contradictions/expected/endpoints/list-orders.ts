// swagger.yaml, compiled by flowc.

import { at, child, count, equal, respond, string, toNumber } from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  $.kind = string(at($.request, "get", "kind"));                        // orders.xml:2:3 eval
  $.count = count(at($.request, "get", child("*")));                    // orders.xml:3:3 eval
  $.open = equal(at($.request, "get", "open"), "1");                    // orders.xml:4:3 eval
  if ($.kind === "a" || $.kind === "b") {                               // orders.xml:5:3 if
    if (string($.kind) === "c" && string($.kind) === "d") {             // orders.xml:6:5 if
      return;                                                           // orders.xml:6:44 return
    }
    if ($.open && !$.open) {                                            // orders.xml:7:5 if
      return;                                                           // orders.xml:7:37 return
    }
    if ($.open && !$.open) {                                            // orders.xml:8:5 if
      return;                                                           // orders.xml:8:51 return
    }
  } else if ($.kind !== "e") {                                          // orders.xml:10:3 elseif
    if ($.kind === "e") {                                               // orders.xml:11:5 return
      return;
    }
  } else if (string($.kind) === "f") {                                  // orders.xml:13:3 elseif
    $.kind = "g";                                                       // orders.xml:14:5 eval
    if ($.kind === "h") {                                               // orders.xml:15:5 return
      return;
    }
  }
  if ($.count !== 1) {                                                  // orders.xml:17:3 return
    return;
  }
  respond($, [                                                          // orders.xml:18:3 template
    toNumber($.count) === 2,
    ...(toNumber($.count) === 3 ? [toNumber($.count) === 4] : [$.kind === "i"]),
  ]);
};
