import { pushAll } from "../../base/push-all.js";
import { aside } from "../../base/work.js";
import { JsonDocument, JsonNode } from "../../data/json/json-node.js";
import { Node } from "../../data/model/node.js";
import { type Found, type JsonValue, Selection, type Value } from "../../data/model/values.js";
import { leaf, startTag } from "../../data/xml/xml-text.js";
import type { ShownValue } from "./format.js";
import { rememberAll, writtenJson } from "./mask-json.js";
import { innerText, shownText } from "./mask-text.js";
import type { Masks } from "./masks.js";

/** How many characters of a value are kept. */
export const maxValue = 16_384;

/** How many nodes of a value are looked at. */
const maxVisited = 50_000;

/**
 * A value as it is kept. What goes wrong while it is made must not go wrong in the flow.
 * @param name of the variable or field that has it
 */
export function shownValue(value: () => Found | Value, masks: Masks, name = ""): ShownValue {
  try {
    return aside(() => (masks.isSecret(name) ? hiddenValue(value(), masks) : openValue(value(), masks)));
  } catch (error) {
    return { type: "empty", text: `(cannot be shown: ${error instanceof Error ? error.name : "error"})` };
  }
}

/** Nothing is seen of it but that it is there. */
function hiddenValue(value: Found | Value, masks: Masks): ShownValue {
  if (value === undefined || value === "") return openValue(value, masks);
  const json = typeof value === "object" && value !== null ? plain(value) : value;
  rememberAll(json, masks);
  return { type: "string", text: masks.standIn("") };
}

function openValue(value: Found | Value, masks: Masks): ShownValue {
  if (value === undefined) return { type: "empty", text: "" };
  if (value instanceof Selection && isMarkup(value)) {
    const { text, isCut } = xmlBeginning(value.nodes(), maxValue * 2);
    return { type: "xml", ...begun(text, isCut, masks) };
  }
  const json = plain(value);
  if (typeof json === "string") {
    const start = head(json);
    const text = shownText(start, masks, maxValue, start.length < json.length);
    return json.length <= maxValue
      ? { type: "string", text }
      : { type: "string", text, cutFrom: json.length };
  }
  if (typeof json === "number" || typeof json === "bigint")
    return { type: "number", text: masks.masked(String(json)) };
  if (typeof json === "boolean") return { type: "boolean", text: String(json) };
  if (json === null) return { type: "null", text: "null" };
  const { text, isCut } = writtenJson(json, masks, innerText(masks), 2 * maxValue);
  const isLonger = isCut || text.length > maxValue;
  return { type: "json", text: masks.beginning(text, maxValue), ...(isLonger && { cutFrom: 0 }) };
}

/** A text without secrets, as far as it is kept. */
function begun(text: string, isCut: boolean, masks: Masks): Pick<ShownValue, "text" | "cutFrom"> {
  const shown = shownText(text, masks, maxValue);
  return isCut || text.length > maxValue ? { text: shown, cutFrom: 0 } : { text: shown };
}

/** Text that comes later is not kept, but a secret may begin before. */
function head(text: string): string {
  return text.length > 4 * maxValue ? text.slice(0, 4 * maxValue) : text;
}

function plain(value: Found | Value): JsonValue {
  if (!(value instanceof Selection)) return value ?? null;
  if (value.size < 2) return value.toJson();
  return value
    .nodes()
    .slice(0, maxVisited)
    .map((node) => node.toJson());
}

/** Returns true if it is XML or HTML, not JSON. */
function isMarkup(value: Selection): boolean {
  const first = value instanceof Node ? value : value.size > 0 ? value.nodes()[0] : undefined;
  if (first === undefined || first instanceof JsonDocument || first instanceof JsonNode) return false;
  return first.type === "document" || first.type === "element";
}

interface Beginning {
  readonly text: string;
  readonly isCut: boolean;
}

/** Nodes as XML, as far as `limit` characters go. */
function xmlBeginning(nodes: readonly Node[], limit: number): Beginning {
  const parts: string[] = [];
  let length = 0;
  const pending: (Node | string)[] = nodes.slice(0, limit).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (length > limit) return { text: parts.join(""), isCut: true };
    let text: string;
    if (typeof next === "string") text = next;
    else if (next.type === "document") {
      text = "";
      pushAll(pending, [...next.children].reverse());
    } else if (next.type !== "element") text = leaf(next);
    else {
      const { children } = next;
      text = startTag(next, false, children.length === 0);
      if (children.length > 0) pending.push(`</${next.name}>`);
      for (let at = Math.min(children.length, limit) - 1; at >= 0; at--) pending.push(children[at] as Node);
    }
    length += text.length;
    parts.push(text);
  }
  return { text: parts.join(""), isCut: false };
}
