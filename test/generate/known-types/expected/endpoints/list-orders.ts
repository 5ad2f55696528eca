// swagger.yaml, compiled by flowc.

import {
  at,
  compare,
  concat,
  count,
  equal,
  exists,
  fail,
  greater,
  json,
  loopItems,
  members,
  path,
  readBody,
  respond,
  string,
  toBoolean,
  toNumber,
} from "flowc/runtime";
import { pagingFlow } from "../flows/paging.js";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  $.max = 100;                                                          // orders.xml:2:3 eval
  if ($.max > count(at($.body, "json", "items", "value"))) {            // orders.xml:3:3 error
    return fail($, "orders.xml:3", {}, 400);
  }
  pagingFlow($);                                                        // orders.xml:4:3 sub-flow
  if (toNumber($.limit) > $.max) {                                      // orders.xml:5:3 error
    return fail($, "orders.xml:5", {}, 400);
  }
  if (string($.lang) === "de" && !toBoolean($.debug)) {                 // orders.xml:6:3 if
    $.unit = "Stück";                                                   // orders.xml:7:5 eval
  } else {
    $.unit = concat("pc", ".");                                         // orders.xml:10:5 eval
  }
  $.owner = { name: "Ada" };                                            // orders.xml:12:3 template
  $.hello = concat("Hello, ", string(members($.owner).name));           // orders.xml:13:3 template
  $.lang = $.lang;                                                      // orders.xml:14:3 eval
  const $prefix: string = concat(string($.lang), "-");                  // orders.xml:15:3 template
  const $first = path($.body, "json", "items");
  respond($, {
    [string($.lang)]: toBoolean($.debug),
    [$prefix]: equal($.hello, $.unit),
    page: compare($.page, ">", 1),
    owner: exists($.owner) ? json($.owner) : null,
    items: loopItems($first, (item) =>
      greater(members(item).count, toNumber($.limit)) && equal(members(item).unit, string($.unit))
        ? [{ [$prefix]: string($.unit), debug: toBoolean($.debug) }]
        : [],
    ),
  });
};
