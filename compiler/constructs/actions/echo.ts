import { call, quote } from "../../code/code.js";
import { concat, type Doc, text } from "../../code/doc.js";
import { type AttributeTemplate, expressionsIn } from "../../syntax/attribute-template.js";
import type { ActionBase } from "../../syntax/flow.js";
import type { ActionDefinition } from "../action.js";
import { mimeDoc } from "../action-parts/mime.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
} from "../action-parts/status-code.js";

export interface EchoNode extends ActionBase {
  readonly kind: "echo";
  readonly text: string;
  readonly mime: AttributeTemplate | undefined;
  readonly status: StatusCode | undefined;
}

/** `<echo>`: its text is the response, and the request ends. */
export const echoAction: ActionDefinition<EchoNode> = {
  kind: "echo",
  attributes: ["mime", "status"],

  parse(element, parser) {
    const mime = parser.attributeTemplate(element, "mime");
    return { text: element.text.text, mime, status: statusAttribute(element, "status", parser) };
  },

  facts: ({ mime, status }) => ({
    expressions: [...expressionsIn(mime), ...statusExpressions(status)],
    ends: "break",
  }),

  generate(node, generator): readonly Doc[] {
    const status = node.status === undefined ? [] : [statusDoc(node.status, generator)];
    const args = [text("$"), quote(node.text), mimeDoc(node.mime, generator), ...status];
    return [concat([text("return "), call(generator.use("echo"), args), text(";")])];
  },
};
