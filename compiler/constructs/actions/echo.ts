import { readJsonOr } from "../../../runtime/data/json/long-integers.js";
import { $, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { MappedText } from "../../source/source-text.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import { checkMime } from "../action-parts/fields.js";
import { mimeDoc, mimeSetting } from "../action-parts/mime.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
  statusSetting,
} from "../action-parts/status-code.js";

interface EchoNode extends Action {
  readonly element: "echo";
  readonly text: MappedText;
  readonly mime: AttributeTemplate | undefined;
  readonly status: StatusCode | undefined;
}

/** `<echo>`: its text is the response, and the request ends. */
export const echoAction: ActionDefinition<EchoNode> = {
  element: "echo",
  attributes: ["mime", "status"],
  editing: { text: "plain", attributes: { mime: "media-type", status: "text" } },

  parse(element, parser) {
    const mime = parser.attributeTemplate(element, "mime");
    return { text: element.text, mime, status: statusAttribute(element, "status", parser) };
  },

  facts: ({ mime, status }) => ({
    expressions: [...expressionsIn(mime), ...statusExpressions(status)],
    ends: "request",
  }),

  check({ text, mime }, { reporter }) {
    checkMime(mime, reporter);
    const type = mime && constantText(mime);
    if (
      type !== undefined &&
      /^\s*application\/([\w.-]+\+)?json\b/i.test(type) &&
      readJsonOr(text.text, undefined) === undefined
    )
      reporter.report(text.span(0, text.text.length), "echoedJson", { type: type.trim() });
    const command = /\{\{.*?\}\}/s.exec(text.text);
    if (command !== null)
      reporter.report(text.span(command.index, command.index + command[0].length), "echoedCommand");
  },

  setsStatus: ({ status }) => status && statusSetting(status),

  setsMediaType: mimeSetting,

  generate(node, generator): readonly Doc[] {
    const status = node.status === undefined ? [] : [statusDoc(node.status, generator)];
    const args = [$, quote(node.text.text), mimeDoc(node.mime, generator), ...status];
    return [code`return ${call(generator.use("echo"), args)};`];
  },
};
