// swagger.yaml, compiled by flowc.

import {
  at,
  coalesce,
  exists,
  fail,
  json,
  loopAsync,
  loopItemsAsync,
  loopPairsAsync,
  members,
  object,
  pairs,
  path,
  respond,
  string,
  TemplateText,
  templateValue,
  toJson,
  toNumber,
  type Value,
  within,
} from "flowc/runtime";
import { jwtDecode, jwtEncode } from "flowc/runtime/jwt";
import { ldapQuery } from "flowc/runtime/ldap";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  $.user = await jwtDecode(                                             // orders.xml:2:3 eval
    $,
    string(at($.request, "cookies", "token")),
    string(at($.env, "KEY")),
    "RS256",
  );
  if (                                                                  // orders.xml:3:3 error
    !exists(members($.user).admin) &&
    !exists(
      members(await jwtDecode($, string(at($.request, "get", "guest")), string(at($.env, "KEY"))))
        .paid,
    )
  ) {
    return fail($, "orders.xml:3", {}, 403);
  }
  $.orders = await ldapQuery(                                           // orders.xml:4:3 eval
    $,
    string(at($.env, "LDAP")),
    string(at($.env, "USER")),
    string(at($.env, "PASSWORD")),
    "dc=test",
    "(type=order)",
    "id, price",
  );
  // orders.xml:5:3 template
  const $next: string = await jwtEncode($, $.user, string(at($.env, "KEY")), 600);
  respond(
    $,
    object(
      {
        token: $next,
        user:
          json(members(await jwtDecode($, $next, string(at($.env, "KEY")))).name) ??
          json(
            members(
              await jwtDecode($, string(at($.request, "get", "guest")), string(at($.env, "KEY"))),
            ).name,
          ) ??
          "guest",
        orders: await loopAsync($.orders, async (item) => ({
          id: json(members(item).id),
          receipt: await jwtEncode($, path(item), string(at($.env, "KEY"))),
        })),
        numbers: await loopItemsAsync($.orders, async (item, position) => [
          position,
          await jwtEncode($, path(item), string(at($.env, "KEY"))),
        ]),
      },
      await loopPairsAsync($.orders, async (item) => {
        const $receipt = await jwtDecode(
          $,
          string(members(item).receipt),
          string(at($.env, "KEY")),
        );
        return pairs($receipt, "paid", "by");
      }),
      await within(
        $.user,
        async (item) => ({ name: json(members(item).name) }),
        async () => ({
          name: json(members(await jwtDecode($, $next, string(at($.env, "KEY")))).name),
        }),
      ),
      { status: exists(await jwtDecode($, $next, string(at($.env, "KEY")))) ? "known" : "unknown" },
    ),
  );
  const text = new TemplateText();                                      // orders.xml:21:3 template
  let $count: Value;
  $count = 0;
  text.write("[");
  await loopAsync(
    await coalesce(
      members(await jwtDecode($, string(at($.request, "get", "list")), string(at($.env, "KEY"))))
        .items,
      async () =>
        members(await jwtDecode($, string(at($.request, "get", "more")), string(at($.env, "KEY"))))
          .items,
    ),
    async (item, position) => {
      if (position > 1) text.comma();
      $count = toNumber($count) + 1;
      text.write('{ "n":');
      text.value(toJson($, $count));
      text.write(', "item":');
      text.value(await jwtEncode($, path(item), string(at($.env, "KEY"))));
      text.write("}");
    },
  );
  text.write("]");
  $.log = templateValue($, text);
};
