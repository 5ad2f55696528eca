import { nearest } from "../../../runtime/base/nearest.js";
import { requestId, requestRead, requestSlot } from "../data-flow/slots.js";
import type { Rule } from "./rule.js";

/**
 * Finds `$upstream/id`, `content("id")` and `body("id")` where no earlier request can have had that ID. A
 * test whether a response exists is fine if some other flow sends a request with that ID.
 */
export const requests: Rule = ({ dataFlow: { unset, sets }, reporter }) => ({
  end() {
    const ids = [...sets].flatMap((slot) => requestId(slot) ?? []);
    for (const [read, { isTest }] of unset) {
      const id = requestRead(read);
      if (id === undefined || (isTest && sets.has(requestSlot(id)))) continue;
      reporter.report(read.span, "unknownRequest", { id, nearest: nearest(id, ids) });
    }
  },
});
