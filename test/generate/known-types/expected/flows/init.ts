// init.xml, compiled by flowc.

import { at, equal, string } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const initFlow: Flow = ($) => {
  $.lang = string(at($.request, "get", "lang"));                        // init.xml:2:3 eval
  $.debug = equal(at($.request, "get", "debug"), "1");                  // init.xml:3:3 eval
};
