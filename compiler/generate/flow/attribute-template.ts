import { call, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import { asString } from "../xpath/conversions.js";
import type { Scope } from "../xpath/scope.js";

/** The text of an attribute, as a string. */
export function attributeText({ parts }: AttributeTemplate, scope: Scope): Doc {
  const docs = parts.map((part) => (typeof part === "string" ? quote(part) : asString(part, scope).doc));
  const [first = quote("")] = docs;
  return docs.length > 1 ? call(scope.use("concat"), docs) : first;
}
