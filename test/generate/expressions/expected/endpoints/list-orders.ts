// swagger.yaml, compiled by flowc.

import {
  ancestor,
  at,
  attribute,
  ceiling,
  child,
  compareNodes,
  contains,
  content,
  count,
  descendant,
  descendantOrSelf,
  equal,
  exists,
  filter,
  floor,
  followingSibling,
  json,
  localName,
  members,
  name,
  namespaceUri,
  nodes,
  normalizeSpace,
  number,
  parent,
  path,
  readBody,
  respond,
  round,
  startsWith,
  string,
  stringLength,
  substringAfter,
  substringBefore,
  sum,
  toJson,
  translate,
  union,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  $.a = path($.body, "json", child("rows", 1), "id");                   // orders.xml:2:3 eval
  $.b = path(                                                           // orders.xml:3:3 eval
    $.body,
    descendantOrSelf("node()"),
    child(
      "row",
      (item, position, last) => exists(at(item, attribute("number"))) && position === last,
    ),
    parent("node()"),
    "name",
  );
  $.c = count(                                                          // orders.xml:4:3 eval
    union(
      path(nodes($.body), "json", "rows", child("*")),
      path(nodes($.body), "json", "others", child("*")),
    ),
  );
  // orders.xml:5:3 eval
  $.d = sum(at($.body, "json", "rows", child("*"), "price")) * 1.19 - ((2 / 3) % 4);
  $.e =                                                                 // orders.xml:6:3 eval
    -number(at($.request, "get", "a")) <= 5 ||
    compareNodes(at($.request, "get", "a"), "=", at($.request, "get", "b"));
  // orders.xml:7:3 eval
  $.f = path(filter(path(nodes($.body), "json", "rows", child("*")), -1), followingSibling("*", 1));
  // orders.xml:8:3 eval
  $.g = substringBefore(substringAfter(string(at($.request, "path")), "/api/"), "/");
  $.h =                                                                 // orders.xml:9:3 eval
    startsWith(string(at($.request, "path")), "/api") &&
    contains(string(at($.request, "url")), "?");
  // orders.xml:10:3 eval
  $.i = stringLength(normalizeSpace(translate(string(at($.request, "get", "a")), "abc", "ABC")));
  $.j = !exists(members($.body).json?.rows);                            // orders.xml:11:3 eval
  $.k = path(                                                           // orders.xml:12:3 eval
    nodes($.body),
    "json",
    child(
      "*",
      (item) => name(item) === "rows" || localName(item) === "other",
      (item) => namespaceUri(nodes(item)) === "",
    ),
  );
  // orders.xml:13:3 eval
  $.l = round(floor(1.5) + ceiling(number(at($.request, "get", "a"))));
  $.m = path(                                                           // orders.xml:14:3 eval
    nodes(content($, "users")),
    "json",
    child("*", (item) => exists(at(item, ancestor("json")))),
  );
  $.n = false;                                                          // orders.xml:15:3 eval
  $.o = path($.body, "json", "__proto__", "constructor");               // orders.xml:16:3 eval
  $.p = path(                                                           // orders.xml:17:3 eval
    nodes($.body),
    "json",
    "rows",
    child(
      "*",
      (item) =>
        compareNodes(members(item).price, ">", at($.request, "get", "max")) &&
        !equal(members(item).sold, "true"),
    ),
    "name",
  );
  $.q = path(                                                           // orders.xml:18:3 eval
    nodes($.body),
    "json",
    "rows",
    child("*", (item) => compareNodes(members(item).stock?.count, ">", $.a), -1),
    descendant("name"),
  );
  $.r = count(                                                          // orders.xml:19:3 eval
    at(
      $.body,
      "json",
      "rows",
      child("*", (item) => compareNodes(members(item).stock?.count, ">", $.a), -2),
    ),
  );
  respond($, [                                                          // orders.xml:20:3 template
    json($.a),
    json($.b),
    toJson($, $.c),
    toJson($, $.d),
    $.e,
    json($.f),
    $.g,
    $.h,
    toJson($, $.i),
    $.j,
    json($.k),
    toJson($, $.l),
    json($.m),
    $.n,
    json($.o),
    json($.p),
    json($.q),
    toJson($, $.r),
  ]);
};
