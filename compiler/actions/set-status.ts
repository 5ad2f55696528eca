import { call } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition } from "./definition.js";
import { statusCode } from "./status-code.js";

export interface SetStatusNode extends ActionBase {
  readonly kind: "set-status";
  readonly code: number;
}

/** `<set-status code="201"/>`: the status of the response. */
export const setStatusAction: ActionDefinition<SetStatusNode> = {
  kind: "set-status",
  attributes: ["code"],

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "code");
    const code = attribute === undefined ? undefined : statusCode(attribute, parser.reporter);
    return code === undefined ? undefined : { code };
  },

  facts: () => ({}),

  generate: ({ code }, generator): readonly Doc[] => [
    concat([call(generator.use("setStatus"), [text("$"), text(String(code))]), text(";")]),
  ],
};
