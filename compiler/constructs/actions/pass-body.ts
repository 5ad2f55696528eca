import { $, call, code, entry, object, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import { type AttributeTemplate, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import type { ContentLocation } from "../../syntax/location.js";
import { checkMime } from "../action-parts/fields.js";
import { hasMime, mimeDoc, mimeSetting } from "../action-parts/mime.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
  statusSetting,
} from "../action-parts/status-code.js";

interface PassBodyNode extends Action {
  readonly element: "pass-body";
  /** The response that is sent. */
  readonly content: ContentLocation & { readonly id: string };
  readonly mime: AttributeTemplate | undefined;
  readonly status: StatusCode | undefined;
}

/** `<pass-body>`: the body of an upstream response, unchanged, becomes that of the response. */
export const passBodyAction: ActionDefinition<PassBodyNode> = {
  element: "pass-body",
  attributes: ["request", "mime", "status"],
  editing: { attributes: { request: "sent-request", mime: "media-type", status: "text" } },
  passesBody: true,

  parse(element, parser) {
    parser.noText(element);
    const value = parser.attribute(element, "request")?.value;
    const span = value === undefined ? element.nameSpan : value.span(0, value.text.length);
    return {
      content: { kind: "content", id: value?.text || "main", span },
      mime: parser.attributeTemplate(element, "mime"),
      status: statusAttribute(element, "status", parser),
    };
  },

  facts: ({ content, mime, status }) => ({
    expressions: [...expressionsIn(mime), ...statusExpressions(status)],
    reads: content,
    mainContent: "unknown",
  }),

  check: ({ mime }, { reporter }) => checkMime(mime, reporter),

  setsStatus: ({ status }) => status && statusSetting(status),

  setsMediaType: mimeSetting,

  generate(node, generator): readonly Doc[] {
    const as = [
      ...(hasMime(node.mime) ? [entry("mime", mimeDoc(node.mime, generator))] : []),
      ...(node.status === undefined ? [] : [entry("status", statusDoc(node.status, generator))]),
    ];
    const args = [$, quote(node.content.id), ...(as.length === 0 ? [] : [object(as)])];
    return [code`${call(generator.use("passBody"), args)};`];
  },
};
