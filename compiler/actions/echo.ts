import { call, quote } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition } from "./definition.js";
import { statusCode } from "./status-code.js";

export interface EchoNode extends ActionBase {
  readonly kind: "echo";
  readonly text: string;
  readonly mime: string;
  readonly status: number | undefined;
}

/** `<echo>`: its text is the response, and the request ends. */
export const echoAction: ActionDefinition<EchoNode> = {
  kind: "echo",
  attributes: ["mime", "status"],

  parse(element, parser) {
    const attribute = parser.attribute(element, "status");
    const status = attribute === undefined ? undefined : statusCode(attribute, parser.reporter);
    const mime = parser.attribute(element, "mime")?.value.text.trim() ?? "";
    return { text: element.text.text, mime: mime === "" ? "text/plain" : mime, status };
  },

  facts: () => ({ ends: "break" }),

  generate(node, generator): readonly Doc[] {
    const status = node.status === undefined ? [] : [text(String(node.status))];
    const args = [text("$"), quote(node.text), quote(node.mime), ...status];
    return [concat([text("return "), call(generator.use("echo"), args), text(";")])];
  },
};
