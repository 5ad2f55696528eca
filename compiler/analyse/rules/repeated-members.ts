import type { JsonItem, JsonMember } from "../../syntax/json-template.js";
import { visitJson } from "../../syntax/visit-json.js";
import type { FlowRule } from "./rule.js";

/** Proves that no object of a template has two members of one name on the same way through it: the last one wins. */
export const repeatedMembers: FlowRule = ({ reporter }) => ({
  templateFacts(facts) {
    if (!("scope" in facts) || facts.scope === undefined) return;
    visitJson(facts.scope.content, {
      // Members under a condition may be meant to replace those that are not.
      list(parts: readonly (JsonMember | JsonItem)[]) {
        const seen = new Set<string>();
        for (const part of parts) {
          if (part.kind !== "member" || typeof part.name !== "string") continue;
          const { name, span } = part;
          if (seen.has(name)) reporter.report(span, "repeatedMember", { name });
          seen.add(name);
        }
      },
    });
  },
});
