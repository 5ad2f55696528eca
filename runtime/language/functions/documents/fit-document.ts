import { JsonDocument } from "../../../data/json/json-node.js";
import type { Selection } from "../../../data/model/values.js";
import { parseXml } from "../../../data/xml/parse-xml.js";
import type { XmlDocument } from "../../../data/xml/xml-node.js";
import { type Context, state } from "../../../request/context.js";
import { xmlParse } from "./xml-parse.js";

/** A file of the flow directory for `fit-document()`. It is parsed when it is first asked for. */
export function xmlFile(text: string): () => XmlDocument {
  let document: XmlDocument | undefined;
  return () => {
    if (document === undefined) {
      document = parseXml(text);
      document.isShared = true;
    }
    return document;
  };
}

/** `fit-document()` of the client's request body, which is JSON or else XML. */
export function bodyDocument($: Context): Selection | undefined {
  const { value } = $[state].body;
  if (value instanceof JsonDocument) return value;
  return typeof value === "string" ? xmlParse($, value) : undefined;
}
