import { nearest } from "../../../runtime/base/nearest.js";
import { allNamed } from "../../constructs/action-parts/settings.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Action } from "../../syntax/flow.js";
import type { JsonNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";

/** Finds requests whose `src` names a variable that nothing in the app sets. */
export function checkSources(
  actions: readonly Action[],
  facts: (template: Template) => TemplateFacts,
  variables: ReadonlySet<string>,
  reporter: Reporter,
): void {
  for (const action of actions)
    for (const { config } of definitionOf(action).requests?.(action, facts) ?? [])
      for (const source of config === undefined ? [] : sourcesIn(config)) {
        const [, name] = source.kind === "constant" ? (/^\$([\w-]+)/.exec(String(source.value)) ?? []) : [];
        if (name !== undefined && !variables.has(name))
          reporter.report(source.span, "unsetVariable", {
            name,
            isSetElsewhere: false,
            nearest: nearest(name, variables),
          });
      }
}

function sourcesIn(config: Extract<JsonNode, { kind: "object" }>): readonly JsonNode[] {
  const [body, uploads] = ["body", "uploads"].map((name) => allNamed(config.members, name));
  const entries = (uploads ?? []).flatMap((list) =>
    list.kind === "array" ? list.items.flatMap((item) => (item.kind === "item" ? [item.value] : [])) : [],
  );
  return [...(body ?? []), ...entries].flatMap((part) =>
    part.kind === "object" ? allNamed(part.members, "src") : [],
  );
}
