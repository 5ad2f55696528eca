import { attributeText } from "../generate/attribute-template.js";
import { quote } from "../generate/code.js";
import type { Doc } from "../generate/doc.js";
import { type AttributeTemplate, constantText } from "../syntax/attribute-template.js";
import type { ActionGenerator } from "./definition.js";

/** The media type in the attribute `mime`, plain text without one. */
export function mimeDoc(mime: AttributeTemplate | undefined, { scope }: ActionGenerator): Doc {
  const isMissing = mime === undefined || constantText(mime)?.trim() === "";
  return isMissing ? quote("text/plain") : attributeText(mime, scope);
}
