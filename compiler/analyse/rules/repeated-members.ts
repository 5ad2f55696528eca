import type { Reporter } from "../../diagnostics/reporter.js";
import { contentsOf, type JsonItem, type JsonMember, type JsonNode } from "../../syntax/json-template.js";
import type { FlowRule } from "./rule.js";

/** Proves that no object of a template has two members of one name on the same way through it: the last one wins. */
export const repeatedMembers: FlowRule = ({ reporter }) => ({
  templateFacts(facts) {
    if ("scope" in facts && facts.scope !== undefined) checkValue(facts.scope.content, reporter);
  },
});

function checkValue(value: JsonNode, reporter: Reporter): void {
  switch (value.kind) {
    case "object":
      checkMembers(value.members, reporter);
      break;
    case "array":
      checkItems(value.items, reporter);
      break;
    case "if":
    case "with":
      for (const content of contentsOf<JsonNode>(value)) checkValue(content, reporter);
      break;
    default:
      break;
  }
}

function checkMembers(members: readonly JsonMember[], reporter: Reporter): void {
  const seen = new Set<string>();
  for (const member of members) {
    if (member.kind === "pairs") continue;
    if (member.kind !== "member") {
      // Members under a condition may be meant to replace those that are not.
      for (const content of contentsOf<readonly JsonMember[]>(member)) checkMembers(content, reporter);
      continue;
    }
    const { name, span } = member;
    if (typeof name === "string" && seen.has(name)) reporter.report(span, "repeatedMember", { name });
    if (typeof name === "string") seen.add(name);
    checkValue(member.value, reporter);
  }
}

function checkItems(items: readonly JsonItem[], reporter: Reporter): void {
  for (const item of items)
    if (item.kind === "item") checkValue(item.value, reporter);
    else for (const content of contentsOf<readonly JsonItem[]>(item)) checkItems(content, reporter);
}
