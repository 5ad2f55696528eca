// swagger.yaml, compiled by flowc.

import {
  at,
  attribute,
  concat,
  content,
  exists,
  fileExists,
  hasContent,
  json,
  jsonBody,
  jsonContent,
  nth,
  path,
  readBody,
  respond,
  setStatus,
  string,
  toBoolean,
} from "flowc/runtime";
import { confLimitsXml } from "../assets/conf-limits-xml.js";
import { confShopsJson } from "../assets/conf-shops-json.js";
import { files } from "../assets/files.js";
import type { Flow } from "../variables.js";

/** GET /api/orders, from orders.xml */
export const getOrders: Flow = async ($) => {
  await readBody($);
  $.most = path(confLimitsXml(), "limits", attribute("most"));          // orders.xml:2:3 eval
  $.local = path(undefined, "limits", attribute("most"));               // orders.xml:3:3 eval
  $.shops = confShopsJson;                                              // orders.xml:4:3 eval
  $.posted = path(jsonBody($), "shop");                                 // orders.xml:5:3 eval
  $.page = path(content($, "page"), "html", "head", "title");           // orders.xml:6:3 eval
  if (true && !false) {                                                 // orders.xml:7:3 if
    setStatus($, 201);                                                  // orders.xml:8:5 set-status
  }
  $.same = toBoolean(true || exists($.page)) === toBoolean(false);      // orders.xml:10:3 eval
  respond($, {                                                          // orders.xml:11:3 template
    shop: json(nth(jsonContent($, "shops"), 1)),
    answered: hasContent($, "page"),
    known: fileExists($, files, concat("fit://site/conf/", string(at($.request, "get", "name")))),
  });
};
