// tree.xml, compiled by flowc.

import { recurse, respond, toJson, toNumber } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const treeFlow: Flow = ($) => {
  $.depth = toNumber($.depth) + 1;                                      // tree.xml:2:3 eval
  if ($.depth < 3) {                                                    // tree.xml:3:3 sub-flow
    recurse($, treeFlow);
  }
  respond($, { depth: toJson($, $.depth) });                            // tree.xml:4:3 template
};
