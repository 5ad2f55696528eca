import { $, call, code, entry, object } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { type AttributeTemplate, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import { nothing } from "../../syntax/location.js";
import type { ActionDefinition } from "../contract/action.js";

export interface SetHeaderNode extends Action {
  readonly element: "set-header";
  readonly name: string;
  readonly value: AttributeTemplate;
}

/** `<set-header name="…" value="…"/>`, of old flows: one header field of the response. */
export const setHeaderAction: ActionDefinition<SetHeaderNode> = {
  element: "set-header",
  attributes: ["name", "value"],
  behaviour: () => ({ waits: false, ends: "nothing", mainContent: "kept", readsBodies: false }),

  parse(element, parser) {
    parser.noText(element);
    const name = parser.required(element, "name");
    const value = parser.written(element, "value") && parser.attributeTemplate(element, "value");
    return name === undefined || value === undefined ? undefined : { name: name.value.text.trim(), value };
  },

  facts: ({ value }) => ({
    expressions: expressionsIn(value),
    templates: [],
    reads: nothing,
    writes: undefined,
  }),

  generate: ({ name, value }, generator): readonly Doc[] => [
    code`${call(generator.use("setHeaders"), [$, object([entry(name, generator.attributeText(value))])])};`,
  ],
};
