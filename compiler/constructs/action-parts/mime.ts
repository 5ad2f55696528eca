import { quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionGenerator, MediaTypeSetting } from "../../language/action-definition.js";
import { type AttributeTemplate, constantText } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import { tagPlace } from "../../syntax/flow.js";

interface WithMime extends Action {
  readonly mime: AttributeTemplate | undefined;
}

const plainText = "text/plain";

/** The media type in the attribute `mime`, plain text without one. */
export function mimeDoc(mime: AttributeTemplate | undefined, generator: ActionGenerator): Doc {
  return hasMime(mime) ? generator.attributeText(mime) : quote(plainText);
}

export function hasMime(mime: AttributeTemplate | undefined): mime is AttributeTemplate {
  return mime !== undefined && constantText(mime)?.trim() !== "";
}

export const mimeSetting = (node: WithMime): MediaTypeSetting =>
  hasMime(node.mime)
    ? { text: constantText(node.mime), span: node.mime.span, isField: false }
    : { text: plainText, span: tagPlace(node), isField: false };
