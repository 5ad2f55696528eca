// swagger.yaml, compiled by flowc.

import {
  asContent,
  at,
  concat,
  contentInput,
  contentValue,
  documentOf,
  documentOrText,
  dump,
  fileInput,
  json,
  nameshave,
  present,
  replaced,
  rootElement,
  setHeaders,
  storageInput,
  string,
  toBoolean,
  variableInput,
  writeContent,
  writeStorage,
} from "flowc/runtime";
import { filesJson } from "../assets/files-json.js";
import { languagesXml } from "../assets/languages-xml.js";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  writeContent($, languagesXml);                                        // orders.xml:2:3 copy
  // orders.xml:3:3 nameshave
  $.languages = contentValue($, "languages", nameshave($, documentOrText($, contentInput($))));
  $.json = contentValue(                                                // orders.xml:4:3 copy
    $,
    "json",
    fileInput(
      $,
      "copy",
      filesJson,
      "orders.xml",
      concat("files/", string(at($.request, "get", "language")), ".json"),
    ),
  );
  if (toBoolean($.json)) {                                              // orders.xml:5:3 dump
    return dump(
      $,
      present($, "dump", "$json", variableInput($, "json")),
      undefined,
      string(200 + 1),
    );
  }
  writeStorage(                                                         // orders.xml:6:3 regex
    $,
    "page",
    replaced(present($, "regex", "$languages", variableInput($, "languages")), /Lang/giu, "[$&]"),
  );
  const input = rootElement(documentOf($, storageInput($, "page")));    // orders.xml:7:3 template
  writeContent($, asContent({ page: json(input) }), "page");
  // orders.xml:8:3 set-header
  setHeaders($, { "X-Language": concat(string(at($.request, "get", "language")), "!") });
  return dump(                                                          // orders.xml:9:3 dump
    $,
    present($, "dump", "fit://request/content/page", contentInput($, "page")),
    "text/plain",
  );
};
