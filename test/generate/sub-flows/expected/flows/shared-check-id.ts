// shared/check-id.xml, compiled by flowc.

import { at, equal, type Flow, requestEnded } from "flowc/runtime";

export const sharedCheckIdFlow: Flow = ($) => {
  if (equal(at($.request, "params", "id"), 0)) {                    // shared/check-id.xml:2:3 break
    return requestEnded;
  }
};
