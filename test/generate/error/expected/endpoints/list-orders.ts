// swagger.yaml, compiled by flowc.

import {
  at,
  concat,
  echo,
  equal,
  exists,
  fail,
  type Flow,
  greater,
  json,
  object,
  pairs,
  setHeaders,
  setStatus,
  string,
} from "flowc/runtime";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  if (!exists(at($.request, "get", "id"))) {                // orders.xml:2:3 error
    return fail($, "orders.xml:2");
  }
  if (equal(at($.request, "get", "id"), 0)) {               // orders.xml:3:3 error
    return fail($, "orders.xml:3", "No such order", 404);
  }
  if (greater(at($.request, "get", "id"), 100)) {           // orders.xml:4:3 error
    return fail(
      $,
      "orders.xml:4",
      object(
        {
          message: concat("id ", string(at($.request, "get", "id")), " is too large"),
          code: 4001,
          info: ["up to 100", json(at($.request, "get", "id"))],
        },
        pairs($.request, "path"),
      ),
      400,
    );
  }
  // orders.xml:12:3 set-response-headers
  setHeaders($, { "X-Order": json(at($.request, "get", "id")), Vary: ["Accept", "Origin"] });
  setStatus($, 206);                                        // orders.xml:13:3 set-status
  return echo($, "<p>Order</p>", "text/html", 200);         // orders.xml:14:3 echo
};
