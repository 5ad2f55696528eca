import { named, type ObjectNode } from "../../actions/request.js";
import type { Span } from "../../source.js";
import type { JsonMember } from "../../syntax/json-template.js";

/** A string that a request is configured with. */
export type Setting =
  | { readonly kind: "absent" }
  | { readonly kind: "constant"; readonly value: string; readonly span: Span }
  | { readonly kind: "computed" };

/** As the action reads its configuration, `null` and the empty string count as absent. */
export function settingOf(config: ObjectNode, name: string): Setting {
  const value = named(config, name)?.value;
  if (value === undefined) return mayHave(config.members, name) ? { kind: "computed" } : { kind: "absent" };
  if (value.kind !== "constant") return { kind: "computed" };
  if (value.value === null || value.value === "") return { kind: "absent" };
  return typeof value.value === "string"
    ? { kind: "constant", value: value.value, span: value.span }
    : { kind: "computed" };
}

/** Whether members under a condition, or with a computed name, can have a name. */
function mayHave(members: readonly JsonMember[], name: string): boolean {
  return members.some((member) => {
    switch (member.kind) {
      case "member":
        return typeof member.name !== "string" || member.name === name;
      case "pairs":
        return true;
      case "if":
        return (
          member.branches.some(({ content }) => mayHave(content, name)) || mayHave(member.otherwise, name)
        );
      case "with":
        return mayHave(member.content.content, name) || mayHave(member.otherwise, name);
      case "loop":
        return mayHave(member.content.content, name);
      default:
        return member satisfies never;
    }
  });
}
