import { nearest } from "../../diagnostics/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ObjectNode } from "../../syntax/json-template.js";

/** Reports members of other names than those that are known. */
export function checkNames(object: ObjectNode, known: readonly string[], reporter: Reporter): void {
  for (const member of object.members) {
    if (member.kind !== "member" || typeof member.name !== "string" || known.includes(member.name)) continue;
    const { name, span } = member;
    reporter.report(span, "unsupportedRequestProperty", { name, nearest: nearest(name, known) });
  }
}
