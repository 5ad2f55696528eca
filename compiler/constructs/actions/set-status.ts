import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
  statusSetting,
} from "../action-parts/status-code.js";

interface SetStatusNode extends Action {
  readonly element: "set-status";
  readonly code: StatusCode;
}

/** `<set-status code="201"/>`: the status of the response. */
export const setStatusAction: ActionDefinition<SetStatusNode> = {
  element: "set-status",
  attributes: ["code"],
  editing: { attributes: { code: "text" }, required: ["code"] },

  parse(element, parser) {
    parser.noText(element);
    const code = parser.written(element, "code") && statusAttribute(element, "code", parser);
    return code === undefined ? undefined : { code };
  },

  facts: ({ code }) => ({
    expressions: statusExpressions(code),
  }),

  setsStatus: ({ code }) => statusSetting(code),

  generate: ({ code: status }, generator): readonly Doc[] => [
    code`${call(generator.use("setStatus"), [$, statusDoc(status, generator)])};`,
  ],
};
