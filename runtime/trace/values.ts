import { Node } from "../data-model/node.js";
import { type Found, isArray, type JsonValue, Selection, type Value } from "../data-model/values.js";
import { writeJson } from "../json/long-integers.js";
import { JsonDocument, JsonNode } from "../json/node.js";
import { aside } from "../limits/work.js";
import { shownPairs, shownUrls } from "./credentials.js";
import type { ShownValue } from "./format.js";
import { type Masks, mask } from "./masks.js";
import { xmlBeginning } from "./xml-beginning.js";

/** How many characters of a value are kept. */
export const maxValue = 16_384;

/** How many members and items of a longer value are looked at for secrets. */
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
  if (typeof value === "object" && value !== null) {
    const json = plain(value);
    if (typeof json === "object") new JsonBeginning(masks).visitSecret(json);
    else masks.remember(String(json));
  } else masks.remember(String(value));
  return { type: "string", text: masks.hidden("") };
}

function openValue(value: Found | Value, masks: Masks): ShownValue {
  if (value === undefined) return { type: "empty", text: "" };
  if (value instanceof Selection && isMarkup(value)) return shownXml(value, masks);
  const json = plain(value);
  if (typeof json === "string")
    return { type: "string", ...cut(masks.beginning(shownUrls(head(json), masks), maxValue), json.length) };
  if (typeof json === "number" || typeof json === "bigint")
    return { type: "number", text: masks.masked(String(json)) };
  if (typeof json === "boolean") return { type: "boolean", text: String(json) };
  return json === null ? { type: "null", text: "null" } : shownJson(json, masks);
}

/** What comes later is not kept, but a secret may begin before. */
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

/** Whether it is XML or HTML, not JSON. */
function isMarkup(value: Selection): boolean {
  const first = value instanceof Node ? value : value.size > 0 ? value.nodes()[0] : undefined;
  if (first === undefined || first instanceof JsonDocument || first instanceof JsonNode) return false;
  return first.type === "document" || first.type === "element";
}

function shownXml(value: Selection, masks: Masks): ShownValue {
  const { text, isCut } = xmlBeginning(value.nodes(), masks, maxValue * 2);
  const shown = masks.beginning(shownUrls(text, masks), maxValue);
  return isCut || text.length > maxValue
    ? { type: "xml", text: shown, cutFrom: 0 }
    : { type: "xml", text: shown };
}

function shownJson(json: JsonValue, masks: Masks): ShownValue {
  const writer = new JsonBeginning(masks);
  writer.visit(json);
  const text = masks.beginning(writer.text, maxValue);
  return writer.isCut ? { type: "json", text, cutFrom: 0 } : { type: "json", text };
}

function cut(text: string, length: number): Pick<ShownValue, "text" | "cutFrom"> {
  return length <= maxValue ? { text } : { text, cutFrom: length };
}

/** A value that is still to be written; texts are written as they are. */
interface Pending {
  readonly value: JsonValue;
}

/** Writes JSON as far as it is kept, and looks at the rest for secrets. */
class JsonBeginning {
  readonly #parts: string[] = [];
  #length = 0;
  #visited = 0;
  isCut = false;

  constructor(private readonly masks: Masks) {}

  get text(): string {
    return this.#parts.join("");
  }

  visit(top: JsonValue): void {
    const pending: (string | Pending)[] = [];
    pending.push({ value: top });
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (typeof next === "string") {
        this.#write(next);
        continue;
      }
      if (++this.#visited > maxVisited) {
        this.isCut = true;
        return;
      }
      const { value } = next;
      if (typeof value !== "object" || value === null) {
        this.#write(writeJson(typeof value === "string" ? this.#string(value) : value) ?? "null");
      } else if (isArray(value)) {
        pending.push("]");
        for (let at = Math.min(value.length, maxVisited) - 1; at >= 0; at--) {
          pending.push({ value: value[at] ?? null });
          if (at > 0) pending.push(",");
        }
        pending.push("[");
      } else {
        pending.push("}");
        const names = Object.keys(value).slice(0, maxVisited);
        for (let at = names.length - 1; at >= 0; at--) {
          const name = names[at] ?? "";
          pending.push(...this.#member(name, value[name] ?? null));
          pending.push(`${at > 0 ? "," : ""}${JSON.stringify(this.masks.masked(name))}:`);
        }
        pending.push("{");
      }
    }
  }

  #member(name: string, value: JsonValue): (string | Pending)[] {
    if (value !== null && value !== "" && this.masks.isSecret(name)) {
      this.visitSecret(value);
      return [JSON.stringify(mask)];
    }
    if (name === "query" && typeof value === "string") return [JSON.stringify(shownPairs(value, this.masks))];
    return [{ value }];
  }

  /** Remembers all that is in a secret value. */
  visitSecret(top: JsonValue): void {
    this.masks.hidden("");
    const pending: JsonValue[] = [top];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (++this.#visited > maxVisited) return;
      if (typeof next === "object" && next !== null)
        pending.push(...Object.values(next).slice(0, maxVisited));
      else this.masks.remember(String(next));
    }
  }

  #string(value: string): string {
    return shownUrls(value.length > maxValue ? value.slice(0, 2 * maxValue) : value, this.masks);
  }

  #write(text: string): void {
    if (this.#length > 2 * maxValue) {
      this.isCut = true;
      return;
    }
    this.#length += text.length;
    this.#parts.push(text);
    if (this.#length > maxValue) this.isCut = true;
  }
}
