// swagger.yaml, compiled by flowc.

import {
  at,
  concat,
  exists,
  json,
  members,
  number,
  readBody,
  respond,
  string,
  toJson,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  $.limit = number(at($.request, "get", "limit"));                      // orders.xml:2:3 eval
  $.next = $.limit + 1;                                                 // orders.xml:3:3 eval
  $.name = concat("order ", string($.next));                            // orders.xml:4:3 eval
  $.copy = $.request;                                                   // orders.xml:5:3 eval
  $.isMany = $.limit > 100 && !exists(at($.request, "get", "all"));     // orders.xml:6:3 eval
  $.limit = "again, as a string";                                       // orders.xml:7:3 eval
  $.limit;                                                              // orders.xml:8:3 eval
  $.constructor = 1;                                                    // orders.xml:9:3 eval
  if ($.isMany) {                                                       // orders.xml:10:3 eval
    $["grand-total"] = $.constructor * 2;
  }
  respond($, {                                                          // orders.xml:11:3 template
    limit: $.limit,
    next: toJson($, $.next),
    total: toJson($, $["grand-total"]),
    path: json(members($.copy).path),
  });
};
