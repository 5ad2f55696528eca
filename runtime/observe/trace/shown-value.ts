import { readJson, writeJson } from "../../data/json/long-integers.js";
import { type Found, Selection, type Value } from "../../data/model/values.js";
import { writtenJson } from "./mask-json.js";
import { innerText, maskedText } from "./mask-text.js";
import { Masks } from "./masks.js";

/** A value as debugging shows it: JSON on several lines, with `***` for what is secret by its name, its place or its form. */
export function shown(value: Found | Value, masks = new Masks()): string {
  if (value === undefined) return "(empty)";
  const json = value instanceof Selection ? value.toJson() : value;
  if (typeof json === "string") return masks.masked(maskedText(json, masks));
  return writeJson(readJson(writtenJson(json, masks, innerText(masks)).text), 2);
}
