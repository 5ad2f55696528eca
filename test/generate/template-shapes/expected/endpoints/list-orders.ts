// swagger.yaml, compiled by flowc.

import {
  at,
  child,
  concat,
  equal,
  exists,
  greater,
  json,
  loop,
  loopPairs,
  members,
  name,
  nodes,
  none,
  number,
  object,
  omitMissing,
  pairs,
  readBody,
  respond,
  rootElement,
  string,
  sum,
  toJson,
  within,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  const input = rootElement($.body);                                    // orders.xml:2:3 template
  const jsonId = members(input).json?.id;
  const rows = members(input).json?.rows;
  const $total: number = sum(at(rows, child("*"), "price"));
  $.page = object(
    {
      text: "a constant",
      number: -1.5,
      none: null,
      list: [1, "two", [], {}],
      placeholder: json(members(input).json?.name),
      dot: json(input),
      compared: equal(jsonId, 0),
      either: json(members(input).json?.nick) ?? json(members(input).json?.name) ?? "nobody",
      chosen: greater(jsonId, 10) ? "large" : exists(jsonId) ? "small" : null,
    },
    exists(members(input).json?.admin)
      ? { admin: true, since: json(members(input).json?.since) }
      : none,
    within(
      members(input).json?.address,
      (item) => ({ city: json(members(item).city) }),
      () => ({ city: null }),
    ),
    {
      rows: loop(rows, (item, position, last) => ({
        id: json(members(item).id),
        last: position === last,
      })),
      notes: loop(rows, (item) =>
        object(
          { id: json(members(item).id) },
          pairs(item, "note"),
          within(
            members(item).owner,
            (item2) => ({ by: json(members(item2).name) }),
            () => ({ own: true }),
          ),
        ),
      ),
      named: loop(rows, (item) =>
        omitMissing(item, ["note"], (optional, all) => ({ id: json(all.id), note: optional.note })),
      ),
    },
    loopPairs(members(input).json?.tags, (item) => ({
      [concat("tag-", string(item))]: json(item),
    })),
    { total: toJson($, $total), twice: toJson($, $total * 2) },
    pairs(members(input).json, "id", "name"),
  );
  $.again = object(                                                     // orders.xml:22:3 template
    { a: 1, b: json(number(members($.page).text)) ?? 0 },
    { a: 2 },
    within(
      nodes($.page),
      (item, position) => ({ at: position, tag: name(item) }),
      () => none,
    ),
  );
  // orders.xml:25:3 template
  respond($, { ["computed"]: 1, ["__proto__"]: json(members($.page).total), page: json($.page) });
};
