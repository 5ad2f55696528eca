// init.xml, compiled by flowc.

import { at, equal, type Flow, string } from "flowc/runtime";

export const initFlow: Flow = ($) => {
  $.lang = string(at($.request, "get", "lang"));                        // init.xml:2:3 eval
  $.debug = equal(at($.request, "get", "debug"), "1");                  // init.xml:3:3 eval
};
