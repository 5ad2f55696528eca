import { nearest } from "../../diagnostics/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { DataFlow } from "../data-flow/index.js";
import { requestId, requestRead, requestSlot } from "../data-flow/slots.js";

/**
 * Finds `$upstream/id`, `content("id")` and `body("id")` where no request on any way there has that ID. A test for
 * existence is none of a request that other flows send.
 */
export function checkRequests({ unset, sets }: DataFlow, reporter: Reporter): void {
  const ids = [...sets].flatMap((slot) => requestId(slot) ?? []);
  for (const [read, { isTest }] of unset) {
    const id = requestRead(read);
    if (id === undefined || (isTest && sets.has(requestSlot(id)))) continue;
    reporter.report(read.span, "unknownRequest", { id, nearest: nearest(id, ids) });
  }
}
