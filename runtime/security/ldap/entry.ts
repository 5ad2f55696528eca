import type { Entry } from "ldapts";
import { decodeBytes } from "../../base/byte-string.js";
import { type JsonObject, type JsonValue, setMember } from "../../data/model/values.js";

/** The attributes in a list such as `"mail, cn"`. */
export function attributeNames(list: string): readonly string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/**
 * An entry as JSON: its name, then the attributes in the order and spelling in which they were asked for. Case does not
 * matter in names of attributes (RFC 4512 §2.5).
 */
export function entryJson(entry: Entry, attributes: readonly string[]): JsonObject {
  const found = new Map<string, { name: string; value: JsonValue }>();
  for (const [name, values] of Object.entries(entry)) {
    const value = attributeValue([values].flat());
    if (name !== "dn" && value !== undefined) found.set(name.toLowerCase(), { name, value });
  }
  const members: Record<string, JsonValue> = { dn: entry.dn };
  for (const name of attributes) {
    const attribute = found.get(name.toLowerCase());
    if (attribute !== undefined) setMember(members, name, attribute.value);
    found.delete(name.toLowerCase());
  }
  for (const { name, value } of found.values()) setMember(members, name, value);
  return members;
}

/** A single value stands alone, several are an array; an attribute without values is left out. */
function attributeValue(values: readonly (string | Uint8Array)[]): JsonValue | undefined {
  const texts = values.map((value) => (typeof value === "string" ? value : decodeBytes(value)));
  return texts.length > 1 ? texts : texts[0];
}
