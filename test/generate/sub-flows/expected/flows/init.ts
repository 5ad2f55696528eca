// init.xml, compiled by flowc.

import type { Flow } from "../variables.js";

export const initFlow: Flow = ($) => {
  $.started = 1;                                                        // init.xml:2:3 eval
};
