import type { OptionWith } from "../../../runtime/upstream/options/all.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { named, type Setting, settingOf } from "../action-parts/settings.js";

export const definitionOption: OptionWith<"definition"> = "definition";

/** The name of the API description that a request is held to. */
export function definitionName(config: ObjectNode): Setting {
  const options = named(config, "options")?.value;
  return options?.kind === "object" ? settingOf(options, definitionOption) : { kind: "absent" };
}
