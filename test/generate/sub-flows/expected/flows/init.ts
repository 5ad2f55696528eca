// init.xml, compiled by flowc.

import type { Flow } from "flowc/runtime";

export const initFlow: Flow = ($) => {
  $.started = 1;                                                        // init.xml:2:3 eval
};
