import { quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { type AttributeTemplate, constantText } from "../../syntax/attribute-template.js";
import type { ActionGenerator } from "../contract/action.js";

/** The media type in the attribute `mime`, plain text without one. */
export function mimeDoc(mime: AttributeTemplate | undefined, generator: ActionGenerator): Doc {
  const isMissing = mime === undefined || constantText(mime)?.trim() === "";
  return isMissing ? quote("text/plain") : generator.attributeText(mime);
}
