import { JsonDocument } from "../../data/json/json-node.js";
import { Selection, type Value } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import { XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import { xmlText } from "../../data/xml/xml-text.js";
import { essence } from "../../http/media-type.js";
import { Content } from "../content.js";
import { type Context, state } from "../context.js";
import { alert } from "../flow-errors.js";

/** The main content, or the response of the upstream request `id`. */
export function contentInput($: Context, id = ""): Content | undefined {
  const { main, contents } = $[state];
  return id === "" ? main : contents?.get(id);
}

/** `fit://request/<name>` */
export function storageInput($: Context, name: string): Content | undefined {
  return $[state].stored?.storage.get(name);
}

/** `fit://request/request/body`: the body as the client sent it. It has been read before. */
export function bodyInput($: Context): Content | undefined {
  const { bytes, mediaType } = $[state].body;
  return bytes && new Content({ kind: "bytes", bytes }, mediaType);
}

/** `fit://request/empty` */
export const emptyInput = new Content({ kind: "text", text: "<empty/>" }, "application/xml");

/** `$name`: the content that an action has put there, or else the variable's value as content. */
export function variableInput($: Context, name: string): Content | undefined {
  return putContent($, name) ?? valueInput($[name]);
}

/** The content that an action has put into a variable, as long as the variable holds its value. */
export function putContent($: Context, name: string): Content | undefined {
  const put = $[state].stored?.variables.get(name);
  return put !== undefined && put.value === $[name] ? put.content : undefined;
}

/** The content that an action cannot do without. If there is none at `location`, that is logged. */
export function present(
  $: Context,
  caller: string,
  location: string,
  content: Content | undefined,
): Content | undefined {
  if (content === undefined) alert($, caller, `There is nothing to read: ${location} is empty.`);
  return content;
}

/** The value of an expression as content: JSON, XML, or a text. */
export function valueInput(value: Value): Content | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object") return textContent(String(value));
  if (!(value instanceof Selection)) return Content.json(value);
  if (value instanceof JsonDocument) return Content.json(value.value);
  const [node] = value.nodes();
  if (node === undefined) return undefined;
  if (node instanceof XmlDocument || node instanceof XmlElement)
    return new Content({ kind: "text", text: xmlText(node, false) }, "application/xml");
  const json = node.toJson();
  return typeof json === "object" ? Content.json(json) : textContent(node.toText());
}

function textContent(text: string) {
  return new Content({ kind: "text", text }, "text/plain");
}

/** The document of content, as `content()` yields it. That content does not parse is logged once. */
export function documentOf($: Context, content: Content | undefined): Selection | undefined {
  return content?.document(parseXml, $[state].parseHtml, (problem) =>
    alert($, "content", `${nameOf($, content)} is declared as ${essence(content.mediaType)} and ${problem}`),
  );
}

function nameOf($: Context, content: Content): string {
  for (const [id, one] of $[state].contents ?? [])
    if (one === content) return `The response to the request ${id}`;
  return "Content";
}

/** The document, or else the text, which may be XML whatever its media type is. */
export function documentOrText($: Context, content: Content | undefined): Value {
  return documentOf($, content) ?? content?.text;
}
