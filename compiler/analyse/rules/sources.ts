import { nearest } from "../../../runtime/base/nearest.js";
import { allNamed } from "../../constructs/action-parts/settings.js";
import { requestsOf } from "../../constructs/actions/facts.js";
import type { JsonNode } from "../../syntax/json-template.js";
import type { FlowRule } from "./rule.js";

/** Finds requests whose `src` names a variable that nothing in the app sets. */
export const sources: FlowRule = ({ templates, variables, reporter }) => ({
  action(action) {
    for (const source of requestsOf(action, templates).flatMap(({ config }) =>
      config === undefined ? [] : sourcesIn(config),
    )) {
      const [, name] = source.kind === "constant" ? (/^\$([\w-]+)/.exec(String(source.value)) ?? []) : [];
      if (name === undefined || variables.has(name)) continue;
      reporter.report(source.span, "unsetVariable", {
        ...{ name, isSetElsewhere: false, isRequest: false },
        ...{ nearest: nearest(name, variables.all()), minuend: undefined },
      });
    }
  },
});

function sourcesIn(config: Extract<JsonNode, { kind: "object" }>): readonly JsonNode[] {
  const [body, uploads] = ["body", "uploads"].map((name) => allNamed(config.members, name));
  const entries = (uploads ?? []).flatMap((list) =>
    list.kind === "array" ? list.items.flatMap((item) => (item.kind === "item" ? [item.value] : [])) : [],
  );
  return [...(body ?? []), ...entries].flatMap((part) =>
    part.kind === "object" ? allNamed(part.members, "src") : [],
  );
}
