import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser, Source } from "../../language/action-definition.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";
import { checkMime } from "../action-parts/fields.js";
import { transferFacts } from "../action-parts/in-and-out.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
} from "../action-parts/status-code.js";

interface DumpNode extends Action {
  readonly element: "dump";
  readonly source: Source;
  readonly mime: AttributeTemplate | undefined;
  readonly status: StatusCode | undefined;
}

/** `<dump>`: content is the response, and the request ends. */
export const dumpAction: ActionDefinition<DumpNode> = {
  element: "dump",
  attributes: ["in", "mime", "status", "minify"],
  editing: { attributes: { in: "location", mime: "media-type", status: "text", minify: ["true", "false"] } },

  parse(element, parser) {
    parser.noText(element);
    const source = parser.source(element);
    const mime = parser.attributeTemplate(element, "mime");
    return source && { source, mime, status: dumpStatus(element, parser) };
  },

  facts({ source, mime, status }) {
    const facts = transferFacts(source, undefined);
    const expressions = [...facts.expressions, ...expressionsIn(mime), ...statusExpressions(status)];
    return { ...facts, expressions, ends: "request", readsBodies: true };
  },

  check: ({ mime }, { reporter }) => checkMime(mime, reporter),

  generate({ source, mime, status }, generator): readonly Doc[] {
    const args = [$, generator.content(source, "dump")];
    const isTyped = mime !== undefined && constantText(mime)?.trim() !== "";
    if (isTyped) args.push(generator.attributeText(mime));
    else if (status !== undefined) args.push(code`undefined`);
    if (status !== undefined) args.push(statusDoc(status, generator));
    return [code`return ${call(generator.use("dump"), args)};`];
  },
};

/** An empty status is 500. */
function dumpStatus(element: XmlElement, parser: ActionParser): StatusCode | undefined {
  const value = element.attributes.get("status")?.value;
  return value?.text.trim() === ""
    ? { span: value.span(0, value.text.length), code: 500 }
    : statusAttribute(element, "status", parser);
}
